import {codeOf} from '../files/file-problem.js';
import {userAgent} from '../http/user-agent.js';
import type {DeliveryFailure} from './outbox/outbox.js';

/** Result of one request. */
export type Outcome =
  | {name: 'accepted'}
  /** The receiver wants no further requests: 410. */
  | {name: 'gone'; failure: DeliveryFailure}
  /** @property retryAfter milliseconds that the receiver asked for */
  | {name: 'failed'; failure: DeliveryFailure; retryAfter?: number};

/** Bytes of an answer's body that are read, so that the connection can be reused; the content is ignored. */
const MOST_OF_BODY = 4 * 1024;

/**
 * Posts an event. Redirects are not followed: only the operator names addresses. Never rejects, unless `signal` was
 * aborted.
 *
 * @param timeout milliseconds for the whole exchange
 */
export async function send(
  url: URL,
  headers: Record<string, string>,
  body: string,
  timeout: number,
  signal: AbortSignal,
): Promise<Outcome> {
  const limit = AbortSignal.timeout(timeout);
  const either = AbortSignal.any([signal, limit]);
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: {
        ...headers,
        ...userAgent,
        accept: '*/*',
        'accept-encoding': 'identity',
      },
      body,
      redirect: 'manual',
      signal: either,
    });
    const outcome = outcomeOf(answer, Date.now());
    await skipBody(answer);
    return outcome;
  } catch (error) {
    signal.throwIfAborted();
    if (limit.aborted) return failed(`It did not answer within ${timeout / 1000} seconds.`);
    const code = causeCode(error);
    return failed(`It could not be reached${code === undefined ? '' : ` (${code})`}.`);
  }
}

function outcomeOf({status, headers}: Response, now: number): Outcome {
  if (status >= 200 && status < 300) return {name: 'accepted'};
  if (status === 410) {
    return {name: 'gone', failure: {reason: 'It wants no more events (410).', status}};
  }
  const reason =
    status >= 300 && status < 400
      ? `It answered with a redirect (${status}), which is not followed.`
      : `It answered with status ${status}.`;
  return {
    name: 'failed',
    failure: {reason, status},
    retryAfter: retryAfterOf(headers.get('retry-after'), now),
  };
}

const failed = (reason: string): Outcome => ({name: 'failed', failure: {reason}});

/** Drops the body of an answer. The answer counts even if the body is long or breaks off. */
async function skipBody({body}: {body: ReadableStream<Uint8Array> | null}): Promise<void> {
  if (!body) return;
  const reader = body.getReader();
  try {
    for (let length = 0; length <= MOST_OF_BODY;) {
      const {done, value} = await reader.read();
      if (done) return;
      length += value.length;
    }
  } catch {
    return;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Parses seconds or an HTTP date (RFC 9110, section 10.2.3), as milliseconds from now; undefined if it is neither. */
export function retryAfterOf(value: string | null, now: number): number | undefined {
  const text = value?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} [\d:]{8} GMT$/.test(text)) return undefined;
  const time = Date.parse(text);
  return Number.isNaN(time) ? undefined : Math.max(0, time - now);
}

/** The code of the system's or library's error; its message may quote the remote side. */
function causeCode(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  const code =
    codeOf(cause) ?? codeOf(cause instanceof AggregateError ? cause.errors[0] : undefined);
  return code !== undefined && /^[A-Z0-9_]{1,64}$/.test(code) ? code : undefined;
}
