import {requireSuccess} from '@sealed-capture/seal/model/delivery/answer.js';
import type {Report} from '../report.js';
import type {Outcome} from '../request.js';
import {newPhoto} from '../test-files.js';
import type {TusUploads} from './tus-uploads.js';
import {bytes, faultOf, silenceOf} from '../words.js';

/** Announces a file that is larger than `Tus-Max-Size`. */
export async function checkLimit(
  uploads: TusUploads,
  report: Report,
  mostBytes: number,
): Promise<void> {
  if (!(mostBytes > 0)) return report.skip('limit', 'The server names no Tus-Max-Size.');
  const outcome = await uploads.create(newPhoto(), mostBytes + 1);
  if (outcome.name === 'answered' && outcome.status === 413) {
    const isTold = uploads.client.readable(outcome).has('Tus-Max-Size');
    const addition = isTold
      ? ''
      : ' With Tus-Max-Size in that answer, people would be told the limit.';
    return report.ok(
      'limit',
      `Files above Tus-Max-Size (${bytes(mostBytes)}) are refused by 413.${addition}`,
    );
  }
  const answer = outcome.name === 'answered' ? `status ${outcome.status}` : 'no answer';
  report.fault('limit', {
    text: `A file above Tus-Max-Size (${bytes(mostBytes)}) was announced, and got ${answer}.`,
    effect: 'People are not told that the file is too large; it is sent in vain.',
    remedy: 'Answer a POST whose Upload-Length is above the limit with status 413.',
  });
}

/** Sends a file of the size that was given in one request, as the elements do without `chunkSize`. */
export async function checkTusSize(
  uploads: TusUploads,
  report: Report,
  size: number | undefined,
  mostBytes: number,
): Promise<void> {
  if (size === undefined) return report.skip('size', 'No --size was given.');
  const file = newPhoto(size);
  const created = await uploads.create(file);
  const limit = mostBytes > 0 ? ` Tus-Max-Size is ${bytes(mostBytes)}.` : '';
  const announced = `A photo of ${bytes(size)} was announced by POST`;
  if (!isTaken(uploads, report, created, {subject: announced, limit})) return;
  const address = created.name === 'answered' ? uploads.addressOf(created) : undefined;
  if (!address) return report.skip('size', 'The upload has no address.');
  const sent = await uploads.patch(address, 0, file.bytes);
  const subject = `A photo of ${bytes(size)} was sent by one PATCH`;
  const chunks = ' The elements send smaller requests with chunkSize.';
  if (!isTaken(uploads, report, sent, {subject, limit: chunks})) return;
  report.ok('size', `A photo of ${bytes(size)} is stored.`);
}

function isTaken(
  {client}: TusUploads,
  report: Report,
  outcome: Outcome,
  {subject, limit}: {subject: string; limit: string},
): boolean {
  if (outcome.name !== 'answered') {
    report.fault('size', silenceOf(outcome, subject));
    return false;
  }
  const {status, body} = outcome;
  try {
    requireSuccess(status, client.readable(outcome), body);
    return true;
  } catch (thrown) {
    const fault = faultOf(thrown, subject);
    const isTooLarge = status === 413;
    report.fault('size', {...fault, text: `${fault.text}${isTooLarge ? limit : ''}`});
    return false;
  }
}
