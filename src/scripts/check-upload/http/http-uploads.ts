import {
  receiptOf,
  type DeliveryAnswer,
  type Receipt,
} from '@sealed-capture/seal/model/delivery/answer.js';
import {fileNameOf} from '@sealed-capture/seal/model/media-type.js';
import type {DeliveryHeaders} from '../../../delivery/delivery-request.js';
import type {Client, Sending} from '../client.js';
import type {Answer, Outcome} from '../request.js';
import type {CheckSettings} from '../settings.js';
import {blobOf, type TestFile} from '../test-files.js';

export const headersOf = ({captureId, mediaType}: TestFile): DeliveryHeaders => ({
  'Content-Type': mediaType,
  'Idempotency-Key': captureId,
  'Content-Disposition': `attachment; filename="${fileNameOf(captureId, mediaType)}"`,
});

/** Sends files by HTTP as the elements do, and judges the answers by their rules. */
export class HttpUploads {
  readonly client: Client;
  readonly settings: CheckSettings;

  constructor(client: Client, settings: CheckSettings) {
    this.client = client;
    this.settings = settings;
  }

  send(file: TestFile, changes: Partial<Sending> = {}): Promise<Outcome> {
    const {url, method} = this.settings;
    return this.client.send({url, method, headers: headersOf(file), body: file.bytes, ...changes});
  }

  /** @throws {SealedCaptureError} for an answer after which the elements keep the file */
  receipt(answer: Answer, file: TestFile): Promise<Receipt> {
    const {url, storedField} = this.settings;
    return receiptOf(url, this.#asDelivered(answer), blobOf(file), storedField);
  }

  #asDelivered(answer: Answer): DeliveryAnswer {
    const {status, body} = answer;
    const headers = this.client.readable(answer);
    return {status, headers, body, address: this.settings.url.href, isDirect: true};
  }
}
