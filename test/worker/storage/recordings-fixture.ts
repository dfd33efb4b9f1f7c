import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {RecordedPart} from '../../../src/ports/audio/recorder.js';
import type {CompleteRecording} from '../../../src/ports/captures/recording-store.js';

/** MPEG 1 layer III, 48 kHz, 128 kbit/s, one channel: every frame has 384 bytes and 1,152 samples. */
const FRAME_HEADER = [0xff, 0xfb, 0x94, 0xc4];
const FRAME_LENGTH = 384;
const FRAMES = 84;
/** Samples of one part, about two seconds. */
export const SAMPLES = FRAMES * 1_152;
export const infoFrame = new Uint8Array([0xff, 0xfb, 1, 2, 3]).buffer;

export const recordingJob = (further: Partial<Job> = {}): Job => ({
  captureId: crypto.randomUUID(),
  mode: 'audio',
  mediaType: 'audio/mpeg',
  endpoint: 'https://shop.example/protection',
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit: 'visit',
  metadata: {},
  state: {name: 'waiting', dueAt: 1_000, attempts: 0},
  ...further,
});

/** A part whose sound identifies it. */
export function partOf(index: number): RecordedPart {
  const bytes = new Uint8Array(FRAMES * FRAME_LENGTH).fill(index % 251);
  for (let at = 0; at < bytes.length; at += FRAME_LENGTH) bytes.set(FRAME_HEADER, at);
  return {index, bytes: bytes.buffer, samples: index * SAMPLES};
}

export const partsUntil = (last: number): RecordedPart[] =>
  Array.from({length: last}, (_, i) => partOf(i + 1));

export const completeOf = (parts: readonly RecordedPart[]): CompleteRecording => ({
  infoFrame,
  parts: parts.length,
  blob: new Blob([infoFrame, ...parts.map(({bytes}) => bytes)], {type: 'audio/mpeg'}),
});

/** The sound after an Info frame of any length. */
export async function soundOf(blob: Blob, parts: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  return bytes.subarray(bytes.length - parts * FRAMES * FRAME_LENGTH);
}

export const bytesOfAll = async (pieces: readonly BlobPart[]): Promise<Uint8Array> =>
  new Uint8Array(await new Blob([...pieces]).arrayBuffer());

/** Compares the bytes; a thousand times faster than a deep comparison. */
export const isSame = (a: Uint8Array | ArrayBuffer, b: Uint8Array | ArrayBuffer): boolean =>
  indexedDB.cmp(a, b) === 0;
