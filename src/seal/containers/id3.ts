import {ascii, hasAscii, viewOf} from '../encoding/bytes.js';
import {unsupported} from './container.js';

export const TAG_HEADER = 10;
export const FRAME_HEADER = 10;

/** An ID3v2 tag at the start of a file (id3.org, ID3v2.3 and 2.4). Offsets count from the start of the file. */
export interface Id3Tag {
  /** 3 or 4. */
  version: number;
  /** Where frames begin, after header and extended header. */
  framesStart: number;
  /** Where frames and padding end. */
  framesEnd: number;
  /** Where the audio begins, after a footer. */
  end: number;
}

/** Encodes 28 bits in four bytes whose top bits are clear. */
export const syncSafe = (value: number): [number, number, number, number] => [
  (value >> 21) & 0x7f,
  (value >> 14) & 0x7f,
  (value >> 7) & 0x7f,
  value & 0x7f,
];

function readSyncSafe(bytes: Uint8Array, at: number): number | undefined {
  let value = 0;
  for (const byte of bytes.subarray(at, at + 4)) {
    if (byte > 0x7f) return undefined;
    value = (value << 7) | byte;
  }
  return value;
}

const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
const FOOTER = 0x10;

/**
 * The tag at the start, or undefined if there is none. Throws `media_unsupported` for a damaged tag, and for rare
 * forms into which a frame cannot be inserted.
 */
export function readTag(media: Uint8Array): Id3Tag | undefined {
  if (!hasAscii(media, 0, 'ID3')) return undefined;
  const version = media[3] ?? 0;
  const flags = media[5] ?? 0;
  const size = media.length >= TAG_HEADER ? readSyncSafe(media, 6) : undefined;
  const framesEnd = TAG_HEADER + (size ?? 0);
  if (size === undefined || framesEnd > media.length) {
    throw unsupported('The ID3 tag of this MP3 is damaged.');
  }
  if (version !== 3 && version !== 4) {
    throw unsupported(`This MP3 has an ID3v2.${version} tag; only 2.3 and 2.4 can take a seal.`);
  }
  if (flags & UNSYNCHRONISED) {
    throw unsupported('This MP3 has an unsynchronised ID3 tag, which cannot take a seal.');
  }
  const framesStart = TAG_HEADER + (flags & EXTENDED ? extendedHeaderLength(media, version) : 0);
  if (framesStart > framesEnd) throw unsupported('The ID3 tag of this MP3 is damaged.');
  return {version, framesStart, framesEnd, end: framesEnd + (flags & FOOTER ? TAG_HEADER : 0)};
}

/** The size excludes the size field in 2.3, and includes it, sync-safe, in 2.4. */
function extendedHeaderLength(media: Uint8Array, version: number): number {
  if (TAG_HEADER + 4 > media.length) throw unsupported('The ID3 tag of this MP3 is damaged.');
  if (version === 3) return 4 + viewOf(media).getUint32(TAG_HEADER);
  const length = readSyncSafe(media, TAG_HEADER);
  if (length === undefined || length < 6) throw unsupported('The ID3 tag of this MP3 is damaged.');
  return length;
}

export interface Id3Frame {
  id: string;
  /** Start of the frame's data, after its header. */
  start: number;
  end: number;
}

/** The frames of a tag, up to its padding. */
export function* framesOf(media: Uint8Array, tag: Id3Tag): Generator<Id3Frame> {
  for (let at = tag.framesStart; at + FRAME_HEADER <= tag.framesEnd;) {
    const id = ascii(media, at, at + 4);
    if (!/^[A-Z0-9]{4}$/.test(id)) return;
    const size = tag.version === 3 ? viewOf(media).getUint32(at + 4) : readSyncSafe(media, at + 4);
    const start = at + FRAME_HEADER;
    if (size === undefined || start + size > tag.framesEnd) return;
    yield {id, start, end: start + size};
    at = start + size;
  }
}
