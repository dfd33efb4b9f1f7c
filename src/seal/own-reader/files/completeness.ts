import {ascii, hasAscii, viewOf} from '../../encoding/bytes.js';
import {holds, STORE_MARK} from './marks.js';
import {placeInBmff} from './bmff.js';
import {placeInId3} from './id3-tags.js';
import {type SealPlace} from './seal-place.js';
import {placeInTiff} from './tiff.js';

/** Bytes of a store's beginning that name it more than once, so that a damaged byte does not hide it. */
const HEAD = 128;

const EOI = 0xd9;
const SOS = 0xda;
const APP11 = 0xeb;
/** 0x00 is a stuffed byte; TEM, RST and SOI have no length. */
const isAlone = (marker: number): boolean => marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8);

/** The segments up to the picture. Bytes between segments are skipped, as by every decoder. */
function placeInJpeg(file: Uint8Array): SealPlace {
  const view = viewOf(file);
  let isTaken = false;
  let isWhole = false;
  let at = 2;
  for (;;) {
    const marked = file.indexOf(0xff, at);
    if (marked < 0) break;
    at = marked;
    while (file[at] === 0xff) at++;
    const marker = file[at++] ?? EOI;
    isWhole = marker === EOI && at <= file.length;
    if (marker === EOI) break;
    if (isAlone(marker)) continue;
    const length = at + 2 <= file.length ? view.getUint16(at) : 0;
    isTaken ||= marker === APP11 && holds(file, 'c2pa', at + 2, at + 2 + HEAD);
    if (length < 2 || at + length > file.length) break;
    at += length;
    isWhole = marker === SOS && at < file.length;
    if (marker === SOS) break;
  }
  // A damaged marker or length does not hide a store.
  return {isWhole, isTaken: isTaken || holds(file, STORE_MARK, 0, isWhole ? at : file.length)};
}

const PNG_HEADER = 8;
/** Bytes of length, type and CRC around a chunk's data. */
const PNG_FRAME = 12;

/** The chunks up to IEND: a store may also stand after the picture. */
function placeInPng(file: Uint8Array): SealPlace {
  const view = viewOf(file);
  let isTaken = false;
  for (let at = PNG_HEADER; at + PNG_FRAME <= file.length;) {
    const type = ascii(file, at + 4, at + 8);
    const start = at + 8;
    isTaken ||=
      type === 'caBX' || (type !== 'IDAT' && holds(file, STORE_MARK, start, start + HEAD));
    const end = at + PNG_FRAME + view.getUint32(at);
    if (end > file.length) break;
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
function placeInRiff(file: Uint8Array): SealPlace {
  const view = viewOf(file);
  const endOf = (start: number, size: number): number =>
    size === UNKNOWN_SIZE ? file.length : start + size;
  if (file.length < RIFF_HEADER) return {isWhole: false, isTaken: false};
  const formEnd = endOf(CHUNK_HEADER, view.getUint32(4, true));
  let isTaken = false;
  let at = RIFF_HEADER;
  while (at + CHUNK_HEADER <= Math.min(formEnd, file.length)) {
    const start = at + CHUNK_HEADER;
    isTaken ||= hasAscii(file, at, 'C2PA') || holds(file, STORE_MARK, start, start + HEAD);
    const end = endOf(start, view.getUint32(at + 4, true));
    at = end + ((end - start) & 1);
  }
  return {isWhole: formEnd <= file.length + 1 && at <= formEnd + 1, isTaken};
}

const SVG_TAIL = 4096;

/** A document that ends before its last tag is not whole. */
const placeInSvg = (file: Uint8Array): SealPlace => ({
  isWhole:
    /<\/([\w.-]+:)?svg\s*>/.test(ascii(file, Math.max(0, file.length - SVG_TAIL), file.length)) ||
    /<svg\b[^>]*\/>/.test(ascii(file, 0, SVG_TAIL)),
  isTaken: holds(file, 'c2pa:manifest'),
});

type Container = [matches: (file: Uint8Array) => boolean, placeIn: (file: Uint8Array) => SealPlace];

const begins =
  (...texts: string[]) =>
  (file: Uint8Array): boolean =>
    texts.some((text) => hasAscii(file, 0, text));

/** The engine itself reports where one of these is damaged. */
const marked =
  (...texts: string[]) =>
  (file: Uint8Array): SealPlace => ({
    isWhole: true,
    isTaken: texts.some((text) => holds(file, text)),
  });

const containers: Container[] = [
  [begins('\xff\xd8\xff'), placeInJpeg],
  [begins('\x89PNG\r\n\x1a\n'), placeInPng],
  [begins('RIFF'), placeInRiff],
  [begins('ID3'), placeInId3],
  [begins('II*\0', 'MM\0*', 'II+\0', 'MM\0+'), placeInTiff],
  [begins('GIF8'), marked('C2PA_GIF', STORE_MARK)],
  [begins('%PDF-'), marked('/C2PA_Manifest', STORE_MARK)],
  [(file) => /^(ftyp|styp|sidx|moof|JXL )$/.test(ascii(file, 4, 8)), placeInBmff],
  [(file) => holds(file, '<svg', 0, 1024), placeInSvg],
];

/** Bytes in which a container whose first bytes are damaged shows that there was a store. */
const BEGINNING = 4096;

/**
 * Whether the part of a file in which a manifest store could be is there, and shows marks of one. An unknown container
 * counts as whole.
 */
export function sealPlaceOf(file: Uint8Array): SealPlace {
  const placeIn = containers.find(([matches]) => matches(file))?.[1];
  return placeIn?.(file) ?? {isWhole: true, isTaken: holds(file, STORE_MARK, 0, BEGINNING)};
}
