import {SealedCaptureError} from '../model/errors.js';
import {type Exclusion} from '../model/seal/seal-request.js';
import {type ByteRange} from '../own-reader/byte-range.js';

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

/** A store that a file carries already. */
export interface EarlierStore {
  /** The ranges of the file with the container's framing, in order. */
  readonly places: readonly ByteRange[];
  /** The ranges of the store itself, in order. */
  readonly pieces: readonly ByteRange[];
}

/** How one file format carries a manifest store. */
export interface Container {
  /**
   * Finds the place of the store: that of `earlier`, which is left out, or a new one. No other byte changes, except
   * fields that state the size of what the store stands in. Throws `media_unsupported` for a damaged file, another
   * format, or a file whose store the engine would not find.
   */
  layOut(media: Uint8Array, manifestSize: number, earlier?: EarlierStore): Layout;
}

/** The parts of a range of the file that are outside of these places. */
export function outside(
  media: Uint8Array,
  {start, end}: ByteRange,
  places: readonly ByteRange[] = [],
): Uint8Array[] {
  const parts: Uint8Array[] = [];
  let at = start;
  for (const place of places) {
    if (place.start > at) parts.push(media.subarray(at, Math.min(place.start, end)));
    at = Math.max(at, place.end);
  }
  parts.push(media.subarray(at, Math.max(at, end)));
  return parts.filter(({length}) => length > 0);
}

export const unsupported = (message: string): SealedCaptureError =>
  new SealedCaptureError('media_unsupported', message);
