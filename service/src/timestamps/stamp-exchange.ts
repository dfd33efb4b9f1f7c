import {userAgent} from '../http/user-agent.js';
import {QUERY_MEDIA_TYPE, REPLY_MEDIA_TYPE} from './media-types.js';

/** Bytes. Answers take two to eight kilobytes, with the authority's certificates. */
const LARGEST_REPLY = 32 * 1024;

/** There was no usable answer. The message repeats no text from the remote side. */
export class ExchangeFailed extends Error {
  override readonly name = 'ExchangeFailed';
}

/**
 * Posts a query to a time-stamp authority (RFC 3161, section 3.4). Redirects are not followed.
 * @param address of http or https; a name and password in it are sent as Basic authentication
 * @param signal aborts the exchange; also its time limit
 * @throws {ExchangeFailed} or the signal's reason
 */
export async function exchange(
  address: URL,
  query: Uint8Array,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const {url, authorization} = withoutCredentials(address);
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      ...userAgent,
      'content-type': QUERY_MEDIA_TYPE,
      accept: REPLY_MEDIA_TYPE,
      ...(authorization !== undefined && {authorization}),
    },
    body: Uint8Array.from(query),
    redirect: 'manual',
    signal,
  }).catch((cause: unknown) => {
    signal.throwIfAborted();
    throw new ExchangeFailed('It could not be reached.', {cause});
  });
  try {
    if (answer.status !== 200) {
      throw new ExchangeFailed(`It answered with status ${answer.status}.`);
    }
    return await readLimited(answer, signal);
  } finally {
    await answer.body?.cancel().catch(() => {});
  }
}

async function readLimited({body}: Response, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    const read: AsyncIterable<Uint8Array> | [] = body ?? [];
    for await (const chunk of read) {
      length += chunk.length;
      if (length > LARGEST_REPLY) throw new ExchangeFailed('Its answer is too large.');
      chunks.push(chunk);
    }
  } catch (cause) {
    signal.throwIfAborted();
    if (cause instanceof ExchangeFailed) throw cause;
    throw new ExchangeFailed('Its answer broke off.', {cause});
  }
  return Buffer.concat(chunks);
}

/** fetch refuses an address with a name and password. */
function withoutCredentials(address: URL): {url: URL; authorization?: string} {
  const {username, password} = address;
  if (username === '' && password === '') return {url: address};
  const url = new URL(address);
  url.username = '';
  url.password = '';
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {url, authorization: `Basic ${Buffer.from(pair).toString('base64')}`};
}
