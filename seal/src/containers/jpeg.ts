import {concat, hasAscii, lengthOf, viewOf} from '../encoding/bytes.js';
import {outside, unsupported, type Container, type EarlierStore, type Layout} from './container.js';

/** Payload of one APP11 segment without its length, CI, En and Z fields (ISO/IEC 19566-5, annex D). */
const LARGEST_PAYLOAD = 0xffff - 2 - 2 - 2 - 4;
export const SEGMENT_HEADER = 12;
/** LBox and TBox of the store, repeated in each further segment. */
export const BOX_HEADER = 8;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const APP0 = 0xe0;
const APP1 = 0xe1;
const APP11 = 0xeb;

export interface Segment {
  marker: number;
  /** Position of its 0xFF, after fill bytes. */
  start: number;
  end: number;
}

/** Markers that are followed by a length, as the engine and its library read them. */
const hasLength = (marker: number): boolean =>
  (marker >= 0xc0 && marker <= 0xd7) ||
  (marker >= APP0 && marker <= 0xef) ||
  [SOS, 0xdb, 0xdd, 0xfe].includes(marker);

/**
 * The segments from SOI to SOS. Bytes between segments are skipped, as by browsers and the engine. Ends silently
 * where the file does.
 */
export function* segmentsOf(media: Uint8Array): Generator<Segment> {
  if (media[0] !== 0xff || media[1] !== SOI) return;
  const view = viewOf(media);
  for (let at = media.indexOf(0xff, 2); at >= 0; at = media.indexOf(0xff, at)) {
    while (media[at + 1] === 0xff) at++;
    const marker = media[at + 1];
    if (marker === undefined || marker === EOI) return;
    if (!hasLength(marker)) {
      at += 2;
      continue;
    }
    if (at + 4 > media.length) return;
    const end = at + 2 + view.getUint16(at + 2);
    if (end < at + 4 || end > media.length) return;
    yield {marker, start: at, end};
    if (marker === SOS) return;
    at = end;
  }
}

export const isJumbf = (media: Uint8Array, {marker, start, end}: Segment): boolean =>
  marker === APP11 &&
  end - start >= SEGMENT_HEADER + BOX_HEADER &&
  hasAscii(media, start + 4, 'JP');

/** True for a segment that the engine takes for the first of a manifest store, also if its boxes are damaged. */
export const isManifest = (media: Uint8Array, segment: Segment): boolean =>
  segment.marker === APP11 &&
  segment.end - segment.start >= SEGMENT_HEADER + 24 &&
  hasAscii(media, segment.start + 28, 'c2pa');

/**
 * True for APP0 and EXIF, which stay first because readers expect them there. MPF (APP2) has offsets relative to
 * itself, so it may move.
 */
const leads = (media: Uint8Array, {marker, start}: Segment): boolean =>
  marker === APP0 || (marker === APP1 && hasAscii(media, start + 4, 'Exif\0'));

function frame(store: Uint8Array, instance: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const boxHeader = store.subarray(0, BOX_HEADER);
  for (let at = 0, sequence = 1; at < store.length; sequence++) {
    const repeated = sequence === 1 ? new Uint8Array(0) : boxHeader;
    const chunk = store.subarray(at, at + LARGEST_PAYLOAD - repeated.length);
    const header = new Uint8Array(SEGMENT_HEADER);
    const view = viewOf(header);
    view.setUint16(0, 0xff00 | APP11);
    view.setUint16(2, SEGMENT_HEADER - 2 + repeated.length + chunk.length);
    view.setUint16(4, 0x4a50); // "JP"
    view.setUint16(6, instance);
    view.setUint32(8, sequence);
    parts.push(header, repeated, chunk);
    at += chunk.length;
  }
  return concat(parts);
}

function framedLength(manifestSize: number): number {
  const further = Math.max(0, manifestSize - LARGEST_PAYLOAD);
  const segments = 1 + Math.ceil(further / (LARGEST_PAYLOAD - BOX_HEADER));
  return manifestSize + segments * SEGMENT_HEADER + (segments - 1) * BOX_HEADER;
}

/**
 * Where a first store is put: behind APP0 and EXIF. The engine finds it only if no bytes between segments, not even
 * fill bytes, stand before it.
 */
function placeIn(media: Uint8Array): number {
  let at = 2;
  for (const segment of segmentsOf(media)) {
    if (segment.start !== at || !leads(media, segment)) break;
    at = segment.end;
  }
  return at;
}

/** @throws {SealedCaptureError} `media_unsupported` with what is wrong */
function assertComplete(media: Uint8Array, last: Segment | undefined): void {
  if (last?.marker === SOS && last.end < media.length) return;
  const isCutOff = last ? media.indexOf(0xff, last.end) >= 0 : false;
  throw unsupported(
    isCutOff
      ? 'This JPEG cannot be read up to its picture: a part of it is damaged or missing.'
      : 'This is not a complete JPEG: it ends before its picture begins.',
  );
}

/** APP11 segments after APP0 and EXIF (C2PA 2.2, appendix A.3.1). */
export const jpeg: Container = {
  layOut(media, manifestSize, earlier?: EarlierStore): Layout {
    const places = earlier?.places ?? [];
    const instances = new Set<number>();
    let last: Segment | undefined;
    for (const segment of segmentsOf(media)) {
      last = segment;
      const isEarlier = places.some(({start}) => start === segment.start);
      if (!isEarlier && isJumbf(media, segment)) {
        instances.add(viewOf(media).getUint16(segment.start + 6));
      }
    }
    assertComplete(media, last);
    const at = places[0]?.start ?? placeIn(media);
    let instance = 1;
    while (instances.has(instance)) instance++;
    const before = [media.subarray(0, at)];
    return {
      exclusion: {start: lengthOf(before), length: framedLength(manifestSize)},
      manifestSize,
      before,
      after: outside(media, {start: at, end: media.length}, places),
      frame: (store) => frame(store, instance),
    };
  },
};
