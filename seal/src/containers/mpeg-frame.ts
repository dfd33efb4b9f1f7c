import {hasAscii} from '../encoding/bytes.js';

/** In kbit/s by index: MPEG 1, layers I to III; MPEG 2 and 2.5 (ISO/IEC 11172-3, 2.4.2.3; 13818-3). */
const BIT_RATES_1 = [
  [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
];
const LOWER = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const BIT_RATES_2 = [
  [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  LOWER,
  LOWER,
];
/** In Hz by index. */
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000];
const SMALLEST_FRAME = 4;

/** The fields of the header of an MPEG audio frame. */
export interface MpegFrame {
  /** Length in bytes; the least possible one for a free bit rate. */
  length: number;
  /** Samples per second. */
  sampleRate: number;
  /** Samples of each channel: for layer III, 1152 in MPEG 1, and 576 in MPEG 2 and 2.5. */
  samples: number;
  channels: 1 | 2;
}

/** The frame that begins here; undefined if none does. */
export function readFrame(media: Uint8Array, at: number): MpegFrame | undefined {
  const [sync, kind, rates, mode = 0] = media.subarray(at, at + 4);
  if (sync !== 0xff || kind === undefined || rates === undefined) return undefined;
  const version = (kind >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  const layer = 4 - ((kind >> 1) & 3);
  if ((kind & 0xe0) !== 0xe0 || version === 1 || layer === 4) return undefined;
  const isFirst = version === 3;
  const bitRate = (isFirst ? BIT_RATES_1 : BIT_RATES_2)[layer - 1]?.[rates >> 4];
  const fullRate = SAMPLE_RATES_1[(rates >> 2) & 3];
  if (bitRate === undefined || fullRate === undefined) return undefined;
  const sampleRate = fullRate >> (isFirst ? 0 : version === 2 ? 1 : 2);
  const samples = layer === 1 ? 384 : layer === 2 || isFirst ? 1152 : 576;
  // Frames consist of slots, of four bytes in layer I, and of one byte in the others.
  const slot = layer === 1 ? 4 : 1;
  const slots = Math.floor((samples * 125 * bitRate) / sampleRate / slot) + ((rates >> 1) & 1);
  const length = bitRate === 0 ? SMALLEST_FRAME : slots * slot;
  return {length, sampleRate, samples, channels: mode >> 6 === 3 ? 1 : 2};
}

/** Frames in a row that are no coincidence. */
const IN_A_ROW = 3;

/** True if frames follow one another from here: three, or a complete one and then the end or a tag. */
function holdsFrames(media: Uint8Array, start: number): boolean {
  let at = start;
  for (let count = 0; count < IN_A_ROW; count++) {
    if (count > 0 && isEnd(media, at)) return true;
    const length = readFrame(media, at)?.length;
    if (length === undefined || (count === 0 && at + length > media.length)) return false;
    at += length;
  }
  return true;
}

/** True where the file ends, in the middle of a frame or not, and before a tag at its end. */
const isEnd = (media: Uint8Array, at: number): boolean =>
  at >= media.length || hasAscii(media, at, 'TAG') || hasAscii(media, at, 'APETAGEX');

/** Where the first frames that follow one another begin, after any other bytes; undefined if there are none. */
export function findFrames(
  media: Uint8Array,
  from: number,
  end = media.length,
): number | undefined {
  for (let at = media.indexOf(0xff, from); at >= 0 && at < end; at = media.indexOf(0xff, at + 1)) {
    if (holdsFrames(media, at)) return at;
  }
  return undefined;
}
