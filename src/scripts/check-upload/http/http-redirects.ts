import {HttpDelivery} from '../../../delivery/http-delivery.js';
import {BrowserHttp} from '../../../ports/browser/http.js';
import {Stop, type Fault, type Report} from '../report.js';
import type {Answer} from '../request.js';
import {blobOf, newPhoto} from '../test-files.js';
import {effectOf, faultOf} from '../words.js';
import type {HttpUploads} from './http-uploads.js';

const MOST_REDIRECTS = 5;
const REMEDY =
  'Take files at the address that the page names, or name the final one there. After 307 or 308, answer with status 201 or the file’s Repr-Digest.';

export const isRedirect = (status: number): boolean => [301, 302, 303, 307, 308].includes(status);

/** The address that a redirect leads to, and its words. */
export function targetOf({headers}: Answer, from: URL): {to?: URL; place: string} {
  const location = headers.get('Location') ?? '';
  const to = URL.canParse(location, from.href) ? new URL(location, from.href) : undefined;
  return {to, place: to ? `${to.origin}${to.pathname}` : 'no address'};
}

/**
 * Says what a redirect does to files: the elements’ own code sends one, as it alone knows what counts after a redirect.
 *
 * @throws {Stop} always: all other points are to be checked at the final address
 */
export async function checkRedirect(
  uploads: HttpUploads,
  report: Report,
  first: Answer,
): Promise<never> {
  const {url, method} = uploads.settings;
  let answer = first;
  let from = url;
  let isDropped = false;
  for (let count = 1; isRedirect(answer.status); count++) {
    const {status} = answer;
    const {to, place} = targetOf(answer, from);
    const refuse = (text: string): never => {
      report.fault('redirect', {
        text: `The server redirects the upload by ${status} to ${place}. ${text}`,
        effect: effectOf('response_invalid'),
        remedy: REMEDY,
      });
      throw new Stop('the upload is redirected');
    };
    if (!to) return refuse('Browsers cannot follow that.');
    if (to.origin !== url.origin) {
      return refuse(
        'That is another origin: browsers send the file there, and the answer does not count.',
      );
    }
    if (count > MOST_REDIRECTS) return refuse('The redirects have no end.');
    isDropped ||= status === 303 || (status < 307 && method === 'POST');
    const outcome = isDropped
      ? await uploads.client.send({url: to, method: 'GET'})
      : await uploads.send(newPhoto(), {url: to});
    if (outcome.name !== 'answered') break;
    from = to;
    answer = outcome;
  }
  const {place} = targetOf(first, url);
  const drops = isDropped ? ', after which browsers ask by GET, without the file' : '';
  const subject = `The server redirects the upload by ${first.status} to ${place}${drops}`;
  const fault = await failure(uploads, subject);
  if (fault) report.fault('redirect', fault);
  else {
    const text = `${subject}. Each file is sent at least twice: name the final address in the page.`;
    report.advise('redirect', text);
  }
  throw new Stop(`the upload is redirected: check ${from.origin}${from.pathname} itself`);
}

/** Why the elements do not deliver a photo; undefined if they do. */
async function failure(
  {client, settings}: HttpUploads,
  subject: string,
): Promise<Fault | undefined> {
  const {url, method, headers, storedField} = settings;
  const photo = newPhoto();
  const delivery = new HttpDelivery(
    {url: url.href, method, headers, storedField},
    {http: new BrowserHttp()},
    client.waits.patience,
  );
  try {
    await delivery.send(blobOf(photo), {
      captureId: photo.captureId,
      mode: 'image',
      sealedAt: new Date().toISOString(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
    });
    return undefined;
  } catch (thrown) {
    return faultOf(thrown, subject, REMEDY);
  }
}
