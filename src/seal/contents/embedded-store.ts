import {concat, hasAscii, viewOf} from '../bytes.js';
import {FRAME_HEADER} from '../containers/id3.js';
import {BOX_HEADER, isJumbf, isManifest, SEGMENT_HEADER, segmentsOf} from '../containers/jpeg.js';
import {manifestFramesOf} from '../containers/mp3.js';
import * as png from '../containers/png.js';
import * as riff from '../containers/riff.js';
import {detectMediaType} from '../media-signature.js';
import {bmffStoresIn} from './bmff.js';

/** Bytes of a file: from `start` up to, not including, `end`. */
export interface Place {
  start: number;
  end: number;
}

/** A manifest store as it stands in a file. */
export interface EmbeddedStore {
  /** JUMBF (C2PA 2.2, section 11.1). */
  bytes: Uint8Array;
  /** Where it stands with its container's framing, in order. */
  places: Place[];
}

/** Segments of one box instance, in their sequence (C2PA 2.2, appendix A.3.1). */
function storesInJpeg(file: Uint8Array): EmbeddedStore[] {
  const view = viewOf(file);
  const found = new Map<number, {parts: Uint8Array[]; places: Place[]; sequence: number}>();
  const stores: EmbeddedStore[] = [];
  for (const segment of segmentsOf(file)) {
    if (!isJumbf(file, segment)) continue;
    const {start, end} = segment;
    const instance = view.getUint16(start + 6);
    const sequence = view.getUint32(start + 8);
    const store = found.get(instance);
    if (store && sequence > store.sequence) {
      store.parts.push(file.subarray(start + SEGMENT_HEADER + BOX_HEADER, end));
      store.places.push({start, end});
      store.sequence = sequence;
    } else if (isManifest(file, segment)) {
      if (store) stores.push({bytes: concat(store.parts), places: store.places});
      const parts = [file.subarray(start + SEGMENT_HEADER, end)];
      found.set(instance, {parts, places: [{start, end}], sequence});
    }
  }
  for (const {parts, places} of found.values()) stores.push({bytes: concat(parts), places});
  return stores;
}

const storesInPng = (file: Uint8Array): EmbeddedStore[] =>
  [...png.chunksOf(file)]
    .filter(({start}) => hasAscii(file, start + 4, 'caBX'))
    .map((place) => ({bytes: file.subarray(place.start + 8, place.end - 4), places: [place]}));

const storesInRiff = (file: Uint8Array): EmbeddedStore[] =>
  [...riff.chunksOf(file)]
    .filter(({start}) => hasAscii(file, start, 'C2PA'))
    .map(({start, end}) => ({
      bytes: file.subarray(start + riff.CHUNK_HEADER, end),
      places: [{start, end: end + ((end - start) & 1)}],
    }));

/** Behind a text that ends with NUL: one byte, or two where the encoding is UTF-16. */
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
    return {bytes: file.subarray(object, end), places: [{start: start - FRAME_HEADER, end}]};
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
      return hasAscii(file, 4, 'ftyp') ? bmffStoresIn(file) : [];
  }
}

/**
 * The C2PA manifest store that is embedded in a JPEG, PNG, WebP, WAV, AVI, MP3 or ISO base media file. Undefined where
 * there is none, and where there are several: a file with two seals has none that is surely the one that was checked.
 */
export function storeOf(file: Uint8Array): EmbeddedStore | undefined {
  const [store, ...others] = storesIn(file);
  return others.length === 0 ? store : undefined;
}
