import {userAgent} from '../http/user-agent.js';

const ANSWER_LIMIT = 64 * 1024;
const TIME_LIMIT_MS = 10_000;

/** Sends a request to an OCSP responder. Rejects if it does not answer in time, or the answer is too long. */
export type AskResponder = (request: Uint8Array, signal: AbortSignal) => Promise<Uint8Array>;

/** Sends the request by POST. Redirects are not followed. */
export const askByHttp =
  (address: string, timeLimit = TIME_LIMIT_MS): AskResponder =>
  async (request, signal) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        ...userAgent,
        'content-type': 'application/ocsp-request',
        accept: 'application/ocsp-response',
      },
      body: Buffer.from(request),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(timeLimit)]),
    });
    if (!response.ok || !response.body) {
      await response.body?.cancel();
      throw new Error(`The responder answers with HTTP status ${response.status}.`);
    }
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body as AsyncIterable<Uint8Array>) {
      length += part.length;
      // Leaving the loop ends the connection.
      if (length > ANSWER_LIMIT) throw new RangeError('The answer is too long.');
      parts.push(part);
    }
    return Buffer.concat(parts);
  };
