import {concat, hasAscii, viewOf} from '../../encoding/bytes.js';
import {FRAME_HEADER} from '../../containers/id3.js';
import {
  BOX_HEADER,
  isJumbf,
  isManifest,
  SEGMENT_HEADER,
  segmentsOf,
} from '../../containers/jpeg.js';
import {manifestFramesOf} from '../../containers/mp3.js';
import * as png from '../../containers/png.js';
import * as riff from '../../containers/riff.js';
import {detectMediaType} from '../../media-signature.js';
import {bmffStoresIn} from './bmff.js';
import {type ByteRange} from '../byte-range.js';

/** A manifest store as it stands in a file. */
export interface EmbeddedStore {
  /** JUMBF (C2PA 2.2, section 11.1): the pieces in order. */
  bytes: Uint8Array;
  pieces: ByteRange[];
  /** The ranges of the file with the container's framing, in order. */
  places: ByteRange[];
}

/** Copied only if it is in several pieces. */
function embedded(file: Uint8Array, pieces: ByteRange[], places: ByteRange[]): EmbeddedStore {
  const parts = pieces.map(({start, end}) => file.subarray(start, end));
  const [first, ...others] = parts;
  return {bytes: first && others.length === 0 ? first : concat(parts), pieces, places};
}

/** Joins the segments of one box instance, in their sequence (C2PA 2.2, appendix A.3.1). */
function storesInJpeg(file: Uint8Array): EmbeddedStore[] {
  const view = viewOf(file);
  const found = new Map<number, {pieces: ByteRange[]; places: ByteRange[]; sequence: number}>();
  const stores: EmbeddedStore[] = [];
  for (const segment of segmentsOf(file)) {
    if (!isJumbf(file, segment)) continue;
    const {start, end} = segment;
    const instance = view.getUint16(start + 6);
    const sequence = view.getUint32(start + 8);
    const store = found.get(instance);
    if (store && sequence > store.sequence) {
      store.pieces.push({start: start + SEGMENT_HEADER + BOX_HEADER, end});
      store.places.push({start, end});
      store.sequence = sequence;
    } else if (isManifest(file, segment)) {
      if (store) stores.push(embedded(file, store.pieces, store.places));
      const pieces = [{start: start + SEGMENT_HEADER, end}];
      found.set(instance, {pieces, places: [{start, end}], sequence});
    }
  }
  for (const {pieces, places} of found.values()) stores.push(embedded(file, pieces, places));
  return stores;
}

const storesInPng = (file: Uint8Array): EmbeddedStore[] =>
  [...png.chunksOf(file)]
    .filter(({start}) => hasAscii(file, start + 4, 'caBX'))
    .map(({start, end}) => embedded(file, [{start: start + 8, end: end - 4}], [{start, end}]));

const storesInRiff = (file: Uint8Array): EmbeddedStore[] =>
  [...riff.chunksOf(file)]
    .filter(({start}) => hasAscii(file, start, 'C2PA'))
    .map(({start, end}) => {
      const piece = {start: start + riff.CHUNK_HEADER, end};
      return embedded(file, [piece], [{start, end: end + ((end - start) & 1)}]);
    });

/** The position after a text that ends with NUL: one byte, or two if the encoding is UTF-16. */
function behindText(file: Uint8Array, start: number, end: number, width: 1 | 2): number {
  for (let at = start; at + width <= end; at += width) {
    if (file[at] === 0 && (width === 1 || file[at + 1] === 0)) return at + width;
  }
  return end;
}

/** GEOB: encoding, media type, file name, description, object (ID3v2.4, section 4.15). */
const storesInMp3 = (file: Uint8Array): EmbeddedStore[] =>
  Array.from(manifestFramesOf(file), ({start, end}) => {
    const width = file[start] === 1 || file[start] === 2 ? 2 : 1;
    const name = behindText(file, start + 1, end, 1);
    const object = behindText(file, behindText(file, name, end, width), end, width);
    return embedded(file, [{start: object, end}], [{start: start - FRAME_HEADER, end}]);
  });

function storesIn(file: Uint8Array): EmbeddedStore[] {
  switch (detectMediaType(file)) {
    case 'image/jpeg':
      return storesInJpeg(file);
    case 'image/png':
      return storesInPng(file);
    case 'image/webp':
    case 'audio/wav':
    case 'video/avi':
      return storesInRiff(file);
    case 'audio/mpeg':
      return storesInMp3(file);
    default:
      return bmffStoresIn(file).map(({store, box}) => embedded(file, [store], [box]));
  }
}

/**
 * The embedded C2PA manifest store of a JPEG, PNG, WebP, WAV, AVI, MP3 or ISO base media file. Undefined if there
 * is none, or more than one: with two, it is unclear which one the engine checked.
 */
export function storeOf(file: Uint8Array): EmbeddedStore | undefined {
  const [store, ...others] = storesIn(file);
  return others.length === 0 ? store : undefined;
}
