import {readFileSync} from 'node:fs';
import {defineConfig} from '@playwright/test';

const counts = process.env.END_TO_END_COUNTS;

const args = ['--no-sandbox', '--use-fake-device-for-media-stream=device-count=2'];
const chromium = {
  executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
  args,
};
/** Chromium's headless shell, which allows each camera and microphone unasked here; letters are drawn as Chromium itself draws them without a window. */
const headlessShell = {
  executablePath: process.env.HEADLESS_SHELL_PATH ?? chromium.executablePath,
  args: [...args, '--use-fake-ui-for-media-stream', '--font-render-hinting=none'],
};
const sound = /recording\.test\.ts$/;
/** Background sync, the cache of pages that are left, and Chromium's own pages for settings: its headless shell has neither. */
const whole = /\/(back-forward|faults-storage|service-worker)\.test\.ts$/;

/** `npm test` leaves these to `npm run test:night`. */
const atNight = Object.keys(
  JSON.parse(readFileSync(new URL('test/at-night.json', import.meta.url), 'utf8')) as object,
).map((path) => `**/${path}`);
const {TESTS_AT} = process.env;

/** End to end on the built site; each test starts its own service on a port of its own. */
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
    // Its tests wait more than they work.
    {name: 'whole-browser', testMatch: whole, fullyParallel: true},
    // Sound is lost where a processor has too much to do: one at a time. `npm test` lets these go first, or runs them last.
    {name: 'sound', testMatch: sound, workers: 1, dependencies: ['pages', 'whole-browser']},
  ],
  timeout: 60_000,
  // On a processor with too much to do. What passes then is listed as flaky.
  retries: 1,
  outputDir: 'test-results',
  // Pictures of the elements, kept with the tests.
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  reporter: [['list'], ...(counts ? [['./test/end-to-end/count-reporter.ts'] as [string]] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: chromium,
  },
});
