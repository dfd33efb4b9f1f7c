import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  sealed,
  withoutManifest,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import {MAX_MANIFEST_SIZE} from '@sealed-capture/seal/model/seal/seal-format.js';
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {concat, lengthOf} from '@sealed-capture/seal/encoding/bytes.js';
import {manifestBindsDigest} from '@sealed-capture/seal/checking/check-manifest.js';
import {storeOf} from '@sealed-capture/seal/own-reader/files/embedded-store.js';
import {
  carriesManifest,
  fill,
  hashedParts,
  layOut,
  suggestedManifestSize,
  type Layout,
} from '@sealed-capture/seal/containers/layout.js';
import type {Clock} from '../../ports/browser/clock.js';
import type {Sealed} from '../../ports/captures/media-sealer.js';
import {toBase64} from '../base64.js';
import type {CaptureShelf} from '../storage/capture-shelf.js';
import type {SealService} from './seal-service.js';
import {secureCrypto} from './secure-crypto.js';

/** Media with a gap for their manifest. */
interface LaidOut {
  layout: Layout;
  digest: Uint8Array;
  /** The gap has the place of an earlier seal, which the new one has to name as its parent. */
  isSealed: boolean;
  /** What the service is told of its set. */
  set?: SetRequest;
}

interface SealedFile {
  manifest: ArrayBuffer;
  blob: Blob;
}

/** Layouts that may wait for their credentials; each holds its media in memory. */
const REMEMBERED = 4;

type Shelf = Pick<CaptureShelf, 'media' | 'replace' | 'setRequest'>;

/**
 * Has stored media sealed by the service, which gets their digest and not the media; of a chosen file that is sealed already,
 * the whole file.
 */
export class Sealer {
  readonly #shelf: Shelf;
  readonly #service: Pick<SealService, 'seal' | 'protect'>;
  readonly #clock: Clock;
  readonly #ahead = new Map<string, Promise<LaidOut>>();

  constructor(shelf: Shelf, service: Pick<SealService, 'seal' | 'protect'>, clock: Clock) {
    this.#shelf = shelf;
    this.#service = service;
    this.#clock = clock;
  }

  /**
   * Prepares the layout of a job that is about to be sealed. Errors are reported when it is sealed. Not of a closing record: what
   * it lists is read when its seal is requested, which may be a minute later.
   */
  layOutAhead(job: Job): void {
    if (isClosing(job)) return;
    const laidOut = this.#layOut(job);
    laidOut.catch(() => undefined);
    this.#ahead.set(job.captureId, laidOut);
    const [oldest] = this.#ahead.keys();
    if (oldest && this.#ahead.size > REMEMBERED) this.#ahead.delete(oldest);
  }

  /** Has the job sealed, and stores the seal if the stored state is still `stored`. */
  async seal(
    job: Job,
    authorization: Authorization,
    signal: AbortSignal,
    stored: JobState = job.state,
  ): Promise<Sealed> {
    const {manifest, blob} = await this.#seal(job, authorization, signal);
    const sealedAt = new Date(this.#clock.now()).toISOString();
    return {blob, ...(await storeSeal(this.#shelf, sealed(job, manifest, sealedAt), stored))};
  }

  async #seal(job: Job, authorization: Authorization, signal: AbortSignal): Promise<SealedFile> {
    const ahead = this.#ahead.get(job.captureId);
    this.#ahead.delete(job.captureId);
    const laidOut = await (ahead ?? this.#layOut(job));
    if (laidOut.isSealed) return this.#sealedFurther(job, laidOut, authorization, signal);
    try {
      return await this.#sealed(job, laidOut, authorization, signal);
    } catch (thrown) {
      if (!(thrown instanceof SealedCaptureError) || thrown.needed === undefined) throw thrown;
      // The requested size was too small: repeated with the size that the service named.
      const larger = await this.#layOut(job, roundedUp(thrown.needed));
      return this.#sealed(job, larger, authorization, signal);
    }
  }

  /**
   * Has the service seal a file above the seal that it has. The service judges that seal, so it needs the whole file. The
   * result is made here from the stored file, and has only the store from the service.
   */
  async #sealedFurther(
    job: Job,
    {set}: LaidOut,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<SealedFile> {
    const {captureId, mediaType, metadata, endpoint} = job;
    const media = await this.#stored(captureId);
    const call = {endpoint, authorization, captureId, mediaType, metadata, media, set, signal};
    const store = storeOf(new Uint8Array(await this.#service.protect(call)));
    if (!store) throw new SealedCaptureError('response_invalid', 'The answer has no seal.');
    const manifest = store.bytes.slice().buffer;
    return {manifest, blob: await this.fill(job, manifest)};
  }

  /** The sealed file, made from the stored media and the manifest. */
  async fill(job: Job, manifest: ArrayBuffer): Promise<Blob> {
    return filled(job, await this.#hashed(job, manifest.byteLength), manifest);
  }

  forget(captureId: string): void {
    this.#ahead.delete(captureId);
  }

  async #layOut(job: Job, manifestSize?: number): Promise<LaidOut> {
    const set = job.set && (await this.#shelf.setRequest(job));
    const size = manifestSize ?? suggestedManifestSize(job.metadata, set);
    return {...(await this.#hashed(job, size)), ...(set && {set})};
  }

  async #hashed(job: Job, manifestSize: number): Promise<LaidOut> {
    const bytes = new Uint8Array(await this.#stored(job.captureId));
    // Only of a file that a person has chosen: the history of any other is sent nowhere.
    const isSealed = !!job.metadata.imported && carriesManifest(bytes);
    const earlier = isSealed ? storeOf(bytes) : undefined;
    const layout = layOut(bytes, job.mediaType, manifestSize, earlier);
    const hashed = joined(hashedParts(layout));
    const digest = await secureCrypto().digest('SHA-256', hashed);
    // Only one copy is kept while waiting: the original media are released.
    const hole = layout.exclusion.start;
    const parts = {before: [hashed.subarray(0, hole)], after: [hashed.subarray(hole)]};
    return {layout: {...layout, ...parts}, digest: new Uint8Array(digest), isSealed};
  }

  async #stored(captureId: string): Promise<ArrayBuffer> {
    const media = await this.#shelf.media(captureId);
    if (!media) throw new SealedCaptureError('capture_unknown', 'The capture is not kept here.');
    return media;
  }

  async #sealed(
    job: Job,
    laidOut: LaidOut,
    authorization: Authorization,
    signal: AbortSignal,
  ): Promise<SealedFile> {
    const {set} = laidOut;
    const {captureId, mediaType, metadata, endpoint, origin, gathered} = job;
    const {exclusion, manifestSize} = laidOut.layout;
    const digest = toBase64(laidOut.digest);
    const media = {captureId, mediaType, digest, exclusion, manifestSize};
    const whose = {...(origin && {origin}), ...(gathered && {gathered})};
    const request = {...media, metadata, ...whose, ...(set && {set})};
    const manifest = await this.#service.seal({endpoint, authorization, request, signal});
    if (manifest.byteLength !== manifestSize) {
      throw new SealedCaptureError('response_invalid', 'The answer was cut short, or is no seal.');
    }
    return {manifest, blob: filled(job, laidOut, manifest)};
  }
}

/**
 * Stores a sealed job if the stored state is still `expected`: a job that was deleted or changed by another page
 * stays as it is. If the storage is full or broken, the caller still has the seal.
 */
export async function storeSeal(
  shelf: Pick<CaptureShelf, 'replace'>,
  job: Job,
  expected: JobState,
): Promise<Pick<Sealed, 'job' | 'storing'>> {
  const storing = await shelf.replace(job, expected).then(
    (isReplaced) => (isReplaced ? 'stored' : 'superseded'),
    () => 'failed' as const,
  );
  return {job: withoutManifest(job), storing};
}

function filled(
  {mediaType}: Job,
  {layout, digest, isSealed}: LaidOut,
  manifest: ArrayBuffer,
): Blob {
  const store = new Uint8Array(manifest);
  if (!manifestBindsDigest(store, digest, layout.exclusion, isSealed)) {
    throw new SealedCaptureError('seal_mismatch', 'The seal that came back is of another file.');
  }
  return new Blob(fill(layout, store) as Uint8Array<ArrayBuffer>[], {type: mediaType});
}

/** Joins the parts, without a copy if they are adjacent in memory, as those of a photo are. */
function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const [first] = parts;
  let end = first?.byteOffset;
  for (const {buffer, byteOffset, length} of parts) {
    if (buffer !== first?.buffer || byteOffset !== end) return concat(parts);
    end += length;
  }
  return new Uint8Array(first?.buffer as ArrayBuffer, first?.byteOffset, lengthOf(parts));
}

/** Rounds up to an even number of bytes, which WebP requires. */
const roundedUp = (size: number): number => Math.min(MAX_MANIFEST_SIZE, size + (size % 2));
