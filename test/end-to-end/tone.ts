import {execFileSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';

/** Sample rate of all sounds here, in hertz: that of Chromium's fake microphones. */
export const RATE = 44_100;
/**
 * Frequencies in hertz. Both have whole periods in a tenth of a second, so that a file of whole tenths can be looped
 * without a jump.
 */
export const TONES = [440, 1000] as const;
const WINDOW = RATE / 10;

/**
 * Writes a mono WAV of 16 bits with the two tones, or with silence, for a whole number of tenths of a second. For
 * Chromium's `--use-file-for-fake-audio-capture`.
 */
export function writeWav(path: string, seconds: number, amplitude: number): void {
  const count = seconds * RATE;
  const file = Buffer.alloc(44 + 2 * count);
  file.write('RIFF', 0, 'latin1');
  file.writeUInt32LE(36 + 2 * count, 4);
  file.write('WAVEfmt ', 8, 'latin1');
  file.writeUInt32LE(16, 16);
  file.writeUInt16LE(1, 20); // PCM
  file.writeUInt16LE(1, 22); // mono
  file.writeUInt32LE(RATE, 24);
  file.writeUInt32LE(2 * RATE, 28);
  file.writeUInt16LE(2, 32);
  file.writeUInt16LE(16, 34);
  file.write('data', 36, 'latin1');
  file.writeUInt32LE(2 * count, 40);
  const window = Buffer.alloc(2 * WINDOW);
  for (let i = 0; i < WINDOW; i++) {
    const sum = TONES.reduce((sum, tone) => sum + Math.sin((2 * Math.PI * tone * i) / RATE), 0);
    window.writeInt16LE(Math.round((amplitude * 32_767 * sum) / TONES.length), 2 * i);
  }
  file.fill(window, 44);
  writeFileSync(path, file);
}

/** The file's sound as an independent program decodes it: mono, at {@link RATE}. */
export function decode(path: string): Float32Array {
  const raw = execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-f', 'f32le', '-ac', '1', '-'], {
    maxBuffer: 2 ** 28,
  });
  return new Float32Array(raw.buffer, raw.byteOffset, raw.byteLength / 4);
}

/**
 * Duration in seconds that ffprobe finds in the frames, without the padding that the Info frame declares. Its
 * `format=duration` counts whole frames before version 6.1, whatever the Info frame declares.
 */
export function probedDuration(path: string): number {
  const args = ['-v', 'error', '-show_entries', 'frame=nb_samples', '-of', 'csv=p=0', path];
  const lines = execFileSync('ffprobe', args, {encoding: 'utf8'}).trim().split('\n');
  return lines.reduce((sum, line) => sum + parseInt(line), 0) / RATE;
}

/** One tone in one window of a tenth of a second: its loudness and its phase in degrees. */
interface Heard {
  amplitude: number;
  phase: number;
}

/** A tone of amplitude 1 over a window, and the same a quarter of a period later. */
function waves(tone: number): {sine: Float64Array; cosine: Float64Array} {
  const angles = Float64Array.from({length: WINDOW}, (_, i) => (2 * Math.PI * tone * i) / RATE);
  return {sine: angles.map(Math.sin), cosine: angles.map(Math.cos)};
}

function heard(
  samples: Float32Array,
  from: number,
  {sine, cosine}: ReturnType<typeof waves>,
): Heard {
  let [real, imaginary] = [0, 0];
  for (let i = 0; i < WINDOW; i++) {
    const sample = samples[from + i] ?? 0;
    real += sample * (cosine[i] ?? 0);
    imaginary += sample * (sine[i] ?? 0);
  }
  const phase = (Math.atan2(real, imaginary) * 180) / Math.PI;
  return {amplitude: (2 * Math.hypot(real, imaginary)) / WINDOW, phase};
}

/** The difference between two phases in degrees, from -180 to 180. */
const turn = (from: number, to: number): number => ((to - from + 540) % 360) - 180;

/** The measurements of one tone over a recording. */
export interface ToneReport {
  /** In hertz. */
  frequency: number;
  quietest: number;
  loudest: number;
  /** The largest phase jump between two windows, in samples. A lost or repeated sample makes 1. */
  largestJump: number;
  /** Number of jumps by half a sample or more. Two pieces that meet inside a window make two. */
  jumps: number;
}

/** Measures a tone window by window, without the first and last tenth of a second, where it begins and ends. */
export function follow(samples: Float32Array, tone: number): ToneReport {
  const windows: Heard[] = [];
  const wave = waves(tone);
  for (let from = WINDOW; from + 2 * WINDOW <= samples.length; from += WINDOW) {
    windows.push(heard(samples, from, wave));
  }
  const turns = windows.slice(1).map(({phase}, i) => turn(windows[i]?.phase ?? 0, phase));
  const degreesPerSample = (360 * tone) / RATE;
  const drift = turns.reduce((sum, one) => sum + one, 0) / Math.max(1, turns.length);
  const jumps = turns.map((degrees) => Math.abs(degrees) / degreesPerSample);
  const amplitudes = windows.map(({amplitude}) => amplitude);
  return {
    frequency: tone + (drift / 360) * (RATE / WINDOW),
    quietest: Math.min(...amplitudes),
    loudest: Math.max(...amplitudes),
    largestJump: Math.max(...jumps),
    jumps: jumps.filter((samples) => samples >= 0.5).length,
  };
}
