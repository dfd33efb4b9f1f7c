import {mkdir} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {writeCameraFile} from '../camera-file.js';

/**
 * What the camera of the tests shows: a moving picture of 1280 × 720 pixels. Chromium's own fake cameras have nine times
 * as many, which takes a fifth of the suite's processor time.
 */
export const cameraFile = resolve(import.meta.dirname, '../../test-results/camera.y4m');

/** Writes the file once per run, before the tests (Playwright's `globalSetup`). */
export default async function writeCamera(): Promise<void> {
  await mkdir(dirname(cameraFile), {recursive: true});
  await writeCameraFile(cameraFile, {width: 1280, height: 720, noise: 0.02, frames: 10});
}
