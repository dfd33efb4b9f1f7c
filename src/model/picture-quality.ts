import type {Camera} from './capture-metadata.js';

/** What was measured of a picture, as it is sealed with it: numbers from 0 to 1. */
export type PictureQuality = Required<Pick<Camera, 'meanLuminance' | 'clippedShare'>> &
  Pick<Camera, 'sharpness'>;

/** How long sealing waits for it at most. */
export const MEASURING_MS = 1_000;

/** What a person would take the picture anew for. */
export type QualityProblem = 'blurred' | 'dark' | 'overexposed';

// Chosen by photographs and blurred, darkened and brightened copies of them: test/worker/picture-quality.browser.test.ts.
/** Edges are spread over more than one of 800 pixels (standard deviation). Sharp photographs have 0.55 and more. */
const BLURRED = 0.33;
const DARK = 0.1;
const OVEREXPOSED = 0.25;

/** The worst of it; undefined where the picture is fine, or too dark or too even to say more. */
export function problemOf(quality: PictureQuality): QualityProblem | undefined {
  const {sharpness, meanLuminance, clippedShare} = quality;
  if (meanLuminance < DARK) return 'dark';
  if (clippedShare > OVEREXPOSED) return 'overexposed';
  return sharpness !== undefined && sharpness < BLURRED ? 'blurred' : undefined;
}
