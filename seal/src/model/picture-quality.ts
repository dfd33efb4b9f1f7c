import type {Camera} from './capture-metadata.js';

/** The measured quality of a picture, as it is sealed: numbers from 0 to 1. */
export type PictureQuality = Required<Pick<Camera, 'meanLuminance' | 'clippedShare'>> &
  Pick<Camera, 'sharpness'>;

/** Milliseconds that sealing waits for the measurement. */
export const MEASURING_MS = 1_000;

/** A reason to retake a picture. */
export type QualityProblem = 'blurred' | 'dark' | 'overexposed';

// Thresholds chosen with photographs and their blurred, darkened and brightened copies:
// test/worker/picture-quality.browser.test.ts.
/**
 * Below it, edges are spread over more than one of 800 pixels (standard deviation). Sharp photographs have 0.55 and
 * more.
 */
const BLURRED = 0.33;
const DARK = 0.1;
const OVEREXPOSED = 0.25;

/** The worst problem; undefined if the picture is fine, or too dark or uniform for more to be known. */
export function problemOf(quality: PictureQuality): QualityProblem | undefined {
  const {sharpness, meanLuminance, clippedShare} = quality;
  if (meanLuminance < DARK) return 'dark';
  if (clippedShare > OVEREXPOSED) return 'overexposed';
  return sharpness !== undefined && sharpness < BLURRED ? 'blurred' : undefined;
}
