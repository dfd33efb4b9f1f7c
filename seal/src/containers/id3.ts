import {ascii, hasAscii, viewOf} from '../encoding/bytes.js';

export const TAG_HEADER = 10;
export const FRAME_HEADER = 10;

/** An ID3v2 tag (id3.org, ID3v2.2 to 2.4). Offsets count from the start of the file. */
export interface Id3Tag {
  /** 2, 3 or 4. */
  version: number;
  /** Where frames begin, after header and extended header. */
  framesStart: number;
  /** Where frames and padding end. */
  framesEnd: number;
  /** Where the audio begins, after a footer. */
  end: number;
  /** True if frames of ID3v2.3 or 2.4 follow the header as they are, without a footer or another header. */
  isPlain: boolean;
}

/** Encodes 28 bits in four bytes whose top bits are clear. */
export const syncSafe = (value: number): [number, number, number, number] => [
  (value >> 21) & 0x7f,
  (value >> 14) & 0x7f,
  (value >> 7) & 0x7f,
  value & 0x7f,
];

export function readSyncSafe(bytes: Uint8Array, at: number): number | undefined {
  let value = 0;
  for (const byte of bytes.subarray(at, at + 4)) {
    if (byte > 0x7f) return undefined;
    value = (value << 7) | byte;
  }
  return value;
}

const UNSYNCHRONISED = 0x80;
const EXTENDED = 0x40;
const EXPERIMENTAL = 0x20;
const FOOTER = 0x10;

/** The tag that begins here; undefined if there is none, or it is longer than the file. */
export function readTag(media: Uint8Array, start = 0): Id3Tag | undefined {
  if (!hasAscii(media, start, 'ID3') || start + TAG_HEADER > media.length) return undefined;
  const version = media[start + 3] ?? 0;
  const flags = media[start + 5] ?? 0;
  const size = readSyncSafe(media, start + 6);
  const framesEnd = start + TAG_HEADER + (size ?? 0);
  if (version < 2 || version > 4 || size === undefined || framesEnd > media.length) {
    return undefined;
  }
  const hasFrames = version > 2 && (flags & UNSYNCHRONISED) === 0;
  const extended = flags & EXTENDED ? extendedHeaderLength(media, start, version) : 0;
  return {
    version,
    // What cannot be read as it stands counts as a tag without frames.
    framesStart: hasFrames ? Math.min(start + TAG_HEADER + extended, framesEnd) : framesEnd,
    framesEnd,
    end: framesEnd + (flags & FOOTER ? TAG_HEADER : 0),
    isPlain: version > 2 && (flags & ~EXPERIMENTAL) === 0,
  };
}

/** The size excludes the size field in 2.3, and includes it, sync-safe, in 2.4. */
function extendedHeaderLength(media: Uint8Array, start: number, version: number): number {
  if (start + TAG_HEADER + 4 > media.length) return 0;
  if (version === 3) return 4 + viewOf(media).getUint32(start + TAG_HEADER);
  return readSyncSafe(media, start + TAG_HEADER) ?? 0;
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
