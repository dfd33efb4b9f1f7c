import {readFileSync} from 'node:fs';
import {type CaptureMetadata} from '../src/model/capture-metadata.js';
import {type SealableMediaType} from '../src/model/media-type.js';
import {crc32} from '../src/containers/crc32.js';

const file = (name: string) =>
  new Uint8Array(readFileSync(new URL(`media/${name}`, import.meta.url)));

export const bytes = (...parts: (Uint8Array | string | number[])[]): Buffer =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  );

const uint16 = (value: number) => [value >> 8, value & 0xff];
const uint32 = (value: number) => [...uint16(value >>> 16), ...uint16(value & 0xffff)];
const littleUint32 = (value: number) => uint32(value).reverse();

export const jpeg = file('small.jpg');
export const png = file('small.png');
export const webp = file('small.webp');
export const losslessWebp = file('lossless.webp');
export const mp3 = file('small.mp3');

const segment = (marker: number, ...content: (Uint8Array | string | number[])[]) => {
  const body = bytes(...content);
  return bytes([0xff, marker, ...uint16(body.length + 2)], body);
};
const JFIF_END = 20;

export const exif = segment(0xe1, 'Exif\0\0MM\0*', uint32(8), [0, 0], uint32(0));
const mpf = segment(0xe2, 'MPF\0MM\0*', uint32(8), [0, 0], uint32(0));
/** JUMBF that is not a manifest, with the first box instance number. */
const foreignJumbf = segment(0xeb, 'JP', [0, 1], uint32(1), uint32(8), 'free', [0, 0, 0, 0]);

/** Forms of JPEG that cameras and phones write, made from one small picture. */
export const jpegs: Record<string, Uint8Array> = {
  JFIF: jpeg,
  'no APP0': bytes([0xff, 0xd8], jpeg.subarray(JFIF_END)),
  'EXIF first': bytes([0xff, 0xd8], exif, jpeg.subarray(JFIF_END)),
  'JFIF, then EXIF and MPF': bytes(jpeg.subarray(0, JFIF_END), exif, mpf, jpeg.subarray(JFIF_END)),
  'fill bytes': bytes(jpeg.subarray(0, JFIF_END), [0xff, 0xff], jpeg.subarray(JFIF_END)),
  'fill bytes before EXIF': bytes(
    jpeg.subarray(0, JFIF_END),
    [0xff, 0xff],
    exif,
    jpeg.subarray(JFIF_END),
  ),
  'another JUMBF': bytes(jpeg.subarray(0, JFIF_END), foreignJumbf, jpeg.subarray(JFIF_END)),
  'a second picture behind the first': bytes(jpeg, jpeg),
  'bytes between segments': bytes(jpeg.subarray(0, JFIF_END), '\n\n\n', jpeg.subarray(JFIF_END)),
};

const PNG_HEADER_END = 33;
const pngChunk = (type: string, content: Uint8Array) => {
  const named = bytes(type, content);
  return bytes(uint32(content.length), named, uint32(crc32(named)));
};
const exifChunk = pngChunk('eXIf', exif.subarray(10));
const pngEnd = png.length - 12;

export const pngs: Record<string, Uint8Array> = {
  'true colour': png,
  'bytes behind the end': bytes(png, 'trailer'),
  EXIF: bytes(png.subarray(0, PNG_HEADER_END), exifChunk, png.subarray(PNG_HEADER_END)),
  'EXIF behind the picture': bytes(png.subarray(0, pngEnd), exifChunk, png.subarray(pngEnd)),
};

const chunk = (type: string, content: Uint8Array | number[]) =>
  bytes(type, littleUint32(content.length), content, content.length % 2 ? [0] : []);
const riff = (...chunks: Uint8Array[]) => {
  const body = bytes('WEBP', ...chunks);
  return bytes('RIFF', littleUint32(body.length), body);
};
const vp8x = chunk('VP8X', [0x08, 0, 0, 0, 63, 0, 0, 47, 0, 0]);

export const webps: Record<string, Uint8Array> = {
  lossy: webp,
  lossless: losslessWebp,
  'extended with EXIF of odd length': riff(vp8x, webp.subarray(12), chunk('EXIF', [1, 2, 3])),
  'last padding byte left out': riff(vp8x, webp.subarray(12), chunk('EXIF', [1, 2, 3])).slice(
    0,
    -1,
  ),
  'bytes behind the form': bytes(webp, 'trailer'),
};
// The declared size does not include the missing byte, either.
const unpadded = webps['last padding byte left out'];
if (unpadded)
  new DataView(unpadded.buffer, unpadded.byteOffset).setUint32(4, unpadded.length - 8, true);

const syncSafe = (value: number) => [
  (value >> 21) & 0x7f,
  (value >> 14) & 0x7f,
  (value >> 7) & 0x7f,
  value & 0x7f,
];
const textFrame = (version: 3 | 4, id: string, text: string) => {
  const body = bytes([0], text);
  const size = version === 4 ? syncSafe(body.length) : uint32(body.length);
  return bytes(id, size, [0, 0], body);
};
const tag = (version: number, flags: number, ...content: (Uint8Array | string | number[])[]) => {
  const body = bytes(...content);
  return bytes('ID3', [version, 0, flags], syncSafe(body.length), body);
};
const title = (version: 3 | 4) => textFrame(version, 'TIT2', 'A title that stays');
const padding = new Uint8Array(300);
const footed = tag(4, 0x10, title(4));

const frame = (id: string, content: string, flags = 0) =>
  bytes(id, syncSafe(content.length), [0, flags], bytes(content));

/** Frames that the engine reads. */
const readableFrames = [
  frame('TIT2', '\x01\xff\xfeA\0 \0t\0'),
  frame('TPE1', '\x03Jos\xc3\xa9\0Second'),
  frame('TXXX', '\0Artist\0A'),
  frame('TXXX', '\0Artist\0B'),
  frame('WXXX', '\0\0https://example.com'),
  frame('WOAR', 'https://example.com'),
  frame('COMM', '\0engShort\0A comment'),
  frame('USLT', '\0eng\0Words'),
  frame('APIC', '\0image/jpeg\0\x03\0\xff\xd8\xff'),
  frame('GEOB', '\0text/plain\0name\0\0content'),
  frame('PRIV', 'owner\0data'),
  frame('UFID', 'owner\0data'),
  frame('POPM', 'somebody\0\x80'),
  frame('CHAP', 'one\0' + '\0'.repeat(16) + frame('TIT2', '\0One').toString('latin1')),
  frame('CTOC', 'toc\0\x03\x01one\0'),
  frame('XYZ1', 'Anything'),
];

/** Frames at each of which the engine gives up the whole tag. */
export const unreadableFrames: Record<string, Uint8Array> = {
  'an empty frame': frame('TENC', ''),
  'a TXXX without a description': frame('TXXX', '\0no NUL'),
  'an unknown encoding': frame('TIT1', '\x09text'),
  'half a character': frame('TIT1', '\x01\xff\xfe\0\xd8'),
  'text that is not UTF-8': frame('TIT1', '\x03\xff'),
  'a PRIV without an owner': frame('PRIV', 'PeakValue'),
  'a POPM without a rating': frame('POPM', 'somebody\0'),
  'a link that is not UTF-8': frame('WOAR', '\xff'),
  'a grouped frame': frame('TIT1', '\x41\0abc', 0x40),
  'a chapter with a broken title': frame('CHAP', 'one\0' + '\0'.repeat(16) + 'TIT2\0\0\0\0\0\0'),
};

export const mp3s: Record<string, Uint8Array> = {
  'no tag': mp3,
  'ID3v2.3 with padding': bytes(tag(3, 0, title(3), padding), mp3),
  'ID3v2.4 with padding': bytes(tag(4, 0, title(4), padding), mp3),
  'ID3v2.3, extended header': bytes(tag(3, 0x40, uint32(6), [0, 0, 0, 0, 0, 0], title(3)), mp3),
  'ID3v2.4, extended header': bytes(tag(4, 0x40, syncSafe(6), [1, 0], title(4)), mp3),
  'ID3v2.4, footer': bytes(footed, '3DI', footed.subarray(3, 10), mp3),
  'empty ID3v2.4': bytes(tag(4, 0), mp3),
  'ID3v1 behind': bytes(mp3, 'TAG', new Uint8Array(125)),
  'unsynchronised ID3v2.3': bytes(tag(3, 0x80, title(3)), mp3),
  'unsynchronised ID3v2.4': bytes(tag(4, 0x80, title(4)), mp3),
  'ID3v2.2': bytes(tag(2, 0, 'TT2', [0, 0, 19, 0], 'A title that stays', padding), mp3),
  'an extended header longer than its tag': bytes(tag(3, 0x40, uint32(99_999), title(3)), mp3),
  'an extended header with a checksum': bytes(
    tag(3, 0x40, uint32(10), [0x80, 0], uint32(0), [1, 2, 3, 4], title(3)),
    mp3,
  ),
  'two tags': bytes(tag(4, 0, title(4)), tag(3, 0, title(3), new Uint8Array(70_000)), mp3),
  'bytes before the audio': bytes(new Uint8Array(512), mp3),
  'a frame of every kind that is read': bytes(tag(4, 0, ...readableFrames), mp3),
  ...Object.fromEntries(
    Object.entries(unreadableFrames).map(([name, frame]) => [
      name,
      bytes(tag(4, 0, title(4), frame, padding), mp3),
    ]),
  ),
};

/** Files without audio. */
export const refusedMp3s: Record<string, Uint8Array> = {
  'a tag longer than the file': tag(4, 0, title(4)).slice(0, -1),
  'a tag without audio': tag(4, 0, title(4), padding),
};

export interface Source {
  name: string;
  mediaType: SealableMediaType;
  media: Uint8Array;
}

const named = (mediaType: SealableMediaType, kind: string, media: Record<string, Uint8Array>) =>
  Object.entries(media).map(([name, one]) => ({name: `${kind}: ${name}`, mediaType, media: one}));

export const sources: Source[] = [
  ...named('image/jpeg', 'JPEG', jpegs),
  ...named('image/png', 'PNG', pngs),
  ...named('image/webp', 'WebP', webps),
  ...named('audio/mpeg', 'MP3', mp3s),
];

/** One file of each container. */
export const simplest: Source[] = [
  {name: 'JPEG', mediaType: 'image/jpeg', media: jpeg},
  {name: 'PNG', mediaType: 'image/png', media: png},
  {name: 'WebP', mediaType: 'image/webp', media: webp},
  {name: 'MP3', mediaType: 'audio/mpeg', media: mp3},
];

export const metadata: CaptureMetadata = {
  capturedAt: '2026-11-20T15:00:00Z',
  gps: {
    latitude: 51.5074,
    longitude: -0.1278,
    latLongAccuracy: 4.9,
    altitude: -12.5,
    timestamp: '2026-11-20T14:59:58.250Z',
    speed: 1.5,
  },
  magnetometer: {heading: 12.25, field: {x: 1, y: -2.5, z: 40}},
  network: {wifi: false, cellular: {technologies: ['GPRS']}},
  orientation: {unavailableReason: 'permission_denied'},
  device: {model: 'Pixel 9', os: 'Android', userAgent: 'Mozilla/5.0 (Test)'},
  camera: {
    lens: 'Back',
    aperture: 1.8,
    iso: 100,
    shutterSpeed: '1/80',
    zoomLevel: 1.5,
    flash: false,
  },
  features: {
    licensePlateInfo: {plateNumber: 'AB 12', boundingBox: {x: 1, y: 2, width: 3, height: 4}},
  },
  tags: {case: '42'},
};

/** Keys and values that have broken other programs; parsed from JSON, so that `__proto__` is an ordinary key. */
export const hostileTags = JSON.parse(
  JSON.stringify({
    '<img src=x onerror=alert(1)>': '"><script>alert(1)</script>',
    constructor: 'polluted',
    nul: 'a\u0000b',
    'right to left': '\u202egnp.exe',
    long: 'A'.repeat(4096),
    escapes: '\\ud800 \\" \\\\u0041',
    emoji: '🦉é日本',
    PROTO: 'polluted',
  }).replace('PROTO', '__proto__'),
) as Record<string, string>;
