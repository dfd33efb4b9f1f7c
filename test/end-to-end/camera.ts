import {mkdir, rename} from 'node:fs/promises';
import {dirname, resolve} from 'node:path';
import {writeCameraFile} from '../camera-file.js';

/**
 * What the camera of the tests shows: a gradient with changing grain, 1280 × 720 pixels. Pictures of Chromium's own fake
 * cameras have nine times as many pixels, which took a fifth of the suite's processor time.
 */
export const cameraFile = resolve(import.meta.dirname, '../../test-results/camera.y4m');

/** Writes the file once per run, before the tests (Playwright's `globalSetup`). */
export default async function writeCamera(): Promise<void> {
  await mkdir(dirname(cameraFile), {recursive: true});
  // Renamed when it is complete, because browsers of another run may read the earlier one.
  const written = `${cameraFile}.${process.pid}`;
  await writeCameraFile(written, {width: 1280, height: 720, noise: 0.02, frames: 10});
  await rename(written, cameraFile);
}
