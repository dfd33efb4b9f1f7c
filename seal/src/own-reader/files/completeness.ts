import {segmentsOf} from '../../containers/jpeg.js';
import {ascii, hasAscii, viewOf} from '../../encoding/bytes.js';
import {holds, holdsBareStore, STORE_MARK} from './marks.js';
import {placeInBmff} from './bmff.js';
import {placeInId3} from './id3-tags.js';
import {lookInBlob, lookInMemory, someIn, type Look} from './look.js';
import {type SealPlace} from './seal-place.js';
import {placeInTiff} from './tiff.js';

/** Bytes of a store's beginning that name it more than once, so that a damaged byte does not hide it. */
const HEAD = 128;

const SOS = 0xda;
const APP11 = 0xeb;

/** The segments up to the picture. */
function* placeInJpeg(size: number): Look<SealPlace> {
  const file = yield {start: 0, end: size};
  let isTaken = false;
  let isWhole = false;
  let at = 2;
  for (const {marker, start, end} of segmentsOf(file)) {
    isTaken ||= marker === APP11 && holds(file, 'c2pa', start, start + HEAD);
    isWhole = marker === SOS && end < file.length;
    at = end;
  }
  // A damaged marker or length does not hide a store.
  return {isWhole, isTaken: isTaken || holds(file, STORE_MARK, 0, isWhole ? at : file.length)};
}

const PNG_HEADER = 8;
/** Bytes of length, type and CRC around a chunk's data. */
const PNG_FRAME = 12;

/** The chunks up to IEND: a store may also stand after the picture. */
function* placeInPng(size: number): Look<SealPlace> {
  let isTaken = false;
  for (let at = PNG_HEADER; at + PNG_FRAME <= size;) {
    const head = yield {start: at, end: at + CHUNK_HEADER + HEAD};
    const type = ascii(head, 4, 8);
    isTaken ||= type === 'caBX' || (type !== 'IDAT' && holds(head, STORE_MARK, CHUNK_HEADER));
    const end = at + PNG_FRAME + viewOf(head).getUint32(0);
    if (end > size) break;
    if (type === 'IEND') return {isWhole: true, isTaken};
    at = end;
  }
  return {isWhole: false, isTaken};
}

const RIFF_HEADER = 12;
const CHUNK_HEADER = 8;
/** Programs that cannot go back in what they write leave this as the size: up to the end of the file. */
const UNKNOWN_SIZE = 0xffffffff;

/** The chunks of the whole form. A last padding byte may be missing. */
function* placeInRiff(size: number): Look<SealPlace> {
  const endOf = (start: number, length: number): number =>
    length === UNKNOWN_SIZE ? size : start + length;
  if (size < RIFF_HEADER) return {isWhole: false, isTaken: false};
  const form = viewOf(yield {start: 0, end: RIFF_HEADER});
  const formEnd = endOf(CHUNK_HEADER, form.getUint32(4, true));
  let isTaken = false;
  let at = RIFF_HEADER;
  while (at + CHUNK_HEADER <= Math.min(formEnd, size)) {
    const start = at + CHUNK_HEADER;
    const head = yield {start: at, end: start + HEAD};
    isTaken ||= hasAscii(head, 0, 'C2PA') || holds(head, STORE_MARK, CHUNK_HEADER);
    const end = endOf(start, viewOf(head).getUint32(4, true));
    at = end + ((end - start) & 1);
  }
  return {isWhole: formEnd <= size + 1 && at <= formEnd + 1, isTaken};
}

const SVG_TAIL = 4096;

/** A document that ends before its last tag is not whole. */
function* placeInSvg(size: number): Look<SealPlace> {
  const head = yield {start: 0, end: SVG_TAIL};
  const isEmpty = /<svg\b[^>]*\/>/.test(ascii(head, 0, head.length));
  const tail = yield {start: Math.max(0, size - SVG_TAIL), end: size};
  const isEnded = /<\/([\w.-]+:)?svg\s*>/.test(ascii(tail, 0, tail.length));
  const isTaken = yield* someIn({start: 0, end: size}, (part) => holds(part, 'c2pa:manifest'));
  return {isWhole: isEmpty || isEnded, isTaken};
}

/** Bytes before a store's mark in which the keyword of its stream stands. */
const STREAM_HEADER = 24;

/**
 * True if a store is a stream of its own here, or is named in a part that is not compressed. Other streams may be sealed
 * pictures.
 */
const isInPdf = (part: Uint8Array): boolean =>
  holds(part, '/C2PA_Manifest') ||
  holdsBareStore(part, (at) => !/stream\r?\n?.{12}$/s.test(ascii(part, at - STREAM_HEADER, at)));

/** Bytes from the end in which readers search for the end mark. */
const PDF_TAIL = 1024;

/** A document that ends before its end mark is not whole. The engine itself reports other damage. */
function* placeInPdf(size: number): Look<SealPlace> {
  const isWhole = holds(yield {start: Math.max(0, size - PDF_TAIL), end: size}, '%%EOF');
  return {isWhole, isTaken: yield* someIn({start: 0, end: size}, isInPdf)};
}

type Container = [
  matches: (head: Uint8Array) => boolean,
  placeIn: (size: number) => Look<SealPlace>,
];

const begins =
  (...texts: string[]) =>
  (head: Uint8Array): boolean =>
    texts.some((text) => hasAscii(head, 0, text));

/** The engine itself reports where a GIF is damaged. */
function* placeInGif(size: number): Look<SealPlace> {
  const test = (part: Uint8Array) => holds(part, 'C2PA_GIF') || holds(part, STORE_MARK);
  return {isWhole: true, isTaken: yield* someIn({start: 0, end: size}, test)};
}

const containers: Container[] = [
  [begins('\xff\xd8\xff'), placeInJpeg],
  [begins('\x89PNG\r\n\x1a\n'), placeInPng],
  [begins('RIFF'), placeInRiff],
  [begins('ID3', 'fLaC'), placeInId3],
  [begins('II*\0', 'MM\0*', 'II+\0', 'MM\0+'), placeInTiff],
  [begins('GIF8'), placeInGif],
  [begins('%PDF-'), placeInPdf],
  [(head) => /^(ftyp|styp|sidx|moof|JXL )$/.test(ascii(head, 4, 8)), placeInBmff],
  [(head) => holds(head, '<svg', 0, 1024), placeInSvg],
];

/** Bytes in which a container whose first bytes are damaged shows that there was a store. */
const BEGINNING = 4096;

function* placeIn(size: number): Look<SealPlace> {
  const head = yield {start: 0, end: BEGINNING};
  const known = containers.find(([matches]) => matches(head))?.[1];
  return known ? yield* known(size) : {isWhole: true, isTaken: holds(head, STORE_MARK)};
}

/**
 * Whether the part of a file in which a manifest store could be is there, and shows marks of one. An unknown container
 * counts as whole.
 */
export const sealPlaceOf = (file: Uint8Array): SealPlace =>
  lookInMemory(file, placeIn(file.length));

/** The same for a file that is not in memory. One with too many parts counts as damaged. */
export const sealPlaceIn = async (file: Blob): Promise<SealPlace> =>
  (await lookInBlob(file, placeIn(file.size))) ?? {isWhole: false, isTaken: false};
