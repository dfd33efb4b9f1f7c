import {digestVerdict} from '@sealed-capture/seal/model/delivery/digests.js';
import {checkAnswers, checkPreflights, checkTime} from '../answer-checks.js';
import {untilFree, type Client} from '../client.js';
import {checkRedirect, isRedirect} from './http-redirects.js';
import {checkSize} from './http-size.js';
import {headersOf, HttpUploads} from './http-uploads.js';
import {httpPoints, Stop, type Point, type Report} from '../report.js';
import type {Answer, Outcome} from '../request.js';
import type {CheckSettings} from '../settings.js';
import {blobOf, newPhoto, newRecording, type TestFile} from '../test-files.js';
import {bytes, faultOf, silenceOf} from '../words.js';

const wanted = ['Location', 'Repr-Digest', 'Content-Digest', 'Retry-After'];

/** Checks a server that takes each file in one request. */
export async function checkHttp(
  client: Client,
  settings: CheckSettings,
  report: Report,
): Promise<void> {
  const uploads = new HttpUploads(client, settings);
  const {url, method} = settings;
  const photo = newPhoto();
  let why = 'see the faults above';
  try {
    const answer = await checkFirst(uploads, report, photo);
    await checkPreflights(client, report, [{url, method, headers: headersOf(photo)}]);
    if (client.page) await provokeRefusals(uploads);
    await checkReceipt(uploads, report, answer, photo);
    await checkAgain(uploads, report, photo);
    await checkCut(uploads, report);
    await checkRecording(uploads, report);
    await checkSize(uploads, report);
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    why = thrown.message;
  }
  if (client.answers.length > 0) checkAnswers(client, report, wanted);
  report.skipRest(httpPoints, `Not possible: ${why}.`);
}

/** @throws {Stop} if nothing answers */
async function checkFirst(uploads: HttpUploads, report: Report, photo: TestFile): Promise<Answer> {
  const outcome = await uploads.send(photo);
  if (outcome.name !== 'answered') {
    const point = outcome.name === 'late' ? 'time' : 'reachable';
    report.fault(point, silenceOf(outcome, 'A photo was sent'));
    throw new Stop('the first photo was not answered');
  }
  report.ok('reachable', `The server answers (status ${outcome.status}).`);
  return outcome;
}

/** Answers with errors, as pages get them of the server and of proxies: they are looked at together at the end. */
async function provokeRefusals(uploads: HttpUploads): Promise<void> {
  const {client, settings} = uploads;
  const photo = newPhoto();
  if (Object.keys(settings.headers).length > 0) await uploads.send(photo, {isAnonymous: true});
  const nowhere = new URL(settings.url);
  nowhere.pathname = `${nowhere.pathname.replace(/\/$/, '')}/check-upload-${photo.captureId}`;
  await client.send({url: nowhere, method: settings.method, body: new Uint8Array()});
  const unfinished = {length: 10_000_000_000, wait: client.waits.refusal};
  await uploads.send(newPhoto(), {unfinished});
}

/** @throws {Stop} if the elements would keep the photo */
async function checkReceipt(
  uploads: HttpUploads,
  report: Report,
  answer: Answer,
  photo: TestFile,
): Promise<void> {
  const {status, took, body} = answer;
  if (isRedirect(status)) await checkRedirect(uploads, report, answer);
  report.ok('redirect', 'The server does not redirect.');
  checkTime(uploads.client, report, took);
  const digest = await digestVerdict(uploads.client.readable(answer), body, blobOf(photo));
  try {
    const receipt = await uploads.receipt(answer, photo);
    report.ok('stored', `A photo of ${bytes(photo.bytes.length)} is stored (status ${status}).`);
    if (digest === 'same') report.ok('digest', 'The digest is that of the photo.');
    else report.skip('digest', 'The answer has no Repr-Digest that pages can read.');
    if (receipt.name === 'stored' && receipt.isProven) {
      report.ok('proof', 'Pages show the progress of uploads.');
    } else {
      report.advise(
        'proof',
        `Answer with status 201, or with Repr-Digest. After status ${status} without it, pages show no progress, and redirects are not safe.`,
      );
    }
    checkLocation(report, receipt.name === 'stored' ? receipt.location : undefined);
  } catch (thrown) {
    const point = digest === 'other' ? 'digest' : 'stored';
    const remedy =
      digest === 'other' ? 'Send the SHA-256 of the file that was stored, as Base64.' : undefined;
    report.fault(point, faultOf(thrown, 'A photo was sent', remedy));
    throw new Stop('a photo is not stored');
  }
}

function checkLocation(report: Report, location?: string): void {
  if (location) return report.ok('location', 'Pages learn where the file is (`delivered`).');
  const text = '`delivered` has no location: answer with a Location header that pages can read.';
  report.advise('location', text);
}

/** Sends the photo again, as a page does whose predecessor died before the answer came. */
async function checkAgain(uploads: HttpUploads, report: Report, photo: TestFile): Promise<void> {
  await checkStored(uploads, report, photo, await uploads.send(photo), {
    point: 'again',
    subject: 'The same photo was sent twice',
    ok: 'The same photo with the same Idempotency-Key is answered as stored.',
    remedy:
      'Answer a repeated Idempotency-Key as the first time, with a 2xx status, and store the file once.',
  });
}

/** Sends half of a photo, and then the whole. */
async function checkCut(uploads: HttpUploads, report: Report): Promise<void> {
  const photo = newPhoto(100_000);
  const {length} = photo.bytes;
  const {cut, lock} = uploads.client.waits;
  await uploads.send(photo, {
    body: photo.bytes.subarray(0, length / 2),
    unfinished: {length, wait: cut},
  });
  const outcome = await untilFree(() => uploads.send(photo), lock);
  await checkStored(uploads, report, photo, outcome, {
    point: 'cut',
    subject: 'A connection was cut, and the photo sent again',
    ok: 'After a connection that was cut, the photo is stored.',
    remedy: 'Store the whole file or nothing, and take the file again under the same key.',
  });
}

async function checkRecording(uploads: HttpUploads, report: Report): Promise<void> {
  if (uploads.settings.photosOnly) return report.skip('recording', '--photos-only was given.');
  const file = newRecording();
  await checkStored(uploads, report, file, await uploads.send(file), {
    point: 'recording',
    subject: 'A recording (audio/mpeg) was sent',
    ok: 'A recording (audio/mpeg) is stored.',
    remedy: 'Take the media type audio/mpeg. If your pages record no sound, give --photos-only.',
  });
}

async function checkStored(
  uploads: HttpUploads,
  report: Report,
  file: TestFile,
  outcome: Outcome,
  {point, subject, ok, remedy}: {point: Point; subject: string; ok: string; remedy: string},
): Promise<void> {
  if (outcome.name !== 'answered') return report.fault(point, silenceOf(outcome, subject));
  try {
    await uploads.receipt(outcome, file);
    report.ok(point, ok);
  } catch (thrown) {
    report.fault(point, faultOf(thrown, subject, remedy));
  }
}
