// Sets as a service seals them: each photo with its number and the hash of the seal before it, and a closing record.
import {randomUUID} from 'node:crypto';
import {fill, hashedParts, layOut} from '@sealed-capture/seal/containers/layout.js';
import {concat} from '@sealed-capture/seal/encoding/bytes.js';
import type {Engine} from '@sealed-capture/seal/engine/engine.js';
import {readSeal} from '@sealed-capture/seal/engine/read-seal.js';
import type {NumberedSeal, SetClosing} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {makeManifestStore, type ManifestRequest} from '@sealed-capture/seal/writing/manifest.js';
import type {Signer} from '@sealed-capture/seal/writing/signer.js';
import {sha256} from '../../seal/test/pki.js';
import {options} from '../../seal/test/seal-file.js';

export interface SealedFile {
  name: string;
  bytes: Uint8Array;
}

type Place = NonNullable<ManifestRequest['set']>;

/** Seals photos of one job. */
export class SetSealer {
  readonly #signer: Signer;
  readonly #engine: Engine;
  readonly #picture: Uint8Array;
  readonly #job: string;
  readonly #set = randomUUID();
  readonly #seals: NumberedSeal[] = [];
  readonly #captures: SetClosing['captures'][number][] = [];
  /** Captures on the device, those that were discarded included. */
  #taken = 0;

  constructor(signer: Signer, engine: Engine, picture: Uint8Array, job: string) {
    this.#signer = signer;
    this.#engine = engine;
    this.#picture = picture;
    this.#job = job;
  }

  /** Seals a photo of a shot. */
  async photo(name: string, shot: {id: string; label: string}): Promise<SealedFile> {
    this.#taken += 1;
    const captureId = randomUUID();
    const capturedAt = this.#time();
    const told = {job: this.#job, index: this.#taken};
    const bytes = await this.#seal(captureId, told, {}, {capturedAt, features: {shot}});
    this.#captures.push({captureId, index: this.#taken, capturedAt, shot: shot.id});
    return {name, bytes};
  }

  /** A photo that the person has discarded before it was sealed. */
  discard(shot: string): SetClosing['discarded'][number] {
    this.#taken += 1;
    const capturedAt = this.#time();
    return {captureId: randomUUID(), index: this.#taken, capturedAt, discardedAt: capturedAt, shot};
  }

  async close(
    name: string,
    {discarded, shots}: Pick<SetClosing, 'discarded' | 'shots'>,
  ): Promise<SealedFile> {
    const closing = {captures: this.#captures, discarded, shots};
    const told = {job: this.#job, closing};
    const bytes = await this.#seal(randomUUID(), told, {seals: [...this.#seals]}, {});
    return {name, bytes};
  }

  #time(): string {
    return `2026-11-21T07:${String(this.#taken).padStart(2, '0')}:00Z`;
  }

  async #seal(
    captureId: string,
    told: Place['told'],
    more: Pick<Place['vouched'], 'seals'>,
    metadata: ManifestRequest['metadata'],
  ): Promise<Uint8Array> {
    const index = this.#seals.length + 1;
    const before = this.#seals.at(-1)?.seal;
    const vouched = {set: this.#set, index, ...(before && {previous: before}), ...more};
    const manifestSize = 24_576;
    const media = commented(this.#picture, `${this.#job} ${index}`);
    const layout = layOut(media, 'image/jpeg', manifestSize);
    const {exclusion} = layout;
    const request: ManifestRequest = {
      captureId,
      mediaType: 'image/jpeg',
      digest: sha256(...hashedParts(layout)),
      exclusion,
      manifestSize,
      metadata,
      origin: 'capture',
      set: {vouched, told},
    };
    const bytes = concat(fill(layout, await makeManifestStore(request, this.#signer, options)));
    const {set, checks} = await readSeal(this.#engine, bytes, 'image/jpeg');
    if (!set?.digest) throw new Error(`No set: ${JSON.stringify(checks)}`);
    this.#seals.push({index, captureId, digest: set.digest, seal: set.seal});
    return bytes;
  }
}

/** The picture with a comment, by which it differs from others. */
function commented(jpeg: Uint8Array, comment: string): Uint8Array {
  const text = Buffer.from(comment);
  const segment = [0xff, 0xfe, 0, text.length + 2, ...text];
  return Uint8Array.from([...jpeg.subarray(0, 2), ...segment, ...jpeg.subarray(2)]);
}

const shots = ['Front', 'Left', 'Back', 'Right', 'Damage', 'Close', 'Mileage', 'Papers'].map(
  (label) => ({id: label.toLowerCase(), label}),
);

/** Eight photos, the damage taken twice, one photo discarded, one shot skipped, and the closing record. */
export async function sealedJob(sealer: SetSealer): Promise<SealedFile[]> {
  const files: SealedFile[] = [];
  const taken = [...shots.slice(0, 7), shots[4]!];
  for (const [at, shot] of taken.entries()) {
    files.push(await sealer.photo(`photo-${at + 1}.jpg`, shot));
  }
  const discarded = [sealer.discard('close')];
  const skipped = {reason: 'unreachable' as const, words: 'In the glove box, which is locked.'};
  return [
    ...files,
    await sealer.close('closing.jpg', {
      discarded,
      shots: shots.map((shot) => ({
        ...shot,
        ...(shot.id === 'papers' && {skipped}),
      })),
    }),
  ];
}
