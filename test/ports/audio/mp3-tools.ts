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

/** False if ffmpeg is installed; otherwise the reason for skipping tests that decode. */
export const withoutFfmpeg: string | false = spawnSync('ffmpeg', ['-version']).error
  ? 'ffmpeg is not installed here.'
  : false;
/** The same for exiftool. */
export const withoutExiftool: string | false = spawnSync('exiftool', ['-ver']).error
  ? 'exiftool is not installed here.'
  : false;

const wasm = createRequire(import.meta.url).resolve('wasm-media-encoders/wasm/mp3');

/** Both builds of LAME, by name. */
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

/** Encodes like the worker, batch by batch. */
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

/** Writes all files first, because starting a program takes longer than its work on one file. */
function inFiles<T>(files: readonly Uint8Array[], use: (paths: string[]) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-sound-'));
  try {
    const paths = files.map((_, index) => join(folder, `${index}.mp3`));
    for (const [index, path] of paths.entries()) writeFileSync(path, files[index]!);
    return use(paths);
  } finally {
    rmSync(folder, {recursive: true});
  }
}

/** The duration of each file in seconds. */
export const exiftoolDurations = (files: readonly Uint8Array[]): number[] =>
  inFiles(files, (paths) =>
    execFileSync('exiftool', ['-n', '-q', '-p', '$Duration', ...paths], {encoding: 'utf8'})
      .trim()
      .split('\n')
      .map(Number),
  );

/** An MP3 file with its number of channels. */
export interface Playable {
  file: Uint8Array;
  channels: number;
}

/**
 * The samples that ffmpeg decodes from each file, by channel. It respects the padding only in seekable input, such as a
 * file, and not in a pipe.
 */
export const decodeAll = (sounds: readonly Playable[]): Float32Array[][] =>
  inFiles(
    sounds.map(({file}) => file),
    (paths) => {
      const inputs = paths.flatMap((path) => ['-i', path]);
      const outputs = paths.flatMap((path, index) => [
        ...['-map', `${index}:a`, '-f', 'f32le', `${path}.raw`],
      ]);
      execFileSync('ffmpeg', ['-v', 'error', ...inputs, ...outputs]);
      return sounds.map(({channels}, index) => {
        const raw = readFileSync(`${paths[index]}.raw`);
        const samples = new Float32Array(Uint8Array.from(raw).buffer);
        return Array.from({length: channels}, (_, channel) =>
          Float32Array.from(
            {length: samples.length / channels},
            (_sample, at) => samples[at * channels + channel]!,
          ),
        );
      });
    },
  );

/** The same for one file. */
export const decode = (file: Uint8Array, channels: number): Float32Array[] =>
  decodeAll([{file, channels}])[0]!;

/** Root mean square of the difference, without the samples at which the encoder starts. */
export function difference(one: Float32Array, other: Float32Array, margin = 0): number {
  let sum = 0;
  const length = Math.min(one.length, other.length) - 2 * margin;
  for (let at = margin; at < margin + length; at++) sum += (one[at]! - other[at]!) ** 2;
  return Math.sqrt(sum / length);
}
