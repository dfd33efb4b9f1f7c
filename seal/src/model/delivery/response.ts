import {SealedCaptureError} from '../errors.js';
import {receiptOf, redirected} from './answer.js';

/** What a page's `send` resolves to: its own result, or the Response of its `fetch`, as pages in JavaScript may. */
export type Sent = {location?: string} | Response | undefined;

/**
 * The file's location. A Response counts by the same rules as the answer to an upload of this package.
 *
 * @throws {SealedCaptureError} for a Response that does not show that the file is stored
 */
export async function locationOf(sent: Sent, file: Blob): Promise<string | undefined> {
  if (!isResponse(sent)) return sent?.location;
  const {status, headers, url, redirected: isRedirected, bodyUsed} = sent;
  if (!status || !URL.canParse(url)) {
    const message =
      'delivery.send() returned a Response that the page may not read, so that nothing shows that the file is stored.';
    throw new SealedCaptureError('response_invalid', message);
  }
  // A page that has read the body has judged it, unless it is a sign-in page.
  const isPage = /^text\/html/i.test(headers.get('Content-Type') ?? '');
  const body = !bodyUsed ? await sent.text() : isPage ? '' : '{}';
  const asked = new URL(url);
  const answer = {status, headers, body, address: url, isDirect: !isRedirected};
  const receipt = await receiptOf(asked, answer, file);
  if (receipt.name === 'unproven') throw redirected(asked, answer);
  return receipt.location;
}

const isResponse = (sent: Sent): sent is Response =>
  typeof Response === 'function' && sent instanceof Response;
