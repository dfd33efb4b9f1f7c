import {ascii, hasAscii} from './encoding/bytes.js';
import {findFrames} from './containers/mpeg-frame.js';

type Signature = [mediaType: string, matches: (bytes: Uint8Array) => boolean];

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

const signatures: Signature[] = [
  ['image/jpeg', at(0, '\xff\xd8\xff')],
  ['image/png', at(0, '\x89PNG\r\n\x1a\n')],
  ['image/webp', riff('WEBP')],
  ['audio/mpeg', at(0, 'ID3')],
  ['audio/wav', riff('WAVE')],
  ['video/avi', riff('AVI ')],
  ['image/gif', (bytes) => hasAscii(bytes, 0, 'GIF87a') || hasAscii(bytes, 0, 'GIF89a')],
  ['image/tiff', (bytes) => hasAscii(bytes, 0, 'II*\0') || hasAscii(bytes, 0, 'MM\0*')],
  ['image/jxl', at(0, '\0\0\0\x0cJXL \r\n\x87\n')],
  ['application/pdf', at(0, '%PDF-')],
  ['image/svg+xml', isSvg],
  // Players skip what stands before the audio.
  ['audio/mpeg', (bytes) => findFrames(bytes, 0, AUDIO_SEARCH) !== undefined],
];

/** Brands of ISO base media files that are not video; the first match decides. */
const brands: [brand: RegExp, mediaType: string][] = [
  [/^avi[fs]$/, 'image/avif'],
  [/^(heic|heix|heim|heis|hevc|hevx|hevm|hevs)$/, 'image/heic'],
  [/^M4[AB] $/, 'audio/mp4'],
  [/^qt {2}$/, 'video/quicktime'],
];
const LARGEST_BRAND_LIST = 32;

/** Decides by the major brand, or for a general one ("mif1", "isom") by the compatible ones. */
function isoMediaType(bytes: Uint8Array): string {
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

/** The media type by the file's first bytes, if seals can be read from it; undefined for all others. */
export function detectMediaType(bytes: Uint8Array): string | undefined {
  if (hasAscii(bytes, 4, 'ftyp')) return isoMediaType(bytes);
  return signatures.find(([, matches]) => matches(bytes))?.[0];
}

/** Every media type that {@link detectMediaType} can name. */
export const readableMediaTypes: ReadonlySet<string> = new Set([
  ...signatures.map(([mediaType]) => mediaType),
  ...brands.map(([, mediaType]) => mediaType),
  'image/heif',
  'video/mp4',
]);
