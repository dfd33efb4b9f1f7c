import {requireSuccess} from '@sealed-capture/seal/model/delivery/answer.js';
import {checkTime} from '../answer-checks.js';
import type {TestFile} from '../test-files.js';
import {isRedirect, targetOf} from '../http/http-redirects.js';
import {Stop, type Report} from '../report.js';
import type {Answer} from '../request.js';
import type {TusUploads} from './tus-uploads.js';
import {effectOf, faultOf, silenceOf} from '../words.js';

/**
 * Creates the upload of a photo.
 *
 * @throws {Stop} if it has no address that the elements can use
 */
export async function checkCreation(
  uploads: TusUploads,
  report: Report,
  photo: TestFile,
): Promise<URL> {
  const subject = 'An upload was to be created by POST';
  const outcome = await uploads.create(photo);
  if (outcome.name !== 'answered') {
    report.fault(outcome.name === 'late' ? 'time' : 'create', silenceOf(outcome, subject));
    throw new Stop('no upload was created');
  }
  refuseRedirect(uploads, report, outcome);
  report.ok('redirect', 'The server does not redirect.');
  checkTime(uploads.client, report, outcome.took);
  try {
    requireSuccess(outcome.status, uploads.client.readable(outcome), outcome.body);
  } catch (thrown) {
    const remedy = 'Answer POST with status 201 and the address of the upload in Location.';
    report.fault('create', faultOf(thrown, subject, remedy));
    throw new Stop('no upload was created');
  }
  report.ok('create', `An upload is created (status ${outcome.status}).`);
  const address = uploads.addressOf(outcome);
  if (!address) {
    report.fault('address', {
      text: whyUseless(uploads, outcome),
      effect: effectOf('response_invalid'),
      remedy:
        'Send Location with the https address under which browsers reach the upload. Behind a proxy, the server has to know its public address (tusd: -behind-proxy; @tus/server: respectForwardedHeaders).',
    });
    throw new Stop('the upload has no address');
  }
  const found = await uploads.head(address);
  if (found.name !== 'answered') {
    report.fault('address', silenceOf(found, `The upload was asked for at ${address.origin}`));
    throw new Stop('the address of the upload does not answer');
  }
  report.ok('address', `The upload is at ${address.origin}, which answers.`);
  return address;
}

/** @throws {Stop} */
function refuseRedirect({endpoint}: TusUploads, report: Report, answer: Answer): void {
  const {status} = answer;
  if (!isRedirect(status)) return;
  const {to, place} = targetOf(answer, endpoint);
  const text = `The server redirects the creation of uploads by ${status} to ${place}.`;
  if (status >= 307 && to?.origin === endpoint.origin) {
    report.advise('redirect', `${text} Name the final address in the page.`);
  } else {
    report.fault('redirect', {
      text,
      effect: effectOf('response_invalid'),
      remedy: 'Create uploads at the address that the page names, or name the final one there.',
    });
  }
  throw new Stop(`the creation is redirected: check ${place} itself`);
}

function whyUseless({client, endpoint}: TusUploads, answer: Answer): string {
  const location = answer.headers.get('Location');
  if (!location) return 'The answer to POST has no Location.';
  if (!client.readable(answer).has('Location')) return 'Pages cannot read Location (CORS).';
  if (!URL.canParse(location, endpoint.href)) return 'Location is no address.';
  const {origin} = new URL(location, endpoint);
  return `Location is at ${origin}, where the elements send nothing: it is neither https nor localhost.`;
}
