import {defineConfig} from '@playwright/test';
import {filesAtNight} from './test/at-night.mjs';

const counts = process.env.END_TO_END_COUNTS;

// Ten pictures per second, because computing and showing those of a fake camera takes a sixth of the processor.
const args = ['--no-sandbox', '--use-fake-device-for-media-stream=device-count=2,fps=10'];
const chromium = {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args,
};
/**
 * Chromium's headless shell, which grants camera and microphone without a prompt here; fonts are rendered as in
 * headless Chromium.
 */
const headlessShell = {
  executablePath: process.env.HEADLESS_SHELL_PATH ?? chromium.executablePath,
  args: [...args, '--use-fake-ui-for-media-stream', '--font-render-hinting=none'],
};
const sound = /\/recording\.test\.ts$/;
/**
 * Background sync, the back/forward cache, and Chromium's own settings pages, which the headless shell does not have.
 */
const whole = /\/(back-forward|faults-storage|service-worker)\.test\.ts$/;

const atNight = filesAtNight.map((path) => `**/${path}`);
const {TESTS_AT} = process.env;

/** End-to-end tests on the built site. Tests of one process share a service unless they change it. */
export default defineConfig({
  testDir: 'test/end-to-end',
  ...(TESTS_AT === 'night' && {testMatch: atNight}),
  workers: 2,
  projects: [
    {
      name: 'pages',
      testIgnore: [sound, whole, ...(TESTS_AT === 'day' ? atNight : [])],
      use: {launchOptions: headlessShell},
    },
    // These tests mostly wait.
    {name: 'whole-browser', testMatch: whole, fullyParallel: true},
    // Sound is lost on an overloaded processor, so these run one at a time. `npm test` runs them with real-time
    // priority, or last.
    {name: 'sound', testMatch: sound, workers: 1, dependencies: ['pages', 'whole-browser']},
  ],
  timeout: 60_000,
  // Nothing is measured here; other suites use the same processor.
  expect: {timeout: 10_000},
  // For an overloaded processor. A test that passes on the retry is listed as flaky.
  retries: 1,
  outputDir: 'test-results',
  // Reference pictures of the elements, stored with the tests.
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  reporter: [['list'], ...(counts ? [['./test/end-to-end/count-reporter.ts'] as [string]] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: chromium,
  },
});
