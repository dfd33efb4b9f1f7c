import {defineConfig} from '@playwright/test';
import {filesAtNight, filesOfNight} from './test/at-night.mjs';
import {findChromium, findHeadlessShell} from './test/browsers/chromium.mjs';
import {cameraFile} from './test/end-to-end/camera.js';

// Found once: the processes of the tests have these, too.
process.env.CHROME_PATH ??= findChromium();
process.env.HEADLESS_SHELL_PATH ??= findHeadlessShell();

const counts = process.env.END_TO_END_COUNTS;

const fakeDevices = '--use-fake-device-for-media-stream';
const film = `--use-file-for-fake-video-capture=${cameraFile}`;
const chromium = {
  executablePath: process.env.CHROME_PATH,
  args: ['--no-sandbox', fakeDevices, film],
};
/**
 * Chromium's headless shell, which grants camera and microphone without a prompt here; fonts are rendered as in
 * headless Chromium.
 */
const headlessShell = (...args: string[]) => ({
  executablePath: process.env.HEADLESS_SHELL_PATH,
  args: ['--no-sandbox', ...args, '--use-fake-ui-for-media-stream', '--font-render-hinting=none'],
});
/**
 * These check the names, number and settings of Chromium's own fake cameras. Ten pictures per second, because each has
 * 3840 × 2160 pixels.
 */
const ofFakeCameras = /\/(camera-controls|metadata-round-trip)\.test\.ts$/;
const sound = /\/recording(-offline)?\.test\.ts$/;
/**
 * Background sync, the back/forward cache, and Chromium's own settings pages, which the headless shell does not have.
 */
const whole = /\/(back-forward|faults-storage|hostile-service-worker|service-worker)\.test\.ts$/;

const {TESTS_AT} = process.env;
const anyOf = (files: readonly string[]): string =>
  `/(${files.map((path) => path.replaceAll('.', '\\.')).join('|')})$`;
/** The files that do not run at this time. */
const notNow: Partial<Record<string, RegExp[]>> = {
  day: [new RegExp(anyOf(filesAtNight))],
  night: [new RegExp(`^(?!.*${anyOf(filesOfNight)})`)],
};
const ignored = notNow[TESTS_AT ?? ''] ?? [];

/** End-to-end tests on the built site. Tests of one process share a service unless they change it. */
export default defineConfig({
  testDir: 'test/end-to-end',
  globalSetup: './test/end-to-end/camera.ts',
  workers: 2,
  projects: [
    {
      name: 'pages',
      testIgnore: [sound, whole, ofFakeCameras, ...ignored],
      use: {launchOptions: headlessShell(fakeDevices, film)},
    },
    {
      name: 'cameras',
      testMatch: ofFakeCameras,
      testIgnore: ignored,
      use: {launchOptions: headlessShell(`${fakeDevices}=device-count=2,fps=10`)},
    },
    // These tests mostly wait.
    {
      name: 'whole-browser',
      testMatch: whole,
      testIgnore: ignored,
      fullyParallel: true,
      use: {serviceWorkers: 'allow'},
    },
    // These mostly wait. `npm test` runs them beside the tests of Node: a busy processor costs no sound.
    {
      name: 'sound',
      testMatch: sound,
      testIgnore: ignored,
      workers: 1,
      dependencies: ['pages', 'cameras', 'whole-browser'],
    },
  ],
  timeout: 60_000,
  // Nothing is measured here; other suites use the same processor.
  expect: {timeout: 10_000},
  // For an overloaded processor. A test that passes on the retry is listed as flaky.
  retries: 1,
  outputDir: 'test-results',
  // Reference pictures of the elements, stored with the tests.
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  reporter: counts ? [['list'], ['json', {outputFile: counts}]] : [['list']],
  use: {
    browserName: 'chromium',
    // The demo's own would answer what tests answer in place of the service.
    serviceWorkers: 'block',
    launchOptions: chromium,
  },
});
