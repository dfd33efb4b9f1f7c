import {deliveryAddress, type DeliveryHeaders} from '../../../delivery/delivery-request.js';
import {fileNameOf} from '@sealed-capture/seal/model/media-type.js';
import type {Client, Sending} from '../client.js';
import type {TestFile} from '../test-files.js';
import type {Answer, Outcome} from '../request.js';

/** A header of each request of tus-js-client. */
const PROTOCOL = {'Tus-Resumable': '1.0.0'};

export const creationHeaders = (
  {captureId, mediaType}: TestFile,
  length: number,
): DeliveryHeaders => {
  const filename = fileNameOf(captureId, mediaType);
  const sealedAt = new Date().toISOString();
  const metadata = {captureId, mode: 'image', filename, filetype: mediaType, sealedAt};
  const pairs = Object.entries(metadata).map(([name, value]) => `${name} ${btoa(value)}`);
  return {...PROTOCOL, 'Upload-Length': String(length), 'Upload-Metadata': pairs.join(',')};
};

export const partHeaders = (offset: number): DeliveryHeaders => ({
  ...PROTOCOL,
  'Content-Type': 'application/offset+octet-stream',
  'Upload-Offset': String(offset),
});

/** Sends the requests of the tus protocol as tus-js-client does for the elements. */
export class TusUploads {
  /** Addresses of the uploads that the check has created. */
  readonly created: URL[] = [];
  readonly client: Client;
  readonly endpoint: URL;

  constructor(client: Client, endpoint: URL) {
    this.client = client;
    this.endpoint = endpoint;
  }

  options(): Promise<Outcome> {
    return this.#send('OPTIONS', this.endpoint);
  }

  /** @param length what the server is told */
  async create(file: TestFile, length: number = file.bytes.length): Promise<Outcome> {
    const outcome = await this.#send('POST', this.endpoint, {
      headers: creationHeaders(file, length),
      body: new Uint8Array(),
    });
    const address = outcome.name === 'answered' ? this.addressOf(outcome) : undefined;
    if (address) this.created.push(address);
    return outcome;
  }

  /** The address of the created upload; undefined if the page cannot read it, or the elements would not use it. */
  addressOf(answer: Answer): URL | undefined {
    const location = this.client.readable(answer).get('Location');
    if (!location || answer.status > 299 || !URL.canParse(location, this.endpoint.href)) {
      return undefined;
    }
    try {
      return deliveryAddress(new URL(location, this.endpoint).href);
    } catch {
      return undefined;
    }
  }

  head(address: URL): Promise<Outcome> {
    return this.#send('HEAD', address);
  }

  patch(
    address: URL,
    offset: number,
    body: Uint8Array,
    unfinished?: Sending['unfinished'],
  ): Promise<Outcome> {
    return this.#send('PATCH', address, {headers: partHeaders(offset), body, unfinished});
  }

  remove(address: URL): Promise<Outcome> {
    return this.#send('DELETE', address);
  }

  /** The number in a header that the page can read; NaN without one. */
  numberIn(answer: Answer, name: string): number {
    return Number.parseInt(this.client.readable(answer).get(name) ?? '', 10);
  }

  #send(method: string, url: URL, request: Partial<Sending> = {}): Promise<Outcome> {
    return this.client.send({headers: PROTOCOL, ...request, method, url});
  }
}
