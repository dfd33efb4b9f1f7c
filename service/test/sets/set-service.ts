import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import type {AddressInfo} from 'node:net';
import {
  fill,
  hashedParts,
  layOut,
  suggestedManifestSize,
} from '@sealed-capture/seal/containers/layout.js';
import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import type {SealedSet, SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {sha256} from '@sealed-capture/seal/node/sha256.js';
import {envelope, fileForm, idempotent, jpegOf, sealRequest} from '../requests.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';

export interface SealedFile {
  captureId: string;
  file: Buffer;
  isReplayed: boolean;
}

interface Upload {
  type?: string;
  captureId?: string;
  /** Further fields of the form. */
  texts?: Record<string, string>;
}

/** A service that is asked by HTTP for seals of a set. */
export class SetService {
  readonly fixture: ServiceFixture;
  readonly key: string;
  readonly #base: string;

  private constructor(fixture: ServiceFixture, key = fixture.sandbox.key) {
    const {port} = fixture.app.server.address() as AddressInfo;
    this.fixture = fixture;
    this.key = key;
    this.#base = `http://127.0.0.1:${port}/protection/sandbox`;
  }

  /** @param key of another service with the same data folder */
  static async start(
    options: Parameters<typeof startFixture>[0],
    key?: string,
  ): Promise<SetService> {
    const fixture = await startFixture(options);
    await fixture.app.listen({port: 0, host: '127.0.0.1'});
    return new SetService(fixture, key);
  }

  /** The answer to `POST protect`. A `set` that is a string is sent unchanged. */
  async ask(
    media: Uint8Array,
    set: object | string | undefined,
    {type = 'image/jpeg', captureId = randomUUID(), texts = {}}: Upload = {},
  ): Promise<Response> {
    const text = typeof set === 'string' ? set : JSON.stringify(set);
    const fields = {metadata: '{"tags":{"site":"A"}}', ...(set !== undefined && {set: text})};
    const form = await fileForm(media, type, {...fields, ...texts}, captureId);
    return this.send('/protect', form.payload, form.headers);
  }

  async protect(media: Uint8Array, set?: object, upload: Upload = {}): Promise<SealedFile> {
    const {captureId = randomUUID()} = upload;
    const answer = await this.ask(media, set, {...upload, captureId});
    const file = Buffer.from(await answer.arrayBuffer());
    assert.equal(answer.status, 200, file.subarray(0, 500).toString());
    return {captureId, file, isReplayed: answer.headers.has('idempotency-replayed')};
  }

  /** Seals a photo by its digest, as a page does. */
  async seal(
    set: SetRequest,
    {captureId = randomUUID()}: Pick<SealRequest, 'captureId'> | {captureId?: undefined} = {},
  ): Promise<SealedFile> {
    const manifestSize = suggestedManifestSize({}, set);
    const layout = layOut(jpegOf(3000), 'image/jpeg', manifestSize);
    const {exclusion} = layout;
    const digest = Buffer.from(sha256(...hashedParts(layout))).toString('base64');
    const asked = {mediaType: 'image/jpeg', digest, exclusion, manifestSize, set} as const;
    const request = sealRequest({...asked, captureId, metadata: {}});
    const answer = await this.send('/seal', JSON.stringify(request), idempotent(request));
    const store = new Uint8Array(await answer.arrayBuffer());
    assert.equal(answer.status, 200, Buffer.from(store).subarray(0, 500).toString());
    const isReplayed = answer.headers.has('idempotency-replayed');
    return {captureId, file: Buffer.from(concat(fill(layout, store))), isReplayed};
  }

  async inspect({file}: SealedFile): Promise<InspectionResult> {
    const answer = await this.send('/inspect', envelope(file), {});
    return (await answer.json()) as InspectionResult;
  }

  /** What files say of their sets, once they are valid. */
  setsOf(files: readonly SealedFile[]): Promise<SealedSet[]> {
    return Promise.all(files.map((file) => this.setOf(file)));
  }

  async setOf(file: SealedFile): Promise<SealedSet> {
    const {labelState, reason, set} = await this.inspect(file);
    assert.equal(labelState, 'valid', reason);
    assert.ok(set, 'the file is part of a set');
    return set;
  }

  send(path: string, body: Buffer | string, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.#base}${path}`, {
      method: 'POST',
      headers: {'x-api-key': this.key, 'content-type': 'application/json', ...headers},
      body: typeof body === 'string' ? body : Uint8Array.from(body),
    });
  }
}
