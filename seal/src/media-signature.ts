import {readableMedia, type ReadableMediaType} from './model/readable-media.js';
import {ascii, hasAscii, viewOf} from './encoding/bytes.js';
import {findFrames} from './containers/mpeg-frame.js';

type Signature = [mediaType: ReadableMediaType, matches: (bytes: Uint8Array) => boolean];

const at = (offset: number, text: string) => (bytes: Uint8Array) => hasAscii(bytes, offset, text);
const riff = (form: string) => (bytes: Uint8Array) =>
  hasAscii(bytes, 0, 'RIFF') && hasAscii(bytes, 8, form);

const SVG_SEARCH = 1024;
/** Bytes that may stand before the audio of an MP3 without a tag. */
const AUDIO_SEARCH = 64 * 1024;

/** True if the root element is svg, after any prolog and comments. */
function isSvg(bytes: Uint8Array): boolean {
  const text = ascii(bytes, 0, Math.min(bytes.length, SVG_SEARCH)).replace(
    /^\u00ef\u00bb\u00bf/,
    '',
  );
  return /^\s*</.test(text) && /<svg[\s>]/.test(text);
}

const ID3_HEADER = 10;

/** FLAC, also after an ID3v2 tag. */
function isFlac(bytes: Uint8Array): boolean {
  if (!hasAscii(bytes, 0, 'ID3')) return hasAscii(bytes, 0, 'fLaC');
  const size = [6, 7, 8, 9].reduce((sum, index) => sum * 128 + ((bytes[index] ?? 0) & 0x7f), 0);
  return hasAscii(bytes, ID3_HEADER + size, 'fLaC');
}

/** TIFF and BigTIFF in both byte orders. */
const isTiff = (bytes: Uint8Array): boolean =>
  ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((text) => hasAscii(bytes, 0, text));

const TIFF_HEADER = 8;
const TIFF_ENTRY = 12;
const DNG_VERSION = 50_706;

/** A TIFF whose first directory has a DNG version, as far as the directory is within `bytes`. */
function isDng(bytes: Uint8Array): boolean {
  const isLittle = hasAscii(bytes, 0, 'II*\0');
  if (!(isLittle || hasAscii(bytes, 0, 'MM\0*')) || bytes.length < TIFF_HEADER) return false;
  const view = viewOf(bytes);
  const start = view.getUint32(4, isLittle);
  if (start + 2 > bytes.length) return false;
  const count = view.getUint16(start, isLittle);
  for (let i = 0, entry = start + 2; i < count && entry + 2 <= bytes.length; i++) {
    if (view.getUint16(entry, isLittle) === DNG_VERSION) return true;
    entry += TIFF_ENTRY;
  }
  return false;
}

/** JPEG XL without a container. It has no place for a seal. */
export const isBareJpegXl = at(0, '\xff\n');

/** Boxes that begin a segment of a fragmented MP4 (ISO/IEC 14496-12 and 23009-1). */
const isSegment = (bytes: Uint8Array): boolean =>
  ['styp', 'sidx', 'moof'].some((type) => hasAscii(bytes, 4, type));

const signatures: Signature[] = [
  ['image/jpeg', at(0, '\xff\xd8\xff')],
  ['image/png', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/webp', riff('WEBP')],
  ['audio/flac', isFlac],
  ['audio/mpeg', at(0, 'ID3')],
  ['audio/wav', riff('WAVE')],
  ['video/avi', riff('AVI ')],
  ['image/gif', (bytes) => hasAscii(bytes, 0, 'GIF87a') || hasAscii(bytes, 0, 'GIF89a')],
  ['image/x-adobe-dng', isDng],
  ['image/tiff', isTiff],
  ['image/jxl', (bytes) => at(0, '\0\0\0\x0cJXL \r\n\x87\n')(bytes) || isBareJpegXl(bytes)],
  ['application/pdf', at(0, '%PDF-')],
  ['image/svg+xml', isSvg],
  ['video/mp4', isSegment],
  // Players skip what stands before the audio.
  ['audio/mpeg', (bytes) => findFrames(bytes, 0, AUDIO_SEARCH) !== undefined],
];

/** Brands of ISO base media files that are not video; the first match decides. */
const brands: [brand: RegExp, mediaType: ReadableMediaType][] = [
  [/^avi[fs]$/, 'image/avif'],
  [/^(heic|heix|heim|heis|hevc|hevx|hevm|hevs)$/, 'image/heic'],
  [/^M4[AB] $/, 'audio/mp4'],
  [/^qt {2}$/, 'video/quicktime'],
];
const LARGEST_BRAND_LIST = 32;

/** Decides by the major brand, or for a general one ("mif1", "isom") by the compatible ones. */
function isoMediaType(bytes: Uint8Array): ReadableMediaType {
  const end = Math.min(
    bytes.length,
    (bytes[3] ?? 0) + (bytes[2] ?? 0) * 256,
    16 + LARGEST_BRAND_LIST * 4,
  );
  const major = ascii(bytes, 8, 12);
  const names = [major];
  for (let i = 16; i + 4 <= end; i += 4) names.push(ascii(bytes, i, i + 4));
  const isStill = /^(mif1|msf1)$/.test(major);
  for (const name of isStill ? names : [major]) {
    for (const [brand, mediaType] of brands) if (brand.test(name)) return mediaType;
  }
  return isStill ? 'image/heif' : 'video/mp4';
}

/** Bytes of a file's beginning that {@link detectMediaType} needs, in all but unusual files. */
export const SIGNATURE_SIZE = 4096;

/**
 * The media type by the file's first bytes, if seals can be read from it; undefined for all others. The beginning of a
 * file is enough, but may hide what distinguishes two formats of a family: DNG from TIFF, FLAC from MP3.
 */
export function detectMediaType(bytes: Uint8Array): ReadableMediaType | undefined {
  if (hasAscii(bytes, 4, 'ftyp')) return isoMediaType(bytes);
  return signatures.find(([, matches]) => matches(bytes))?.[0];
}

/** Every media type that {@link detectMediaType} can name. */
export const readableMediaTypes: ReadonlySet<string> = new Set(Object.keys(readableMedia));
