import type {CaptureMetadata} from '../../model/capture-metadata.js';
import {SealedCaptureError} from '../../model/errors.js';
import type {SealableMediaType} from '../../model/media-type.js';
import {MAX_MANIFEST_SIZE} from '../../model/seal-request.js';
import {concat} from '../../seal/bytes.js';
import {manifestBindsDigest} from '../../seal/check-manifest.js';
import {fill, hashedParts, layOut, suggestedManifestSize, type Layout} from '../../seal/layout.js';
import type {LaidOut} from '../media-sealer.js';
import type {Params} from '../media-worker-calls.js';
import {toBase64} from './base64.js';
import type {CaptureShelf} from './capture-shelf.js';

interface Prepared {
  layout: Layout;
  digest: ArrayBuffer;
}

/** Layouts that wait for their manifests; each holds on to its media. */
const REMEMBERED = 4;

/** Lays kept media out, and fills the hole; what was laid out last is remembered until it is filled. */
export class Sealing {
  readonly #shelf: CaptureShelf;
  readonly #prepared = new Map<string, Prepared>();

  constructor(shelf: CaptureShelf) {
    this.#shelf = shelf;
  }

  async layOut({captureId, mediaType, metadata, needed}: Params<'layOut'>): Promise<LaidOut> {
    const manifestSize = sizeFor(metadata, needed);
    const prepared = await this.#prepare(captureId, mediaType, manifestSize);
    this.#prepared.set(captureId, prepared);
    const [oldest] = this.#prepared.keys();
    if (oldest && this.#prepared.size > REMEMBERED) this.#prepared.delete(oldest);
    return {
      digest: toBase64(new Uint8Array(prepared.digest)),
      exclusion: prepared.layout.exclusion,
      manifestSize,
    };
  }

  async fill({captureId, mediaType, manifest}: Params<'fill'>): Promise<Blob> {
    const store = new Uint8Array(manifest);
    const remembered = this.#prepared.get(captureId);
    this.#prepared.delete(captureId);
    const {layout, digest} =
      remembered?.layout.manifestSize === store.length
        ? remembered
        : await this.#prepare(captureId, mediaType, store.length);
    if (!manifestBindsDigest(store, new Uint8Array(digest), layout.exclusion)) {
      throw new SealedCaptureError('seal_mismatch', 'The seal that came back is of another file.');
    }
    return new Blob(fill(layout, store) as Uint8Array<ArrayBuffer>[], {type: mediaType});
  }

  forget(captureId: string): void {
    this.#prepared.delete(captureId);
  }

  async #prepare(
    captureId: string,
    mediaType: SealableMediaType,
    manifestSize: number,
  ): Promise<Prepared> {
    const media = await this.#shelf.media(captureId);
    if (!media) throw new SealedCaptureError('capture_unknown', 'The capture is not kept here.');
    const layout = layOut(new Uint8Array(media), mediaType, manifestSize);
    return {layout, digest: await crypto.subtle.digest('SHA-256', concat(hashedParts(layout)))};
  }
}

/** Rounded up to even bytes, which WebP wants. */
const sizeFor = (metadata: CaptureMetadata, needed?: number): number =>
  needed === undefined
    ? suggestedManifestSize(metadata)
    : Math.min(MAX_MANIFEST_SIZE, needed + (needed % 2));
