import type {HttpUploads} from './http-uploads.js';
import type {Report} from '../report.js';
import {newPhoto} from '../test-files.js';
import {bytes, faultOf, silenceOf} from '../words.js';

/** Further files with which the limit is narrowed down. */
const MOST_TRIES = 7;

/** Sends a file of the size that was given, and looks for the limit if that is too large. */
export async function checkSize(uploads: HttpUploads, report: Report): Promise<void> {
  const {size} = uploads.settings;
  if (size === undefined) return report.skip('size', 'No --size was given.');
  const subject = `A photo of ${bytes(size)} was sent`;
  const file = newPhoto(size);
  const outcome = await uploads.send(file);
  if (outcome.name !== 'answered') return report.fault('size', silenceOf(outcome, subject));
  try {
    await uploads.receipt(outcome, file);
    report.ok('size', `A photo of ${bytes(size)} is stored.`);
  } catch (thrown) {
    const fault = faultOf(thrown, subject);
    const limit = outcome.status === 413 ? await limitBelow(uploads, size) : '';
    report.fault('size', {...fault, text: `${fault.text}${limit}`});
  }
}

async function limitBelow(uploads: HttpUploads, size: number): Promise<string> {
  let taken = newPhoto().bytes.length;
  let refused = size;
  for (let tries = 0; tries < MOST_TRIES && refused - taken > taken / 100; tries++) {
    const between = Math.round(Math.sqrt(taken * refused));
    const outcome = await uploads.send(newPhoto(between));
    if (outcome.name !== 'answered') break;
    if (outcome.status === 413) refused = between;
    else taken = between;
  }
  return ` The limit is between ${bytes(taken)} and ${bytes(refused)}.`;
}
