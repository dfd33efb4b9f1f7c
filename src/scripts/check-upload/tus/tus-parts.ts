import {requireSuccess} from '@sealed-capture/seal/model/delivery/answer.js';
import {untilFree} from '../client.js';
import type {Point, Report} from '../report.js';
import type {Answer, Outcome} from '../request.js';
import {newPhoto, type TestFile} from '../test-files.js';
import type {TusUploads} from './tus-uploads.js';
import {bytes, effectOf, faultOf, silenceOf} from '../words.js';

/** Sends a photo in two parts, and one to the wrong place between them. */
export async function checkParts(
  uploads: TusUploads,
  report: Report,
  photo: TestFile,
  address: URL,
): Promise<void> {
  const parts = new Parts(uploads, report, photo, address);
  const {length} = photo.bytes;
  const half = Math.floor(length / 2);
  if (!(await parts.has('head', 0))) return;
  report.ok('head', 'HEAD says how much of the file has arrived.');
  if (!(await parts.send('patch', 0, half)) || !(await parts.has('patch', half))) return;
  if (!(await parts.refusesWrongOffset())) return;
  if (!(await parts.send('patch', half, length))) return;
  report.ok('patch', 'A photo is stored in two parts.');
}

/** Cuts a connection in the middle of a photo, and sends what is missing, as after a lost network. */
export async function checkCut(uploads: TusUploads, report: Report): Promise<void> {
  const photo = newPhoto(256_000);
  const {length} = photo.bytes;
  const half = length / 2;
  const created = await uploads.create(photo);
  const address = created.name === 'answered' ? uploads.addressOf(created) : undefined;
  if (!address) return report.skip('cut', 'No further upload was created.');
  const {cut, lock} = uploads.client.waits;
  const unfinished = {length, wait: cut};
  await uploads.patch(address, 0, photo.bytes.subarray(0, half), unfinished);
  const parts = new Parts(uploads, report, photo, address);
  const offset = await parts.offset('cut', lock);
  if (offset === undefined) return;
  if (offset > half) {
    const text = `A connection was cut after ${bytes(half)}, and Upload-Offset is ${offset}.`;
    return parts.wrong('cut', text, 'Count only bytes that are stored.');
  }
  if (!(await parts.send('cut', offset, length))) return;
  if (offset > 0) return report.ok('cut', 'After a cut, an upload goes on where it was.');
  report.advise(
    'cut',
    'What had arrived before a cut is lost: on a weak network, large files never arrive. Store parts as they come, and let proxies pass them on (nginx: proxy_request_buffering off), or set chunkSize in the page.',
  );
}

/** The requests to one upload. After a fault that it has reported, a method returns false, or no offset. */
class Parts {
  readonly #uploads: TusUploads;
  readonly #report: Report;
  readonly #photo: TestFile;
  readonly #address: URL;

  constructor(uploads: TusUploads, report: Report, photo: TestFile, address: URL) {
    this.#uploads = uploads;
    this.#report = report;
    this.#photo = photo;
    this.#address = address;
  }

  wrong(point: Point, text: string, remedy: string): void {
    this.#report.fault(point, {text, effect: effectOf('response_invalid'), remedy});
  }

  /** True if HEAD says that the server has this many bytes. */
  async has(point: Point, expected: number): Promise<boolean> {
    const offset = await this.offset(point);
    if (offset === undefined || offset === expected) return offset !== undefined;
    const text = `HEAD says Upload-Offset: ${offset}, where ${expected} bytes were sent.`;
    this.wrong(point, text, 'Answer HEAD with the number of bytes that are stored.');
    return false;
  }

  /** @param patience milliseconds for which the upload may be locked */
  async offset(point: Point, patience = 0): Promise<number | undefined> {
    const outcome = await untilFree(() => this.#uploads.head(this.#address), patience);
    const remedy = 'Answer HEAD at the address of the upload with Upload-Offset and Upload-Length.';
    const answer = this.#successOf(point, outcome, 'The upload was asked for by HEAD', remedy);
    if (!answer) return undefined;
    const offset = this.#uploads.numberIn(answer, 'Upload-Offset');
    const length = this.#uploads.numberIn(answer, 'Upload-Length');
    if (offset >= 0 && length === this.#photo.bytes.length) return offset;
    const text = `The answer to HEAD has Upload-Offset ${offset} and Upload-Length ${length}, as far as pages can read it.`;
    this.wrong(point, text, remedy);
    return undefined;
  }

  /** True if the server takes this part of the photo. */
  async send(point: Point, start: number, end: number): Promise<boolean> {
    const body = this.#photo.bytes.subarray(start, end);
    const outcome = await this.#uploads.patch(this.#address, start, body);
    const remedy = 'Answer PATCH with status 204 and Upload-Offset once the bytes are stored.';
    const subject = `${bytes(end - start)} were sent by PATCH from offset ${start}`;
    const answer = this.#successOf(point, outcome, subject, remedy);
    if (!answer) return false;
    const offset = this.#uploads.numberIn(answer, 'Upload-Offset');
    if (offset === end) return true;
    const text = `${subject}. The answer has Upload-Offset ${offset}, as far as pages can read it.`;
    this.wrong(point, text, remedy);
    return false;
  }

  /** Sends the beginning again, as if it was not there. */
  async refusesWrongOffset(): Promise<boolean> {
    const body = this.#photo.bytes.subarray(0, 1);
    const outcome = await this.#uploads.patch(this.#address, 0, body);
    const isRefused = outcome.name === 'answered' && outcome.status === 409;
    if (isRefused) this.#report.ok('offset', 'A part for the wrong offset is refused by 409.');
    else {
      const answer = outcome.name === 'answered' ? `status ${outcome.status}` : 'no answer';
      this.#report.fault('offset', {
        text: `A PATCH with an Upload-Offset that is not that of the upload got ${answer}.`,
        effect: 'A request that a browser repeats damages the file, or ends the upload.',
        remedy: 'Answer it with status 409, and change nothing.',
      });
    }
    return isRefused;
  }

  #successOf(point: Point, outcome: Outcome, subject: string, remedy: string): Answer | undefined {
    if (outcome.name !== 'answered') {
      this.#report.fault(point, silenceOf(outcome, subject));
      return undefined;
    }
    try {
      const {status, body} = outcome;
      requireSuccess(status, this.#uploads.client.readable(outcome), body);
      return outcome;
    } catch (thrown) {
      this.#report.fault(point, faultOf(thrown, subject, remedy));
      return undefined;
    }
  }
}
