import {defineConfig} from '@playwright/test';

const counts = process.env.END_TO_END_COUNTS;

/** End to end on the built site; each test starts its own service on a port of its own. */
export default defineConfig({
  testDir: 'test/end-to-end',
  workers: 2,
  projects: [
    {name: 'pages', testIgnore: /recording\.test\.ts$/},
    // Sound is lost where a processor has too much to do: one at a time. `npm test` lets these go first, or runs them last.
    {name: 'sound', testMatch: /recording\.test\.ts$/, workers: 1, dependencies: ['pages']},
  ],
  timeout: 60_000,
  outputDir: 'test-results',
  // Pictures of the elements, kept with the tests.
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  reporter: [['list'], ...(counts ? [['./test/end-to-end/count-reporter.ts'] as [string]] : [])],
  use: {
    browserName: 'chromium',
    launchOptions: {
      executablePath: process.env.CHROME_PATH ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--use-fake-device-for-media-stream=device-count=2'],
    },
  },
});
