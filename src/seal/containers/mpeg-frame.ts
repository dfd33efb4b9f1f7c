/** Layer III, in kbit/s by index, and in Hz by index: MPEG 1; MPEG 2 and 2.5 (ISO/IEC 11172-3, 2.4.2.3; 13818-3). */
const BIT_RATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320];
const BIT_RATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160];
const SAMPLE_RATES_1 = [44_100, 48_000, 32_000];
const SMALLEST_FRAME = 4;

/** The fields of the header of an MPEG audio layer III frame. */
export interface MpegFrame {
  /** Length in bytes; the least possible one for a free bit rate. */
  length: number;
  /** Samples per second. */
  sampleRate: number;
  /** Samples of each channel: 1152 in MPEG 1, 576 in MPEG 2 and 2.5. */
  samples: number;
  channels: 1 | 2;
}

/** The frame that begins here; undefined if none does. */
export function readFrame(media: Uint8Array, at: number): MpegFrame | undefined {
  const [sync, kind, rates, mode = 0] = media.subarray(at, at + 4);
  if (sync !== 0xff || kind === undefined || rates === undefined) return undefined;
  const version = (kind >> 3) & 3; // 3: MPEG 1, 2: MPEG 2, 0: MPEG 2.5
  if ((kind & 0xe6) !== 0xe2 || version === 1) return undefined;
  const isFirst = version === 3;
  const bitRate = (isFirst ? BIT_RATES_1 : BIT_RATES_2)[rates >> 4];
  const fullRate = SAMPLE_RATES_1[(rates >> 2) & 3];
  if (bitRate === undefined || fullRate === undefined) return undefined;
  const sampleRate = fullRate >> (isFirst ? 0 : version === 2 ? 1 : 2);
  const samples = isFirst ? 1152 : 576;
  const padding = (rates >> 1) & 1;
  const length =
    bitRate === 0 ? SMALLEST_FRAME : Math.floor((samples * 125 * bitRate) / sampleRate) + padding;
  return {length, sampleRate, samples, channels: mode >> 6 === 3 ? 1 : 2};
}
