import {checkAnswers, checkPreflights} from '../answer-checks.js';
import type {Client} from '../client.js';
import {Stop, tusPoints, type Report} from '../report.js';
import type {CheckSettings} from '../settings.js';
import {newPhoto, type TestFile} from '../test-files.js';
import {checkCreation} from './tus-creation.js';
import {checkLimit, checkTusSize} from './tus-limits.js';
import {checkCut, checkParts} from './tus-parts.js';
import {creationHeaders, partHeaders, TusUploads} from './tus-uploads.js';
import {silenceOf} from '../words.js';

const wanted = ['Location', 'Upload-Offset', 'Upload-Length', 'Tus-Max-Size', 'Retry-After'];

/** What the server says that it can do. */
interface Abilities {
  canDelete: boolean;
  /** NaN without a limit. */
  mostBytes: number;
}

/** Checks a server that speaks tus. */
export async function checkTus(
  client: Client,
  settings: CheckSettings,
  report: Report,
): Promise<void> {
  const uploads = new TusUploads(client, settings.url);
  const photo = newPhoto();
  let abilities: Abilities = {canDelete: false, mostBytes: Number.NaN};
  let why = 'see the faults above';
  try {
    abilities = await checkOptions(uploads, report);
    const address = await checkCreation(uploads, report, photo);
    await checkTusPreflights(uploads, report, photo, address);
    await checkParts(uploads, report, photo, address);
    await checkCut(uploads, report);
    await checkLimit(uploads, report, abilities.mostBytes);
    await checkTusSize(uploads, report, settings.size, abilities.mostBytes);
    await provokeRefusal(uploads, address);
  } catch (thrown) {
    if (!(thrown instanceof Stop)) throw thrown;
    why = thrown.message;
  }
  if (client.answers.length > 0) checkAnswers(client, report, wanted);
  await remove(uploads, report, abilities.canDelete);
  report.skipRest(tusPoints, `Not possible: ${why}.`);
}

/** @throws {Stop} if nothing answers */
async function checkOptions(uploads: TusUploads, report: Report): Promise<Abilities> {
  const outcome = await uploads.options();
  if (outcome.name !== 'answered') {
    const point = outcome.name === 'late' ? 'time' : 'reachable';
    report.fault(point, silenceOf(outcome, 'The server was asked by OPTIONS'));
    throw new Stop('the server does not answer');
  }
  const {status, headers} = outcome;
  report.ok('reachable', `The server answers (status ${status}).`);
  const list = (name: string): string[] =>
    (headers.get(name) ?? '').split(',').map((one) => one.trim());
  const extensions = list('Tus-Extension');
  const missing = [
    ...(list('Tus-Version').includes('1.0.0') ? [] : ['1.0.0 in Tus-Version']),
    ...(extensions.includes('creation') ? [] : ['creation in Tus-Extension']),
  ];
  if (missing.length === 0) report.ok('options', `Extensions: ${extensions.join(', ')}.`);
  else {
    report.fault('options', {
      text: `The answer to OPTIONS (status ${status}) does not name ${missing.join(' and ')}.`,
      effect: 'This may be no tus server, or a proxy answers for it: uploads may not work.',
      remedy: 'Answer OPTIONS with Tus-Version: 1.0.0 and Tus-Extension: creation.',
    });
  }
  const mostBytes = Number.parseInt(headers.get('Tus-Max-Size') ?? '', 10);
  if (mostBytes > 0 && !uploads.client.readable(outcome).has('Tus-Max-Size')) {
    report.advise('exposed', 'Name Tus-Max-Size in Access-Control-Expose-Headers, too.');
  }
  return {canDelete: extensions.includes('termination'), mostBytes};
}

async function checkTusPreflights(
  {client, endpoint}: TusUploads,
  report: Report,
  photo: TestFile,
  address: URL,
): Promise<void> {
  await checkPreflights(client, report, [
    {url: endpoint, method: 'POST', headers: creationHeaders(photo, photo.bytes.length)},
    {url: address, method: 'HEAD', headers: {'Tus-Resumable': '1.0.0'}},
    {url: address, method: 'PATCH', headers: partHeaders(0)},
  ]);
}

/** The server has no such upload, as after it has deleted it. The answer is looked at with the others. */
async function provokeRefusal(uploads: TusUploads, address: URL): Promise<void> {
  const gone = new URL(address);
  gone.pathname = gone.pathname.replace(/[^/]*$/, crypto.randomUUID());
  await uploads.head(gone);
}

async function remove(uploads: TusUploads, report: Report, canDelete: boolean): Promise<void> {
  const {created} = uploads;
  if (created.length === 0) return;
  if (!canDelete) {
    return report.skip('delete', `${created.length} test uploads stay: there is no termination.`);
  }
  let left = 0;
  for (const address of created) {
    const outcome = await uploads.remove(address);
    if (outcome.name !== 'answered' || outcome.status > 299) left++;
  }
  if (left === 0) report.ok('delete', `The ${created.length} test uploads were removed.`);
  else report.advise('delete', `${left} of ${created.length} test uploads could not be removed.`);
}
