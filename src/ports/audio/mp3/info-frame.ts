import {readFrame, type MpegFrame} from '@sealed-capture/seal/containers/mpeg-frame.js';

/** Samples that LAME inserts before the first one; decoders add `DECODER_DELAY`. */
export const ENCODER_DELAY = 576;
/** Samples of delay of every layer III decoder, by the players' convention. */
export const DECODER_DELAY = 529;

const HEADER = 4;
/** Length of the Xing fields: name, flags, frames, bytes, a hundred places, quality. */
const XING = 120;
/** Length of the LAME fields after them, including both checksums. */
const LAME = 36;
const LARGEST_PADDING = 0xfff;

/** Table of CRC-16/ARC, which LAME uses for the sound and the frame. */
const crcTable = Uint16Array.from({length: 256}, (_, n) => {
  for (let bit = 0; bit < 8; bit++) n = n & 1 ? 0xa001 ^ (n >>> 1) : n >>> 1;
  return n;
});

function crc16(bytes: Uint8Array, crc = 0): number {
  for (const byte of bytes) crc = crcTable[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return crc;
}

/** What all frames of a recording have in common, with the header of the first. */
type Format = Omit<MpegFrame, 'length'> & {header: Uint8Array};

/**
 * Makes the frame before a recording's parts that tells players the number of samples, so that they know the
 * duration and skip what the encoder added (the Xing and LAME tags, as `Info` for a constant bit rate).
 */
export class InfoFrame {
  #format?: Format;
  #frames = 0;
  #bytes = 0;
  #crc = 0;

  /** Samples of each channel in the parts. */
  get playable(): number {
    const {samples = 0} = this.#format ?? {};
    return Math.max(0, this.#frames * samples - ENCODER_DELAY - DECODER_DELAY);
  }

  /** Adds the next part: whole frames of a constant bit rate. */
  add(part: Uint8Array): void {
    for (let at = 0; at < part.length; this.#frames++) {
      const frame = readFrame(part, at);
      if (!frame) throw new RangeError('A part of the recording is no MPEG audio.');
      this.#format ??= {...frame, header: part.slice(at, at + HEADER)};
      at += frame.length;
    }
    this.#bytes += part.length;
    this.#crc = crc16(part, this.#crc);
  }

  /** @param samples recorded samples of each channel */
  make(samples: number): Uint8Array<ArrayBuffer> {
    const format = this.#format;
    if (!format) throw new RangeError('A recording without a frame has no Info frame.');
    const {header, sampleRate, samples: samplesPerFrame, channels} = format;
    const isFirst = samplesPerFrame === 1152;
    const isMono = channels === 1;
    const sideInfo = isFirst ? (isMono ? 17 : 32) : isMono ? 9 : 17;
    const frame = silentFrame(header, HEADER + sideInfo + XING + LAME);
    const view = new DataView(frame.buffer);
    const total = frame.length + this.#bytes;
    const duration = (this.#frames * samplesPerFrame) / sampleRate;
    const padding = this.#frames * samplesPerFrame - ENCODER_DELAY - samples;

    let at = HEADER + sideInfo;
    const put8 = (...bytes: number[]): void => {
      for (const byte of bytes) view.setUint8(at++, byte);
    };
    const put16 = (value: number): void => (view.setUint16(at, value), void (at += 2));
    const put32 = (value: number): void => (view.setUint32(at, value), void (at += 4));
    const putText = (text: string): void => put8(...new TextEncoder().encode(text));

    putText('Info');
    put32(0b1111); // Flags: all of the following fields are present.
    put32(this.#frames);
    put32(total);
    put8(...Array.from({length: 100}, (_, percent) => Math.floor(percent * 2.56)));
    put32(0);
    putText('LAME3.100');
    put8(0x01, 0); // Constant bit rate; the low-pass filter is not stated.
    put32(0); // Peak and the two gains: not stated.
    put32(0);
    put8(0, Math.min(255, Math.round((this.#bytes * 8) / 1000 / duration)));
    const limited = Math.min(LARGEST_PADDING, Math.max(0, padding));
    put8(ENCODER_DELAY >> 4, ((ENCODER_DELAY & 15) << 4) | (limited >> 8), limited & 0xff);
    put8(0, 0);
    put16(0);
    put32(total);
    put16(this.#crc);
    put16(crc16(frame.subarray(0, at)));
    return frame;
  }
}

/**
 * A silent frame of the recording's own bit rate, from which some readers compute the duration; or, if that is too
 * small, of the next larger one.
 */
function silentFrame(header: Uint8Array, room: number): Uint8Array<ArrayBuffer> {
  const frameHeader = header.slice();
  frameHeader[1]! |= 1; // Without a checksum.
  frameHeader[2]! &= 0xfc; // Without padding.
  frameHeader[3]! &= 0xcf; // Without an extension of the joint stereo.
  for (; frameHeader[2]! < 0xf0; frameHeader[2]! += 0x10) {
    const length = readFrame(frameHeader, 0)?.length ?? 0;
    if (length < room) continue;
    const frame = new Uint8Array(length);
    frame.set(frameHeader);
    return frame;
  }
  throw new RangeError('No frame of this sample rate has room for the Info frame.');
}

/** True if the part consists of whole frames, which `InfoFrame` requires. */
export function isWholeFrames(part: Uint8Array): boolean {
  let at = 0;
  while (at < part.length) at += readFrame(part, at)?.length ?? Infinity;
  return part.length > 0 && at < Infinity;
}

/**
 * The Info frame of an interrupted recording.
 *
 * @param parts all parts, in order
 * @param samples of the last part
 */
export function infoFrameFor(
  parts: readonly Uint8Array[],
  samples: number,
): Uint8Array<ArrayBuffer> {
  const info = new InfoFrame();
  for (const part of parts) info.add(part);
  return info.make(samples);
}
