import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {defaultReporter} from '@web/test-runner';
import {countReporter} from './test/browsers/count-reporter.mjs';
import {chromium, firefox, webkit} from './test/browsers/launchers.mjs';
import {engine, modules} from './test/browsers/modules.mjs';
import {pageCommands} from './test/browsers/page-command.mjs';
import {sealingService} from './test/browsers/sealing-service.mjs';
import {uploadServer} from './test/browsers/upload-server.mjs';

/**
 * Chromium runs every test. The other engines run those whose subject is something that an engine does: devices,
 * storage, workers, sound, policies, files and the clipboard, the layout of text, and the registration of elements.
 * What an element draws of given data is the same template in each of them, and runs in Chromium alone.
 */
const everyTest = ['test/**/*.browser.test.ts'];
const engineDependent = [
  'test/{core,delivery,ports,project,worker}/**/*.browser.test.ts',
  'test/plates/{plate-detector,worker-lifetime}.browser.test.ts',
  'test/elements/*.browser.test.ts',
  'test/elements/{form,player}/*.browser.test.ts',
  'test/elements/capture-audio/{microphone,options,waveform}.browser.test.ts',
  'test/elements/capture-image/{camera,metadata,photo,policy,restored}.browser.test.ts',
  'test/elements/seal-inspector/{direction,hostile,intake,late,report,take-away,tree-copy}.browser.test.ts',
];

/** Sound is lost where a processor has too much to do: these run one at a time. */
const sound = [
  'test/ports/audio/**/*.browser.test.ts',
  'test/core/recording/**/*.browser.test.ts',
  'test/elements/capture-audio/microphone.browser.test.ts',
];
/** A camera that asks a person: Chromium's headless shell, which runs the other quiet tests, has none. */
const devices = [
  'test/ports/camera/*.browser.test.ts',
  'test/ports/worker-channel/media-worker.browser.test.ts',
  'test/elements/capture-image/{camera,metadata,policy,removed,restored}.browser.test.ts',
  'test/elements/form/sent.browser.test.ts',
];
/** `npm test` runs each engine's tests in parts: `quiet` and `sound`, and in Chromium `devices`, which is in `quiet` elsewhere. */
const part = process.env.BROWSER_PART;

/** Engines to run, all by default; one that is not installed is skipped, and said so. */
const wanted = (process.env.BROWSERS ?? 'chromium,firefox,webkit').split(',');
/** Engines that must be there: a run that lacks one fails instead of saying so and passing. */
const required = (process.env.REQUIRED_BROWSERS ?? 'chromium').split(',');
const launchers = {chromium, firefox, webkit};
const browsers = [];
for (const name of wanted) {
  const launcher = await launchers[name]({devices: part !== 'quiet'});
  if (launcher) browsers.push(launcher);
  else if (required.includes(name)) throw new Error(`${name} is required and not installed.`);
  else console.log(`SKIPPED: ${name} is not installed, its tests do not run.`);
}

const counted = process.env.BROWSER_COUNTS;
if (browsers.length === 0) {
  if (counted) writeFileSync(counted, JSON.stringify({passed: 0, failed: 0, skipped: 1}));
  process.exit(0);
}

function files() {
  if (part === 'sound') return sound;
  if (part === 'devices') return devices;
  const inChromium = wanted.includes('chromium');
  const tests = inChromium ? everyTest : engineDependent;
  if (part !== 'quiet') return tests;
  const others = inChromium ? [...sound, ...devices] : sound;
  return [...tests, ...others.map((pattern) => `!${pattern}`)];
}

/** A port of this run's own: the runner's default is looked for and taken in two steps, between which another takes it. */
async function freePort() {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const {port} = server.address();
  server.close();
  return port;
}

export default {
  port: await freePort(),
  files: files(),
  // Each page of Chromium has a storage of its own: two run side by side.
  concurrency: part === 'quiet' && wanted.includes('chromium') ? 2 : 1,
  concurrentBrowsers: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 120_000,
  testFramework: {config: {timeout: 15_000}},
  plugins: [pageCommands(), sealingService(), uploadServer(), modules(everyTest), engine()],
  reporters: [
    defaultReporter({reportTestResults: true, reportTestProgress: false}),
    ...(counted ? [countReporter(counted)] : []),
  ],
  browsers,
};
