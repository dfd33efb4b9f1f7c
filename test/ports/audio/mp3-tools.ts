import {execFileSync, spawnSync} from 'node:child_process';
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {Encoding, type MakeMp3Encoder} from '../../../src/ports/audio/mp3/encoding.js';
import {makeLameJs} from '../../../src/ports/audio/mp3/lame-js.js';
import {makeLameWasm} from '../../../src/ports/audio/mp3/lame-wasm.js';
import type {SoundFormat} from '../../../src/ports/audio/mp3/messages.js';
import type {FinishedRecording, RecordedPart} from '../../../src/ports/audio/recorder.js';

/** False, or why a test that decodes is left out. */
export const withoutFfmpeg: string | false = spawnSync('ffmpeg', ['-version']).error
  ? 'ffmpeg is not installed here.'
  : false;
/** The same of exiftool. */
export const withoutExiftool: string | false = spawnSync('exiftool', ['-ver']).error
  ? 'exiftool is not installed here.'
  : false;

const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');

/** Both forms of LAME, by name. */
export const encoders: Record<string, MakeMp3Encoder> = {
  lamejs: makeLameJs,
  'LAME as WebAssembly': makeLameWasm(readFileSync(wasm)),
};

/** Samples of a sine at half of full scale. */
export const tone = (frequency: number, length: number, sampleRate: number): Float32Array =>
  Float32Array.from(
    {length},
    (_, at) => 0.5 * Math.sin((2 * Math.PI * frequency * at) / sampleRate),
  );

export interface Encoded {
  file: Uint8Array;
  recording: FinishedRecording;
  parts: RecordedPart[];
  peaks: number[];
}

/** Encodes as the worker does, batch by batch. */
export async function encode(
  make: MakeMp3Encoder,
  channels: Float32Array[],
  {batchLength = 4096, ...format}: Partial<SoundFormat> & {batchLength?: number} = {},
): Promise<Encoded> {
  const {sampleRate = 48_000, bitRate = 128} = format;
  const parts: RecordedPart[] = [];
  const peaks: number[] = [];
  const encoded = {sampleRate, bitRate, channels: channels.length as 1 | 2};
  const encoding = new Encoding(await make(encoded), encoded, (part) => parts.push(part));
  for (let at = 0; at < channels[0]!.length; at += batchLength) {
    const batch = channels.map((samples) => samples.slice(at, at + batchLength));
    peaks.push(...encoding.encode(batch).peaks);
  }
  const recording = encoding.finish();
  const file = new Uint8Array(await recording.blob.arrayBuffer());
  return {file, recording, parts, peaks};
}

function inFile<T>(file: Uint8Array, use: (path: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-sound-'));
  try {
    const path = join(folder, 'recording.mp3');
    writeFileSync(path, file);
    return use(path);
  } finally {
    rmSync(folder, {recursive: true});
  }
}

/** Seconds. */
export const exiftoolDuration = (file: Uint8Array): number =>
  inFile(file, (path) =>
    Number(execFileSync('exiftool', ['-n', '-s3', '-Duration', path], {encoding: 'utf8'})),
  );

/** The samples that ffmpeg plays, of each channel. It heeds the padding only where it can seek: of a file, not a pipe. */
export function decode(file: Uint8Array, channels: number): Float32Array[] {
  const raw = inFile(file, (path) =>
    execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-'], {maxBuffer: 2 ** 28}),
  );
  const samples = new Float32Array(raw.buffer, raw.byteOffset, raw.byteLength / 4);
  return Array.from({length: channels}, (_, channel) =>
    samples.filter((_sample, at) => at % channels === channel),
  );
}

/** Root of the mean square of the difference, where the encoder has settled. */
export function difference(one: Float32Array, other: Float32Array, margin = 0): number {
  let sum = 0;
  const length = Math.min(one.length, other.length) - 2 * margin;
  for (let at = margin; at < margin + length; at++) sum += (one[at]! - other[at]!) ** 2;
  return Math.sqrt(sum / length);
}
