import {findFrames} from '@sealed-capture/seal/containers/mpeg-frame.js';
import {Peaks} from './peaks.js';

/** Bytes that are decoded at a time: a minute of sound at the default bit rate. */
const PIECE = 2 ** 20;
/** Bytes after them, in which the next frames begin at any bit rate. */
const NEXT = 2 ** 14;
/** Samples per second of the decoded sound: few, so that a minute takes 2 MB; each browser has this rate. */
const RATE = 8_000;

type Decode = (
  bytes: ArrayBuffer,
) => Promise<Pick<AudioBuffer, 'numberOfChannels' | 'getChannelData'>>;

/** Resamples to one channel per channel of the file, at `RATE`. Works without a device, and without a person's gesture. */
const decodeSound: Decode = (bytes) => new OfflineAudioContext(1, 1, RATE).decodeAudioData(bytes);

/**
 * Yields the peaks of an MP3, of each twentieth of a second, for one piece of the file after the other: an hour of decoded
 * sound needs more memory than a phone's browser gives a page. Throws if the browser cannot decode a piece.
 */
export async function* filePeaks(
  file: Blob,
  signal: AbortSignal,
  decode = decodeSound,
): AsyncGenerator<Float32Array> {
  const peaks = new Peaks(RATE);
  for (let from = 0; from < file.size;) {
    const bytes = new Uint8Array(await file.slice(from, from + PIECE + NEXT).arrayBuffer());
    signal.throwIfAborted();
    const isLast = from + bytes.length >= file.size;
    // Firefox decodes nothing that begins in the middle of a frame.
    const end = (isLast ? undefined : findFrames(bytes, PIECE)) ?? bytes.length;
    const sound = await decode(bytes.slice(0, end).buffer);
    signal.throwIfAborted();
    const channels = Array.from({length: sound.numberOfChannels}, (_, index) =>
      sound.getChannelData(index),
    );
    yield peaks.take(channels);
    from += end;
  }
}
