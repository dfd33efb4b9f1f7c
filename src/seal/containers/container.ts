import {SealedCaptureError} from '../../model/errors.js';
import {type Exclusion} from '../../model/seal/seal-request.js';

/**
 * A file with a gap for its manifest store. The sealed file is `before`, then `frame(store)`, then `after`; the
 * digest covers `before` and `after`.
 */
export interface Layout {
  /** The bytes that the digest leaves out. */
  readonly exclusion: Exclusion;
  /** Exact length in bytes of the store that fits the gap. */
  readonly manifestSize: number;
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
  /** The store with the container's framing, as it is written to the file: exactly `exclusion.length` bytes. */
  frame(store: Uint8Array): Uint8Array;
}

/** How one file format carries a manifest store. */
export interface Container {
  /** Finds the place of the store. Throws `media_unsupported` for a damaged file or another format. */
  layOut(media: Uint8Array, manifestSize: number): Layout;
  /** True when a C2PA manifest store is embedded already. Damaged files are read as far as possible. */
  carriesManifest(media: Uint8Array): boolean;
}

export const unsupported = (message: string): SealedCaptureError =>
  new SealedCaptureError('media_unsupported', message);
