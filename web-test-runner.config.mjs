import {once} from 'node:events';
import {writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {defaultReporter} from '@web/test-runner';
import {filesAtNight, filesOfNight, testFiles} from './test/at-night.mjs';
import {countReporter} from './test/browsers/count-reporter.mjs';
import {downloads} from './test/browsers/downloads.mjs';
import {chromium, firefox, webkit} from './test/browsers/launchers.mjs';
import {lines} from './test/browsers/lines.mjs';
import {browserTestPattern, engine, modules} from './test/browsers/modules.mjs';
import {pageCommands} from './test/browsers/page-command.mjs';
import {writePages} from './test/browsers/pages.mjs';
import {sealingService} from './test/browsers/sealing-service.mjs';
import {uploadServer} from './test/browsers/upload-server.mjs';

/**
 * Chromium runs every test. The other engines run the tests of what an engine itself does: devices, storage, workers,
 * sound, policies, the session history, and, at night, every way to hide and to record, credentials, license plates, files and the
 * clipboard, the layout of text, and the registration of elements. The rendering of given data is the same in each of
 * them, and is tested in Chromium only.
 */
const allTests = [browserTestPattern];
const engineDependent = [
  'test/{core,delivery,ports,project,worker}/**/*.browser.test.ts',
  'test/plates/worker-lifetime.browser.test.ts',
  'test/elements/capture/way-out/permission-button.browser.test.ts',
  'test/elements/capture-audio/microphone.browser.test.ts',
  'test/elements/capture-image/{camera,fill,own-captures,policy,restored,unseen}.browser.test.ts',
  'test/elements/flows/*.browser.test.ts',
];
const engineDependentAtNight = [
  'test/core/inspection/opinions.browser.test.ts',
  'test/core/queue/stored-credentials.browser.test.ts',
  'test/core/queue/sealing/authorized-sealing.browser.test.ts',
  'test/plates/plate-detector.browser.test.ts',
  'test/ports/audio/browser-recorder.browser.test.ts',
  'test/elements/*.browser.test.ts',
  'test/elements/{form,player}/*.browser.test.ts',
  'test/elements/capture-audio/{options,waveform}.browser.test.ts',
  'test/elements/capture-image/{hidden,metadata,photo}.browser.test.ts',
  'test/elements/seal-inspector/{direction,hostile,intake,late,report,take-away,tree-copy}.browser.test.ts',
];
/** `npm test` sets it to `day` or `night`; without it, an engine runs all of its tests. */
const {TESTS_AT} = process.env;
const isOfBrowser = (path) => path.endsWith('.browser.test.ts');
const atNight = filesAtNight.filter(isOfBrowser);
const not = (pattern) => `!${pattern}`;
const ofChromium = {
  day: [...allTests, ...atNight.map(not)],
  night: filesOfNight.filter(isOfBrowser),
};
const ofOtherEngines = {
  day: [...engineDependent, ...[...atNight, ...engineDependentAtNight].map(not)],
  night: engineDependentAtNight,
};

/** Before the first, no element may be registered in its page. The others change the viewport, after which all is slow. */
const elementsOfOwnPage = [
  'test/elements/upgrade.browser.test.ts',
  'test/elements/screens/narrow-capture.browser.test.ts',
  'test/elements/screens/narrow-inspector.browser.test.ts',
];
const elementsWithSound = ['test/elements/capture-audio/microphone.browser.test.ts'];
const elementsWithDevices = [
  'test/elements/capture-image/camera.browser.test.ts',
  'test/elements/capture-image/hidden.browser.test.ts',
  'test/elements/capture-image/metadata.browser.test.ts',
  'test/elements/capture-image/own-captures.browser.test.ts',
  'test/elements/capture-image/policy.browser.test.ts',
  'test/elements/capture-image/removed.browser.test.ts',
  'test/elements/capture-image/restored.browser.test.ts',
  'test/elements/capture-image/unseen.browser.test.ts',
  'test/elements/flows/chosen.browser.test.ts',
  'test/elements/flows/sealed-set.browser.test.ts',
  'test/elements/flows/shared.browser.test.ts',
  'test/elements/form/sent.browser.test.ts',
];
/**
 * Sound is lost on an overloaded processor, so these tests run one at a time. At night, every test of the other engines
 * does.
 */
const sound = [
  'test/ports/audio/**/*.browser.test.ts',
  'test/core/recording/**/*.browser.test.ts',
  ...elementsWithSound,
];
/** Tests with a camera prompt, which Chromium's headless shell, used for the other quiet tests, does not have. */
const devices = [
  'test/ports/camera/*.browser.test.ts',
  'test/ports/worker-channel/media-worker.browser.test.ts',
  ...elementsWithDevices,
];
/**
 * `npm test` runs each engine's tests in parts: `quiet` and `sound`, and in Chromium `devices`, which belong to `quiet`
 * in other engines.
 */
const part = process.env.BROWSER_PART;

/** Engines to run; all by default. An engine that is not installed is skipped, with a message. */
const wanted = (process.env.BROWSERS ?? 'chromium,firefox,webkit').split(',');
/** Engines that are required: a run without them fails instead of skipping them. */
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
  const inChromium = wanted.includes('chromium');
  if (part === 'sound') {
    return inChromium || !TESTS_AT ? sound : [...sound, ...engineDependentAtNight.map(not)];
  }
  if (part === 'devices') return devices;
  const all = inChromium ? allTests : [...engineDependent, ...engineDependentAtNight];
  const tests = (inChromium ? ofChromium : ofOtherEngines)[TESTS_AT] ?? all;
  if (part !== 'quiet' || TESTS_AT === 'night') return tests;
  if (!inChromium) return [...tests, ...sound.map(not)];
  // Other tests of elements get everything from fakes and leave nothing behind, so that they can share a page.
  const elements = 'test/elements/';
  const notShared = [
    ...elementsOfOwnPage,
    ...elementsWithSound,
    ...elementsWithDevices,
    ...atNight,
  ];
  const shared = testFiles.filter(
    (path) => isOfBrowser(path) && path.startsWith(elements) && !notShared.includes(path),
  );
  const others = [...tests, `!${elements}**`, ...elementsOfOwnPage];
  return [...writePages(shared), ...others, ...[...sound, ...devices].map(not)];
}

/**
 * A separate port for this run. The runner's default is found and opened in two steps, between which another run could
 * take it.
 */
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
  // Each page of Chromium has its own storage, so several can run at the same time.
  concurrency: part === 'quiet' && wanted.includes('chromium') ? 3 : 1,
  concurrentBrowsers: 1,
  browserStartTimeout: 60_000,
  testsStartTimeout: 60_000,
  testsFinishTimeout: 300_000,
  // Many times the duration of any test, since three engines, services and other suites share the processor.
  testFramework: {config: {timeout: 30_000}},
  plugins: [
    pageCommands(),
    sealingService(),
    uploadServer(),
    lines(),
    downloads(),
    modules(),
    engine(),
  ],
  reporters: [
    defaultReporter({reportTestResults: true, reportTestProgress: false}),
    countReporter(counted),
  ],
  browsers,
};
