import {SealedCaptureError} from '../../model/errors.js';
import {type Exclusion} from '../../model/seal/seal-request.js';

/**
 * A file laid out around the hole that its manifest store will fill.
 * The sealed file is `before`, then `frame(store)`, then `after`; what the digest covers is `before` and `after`.
 */
export interface Layout {
  /** The bytes that the digest leaves out. */
  readonly exclusion: Exclusion;
  /** Exact length of the store that fits the hole, in bytes. */
  readonly manifestSize: number;
  readonly before: readonly Uint8Array[];
  readonly after: readonly Uint8Array[];
  /** The store as it stands in the file, with the container's framing: exactly `exclusion.length` bytes. */
  frame(store: Uint8Array): Uint8Array;
}

/** How one file format carries a manifest store. */
export interface Container {
  /** Where the store goes. Throws `media_unsupported` for a damaged file or another format. */
  layOut(media: Uint8Array, manifestSize: number): Layout;
  /** True when a C2PA manifest store is embedded already; damaged files answer as far as they can be read. */
  carriesManifest(media: Uint8Array): boolean;
}

export const unsupported = (message: string): SealedCaptureError =>
  new SealedCaptureError('media_unsupported', message);
