import {expect, test, type BrowserContext} from '@playwright/test';
import {PageWatch} from './page-watch.js';
import {openMicrophone, RecordingPage} from './recording-page.js';
import {startSite, type Site} from './site.js';
import {decode, RATE} from './tone.js';

/** The recorder's scripts, with the hash that the demo's build adds. */
const SCRIPTS = [/recorder-worklet[^/]*\.js/, /encoder-worker[^/]*\.js/];

let site: Site;

test.beforeAll(async () => {
  site = await startSite();
});
test.afterAll(async () => {
  await site.close();
});

/** Takes the network and the browser's cache away. Resolves with what gives the network back. */
async function goUnderground(recorder: RecordingPage, context: BrowserContext) {
  const debugging = await context.newCDPSession(recorder.page);
  await debugging.send('Network.enable');
  await debugging.send('Network.clearBrowserCache');
  await debugging.send('Network.setCacheDisabled', {cacheDisabled: true});
  await context.route('**/*', (route) => route.abort('internetdisconnected'));
  await context.setOffline(true);
  return async () => {
    await context.unroute('**/*');
    await context.setOffline(false);
  };
}

/** Waits until the recorder's scripts run in workers that wait for a recording. */
async function expectScripts({page, element}: RecordingPage): Promise<void> {
  await element.scrollIntoViewIfNeeded();
  for (const script of SCRIPTS) {
    await expect
      .poll(() => page.workers().map((worker) => worker.url()))
      .toContainEqual(expect.stringMatching(script));
  }
  await page.waitForLoadState('networkidle');
}

test('a page that was opened with a network makes, keeps and later seals two recordings without one, and without the browser’s cache', async ({
  launchOptions,
}) => {
  const microphone = await openMicrophone(launchOptions);
  const {context, folder} = microphone;
  try {
    const recorder = new RecordingPage(await context.newPage());
    await recorder.open(site.address);
    await expectScripts(recorder);
    const comeBack = await goUnderground(recorder, context);
    const captures = () =>
      recorder.told().then((told) => told.filter(({name}) => name === 'capture'));
    for (const count of [1, 2]) {
      await recorder.recordFor(3);
      await recorder.stop.click();
      await expect.poll(() => captures().then(({length}) => length)).toBe(count);
    }
    for (const {captureId, duration = 0} of await captures()) {
      expect(duration).toBeGreaterThan(2.9);
      const samples = decode(await recorder.save('capture', captureId, folder));
      expect(samples.length).toBe(Math.round(duration * RATE));
    }
    expect((await recorder.told()).map(({code}) => code)).toEqual([undefined, undefined]);
    await comeBack();
    const sealed = () =>
      recorder.told().then((told) => told.filter(({name}) => name === 'protected').length);
    await expect.poll(sealed, {timeout: 60_000}).toBe(2);
  } finally {
    await microphone.close();
  }
});

test('scripts that could not be loaded early are loaded at the press, and nobody is told before', async ({
  launchOptions,
}) => {
  const microphone = await openMicrophone(launchOptions);
  const {context} = microphone;
  try {
    const recorder = new RecordingPage(await context.newPage());
    const watch = await PageWatch.of(recorder.page);
    const refused: string[] = [];
    for (const script of SCRIPTS) {
      await context.route(script, (route) => {
        refused.push(route.request().url());
        return route.abort('internetdisconnected');
      });
    }
    await recorder.open(site.address);
    await recorder.element.scrollIntoViewIfNeeded();
    for (const script of SCRIPTS) {
      await expect.poll(() => refused).toContainEqual(expect.stringMatching(script));
    }
    await recorder.page.waitForTimeout(500);
    expect(await recorder.told()).toEqual([]);
    await expect(recorder.element.getByRole('alert')).toHaveCount(0);
    expect(watch.problems.filter((problem) => !/ERR_INTERNET_DISCONNECTED/.test(problem))).toEqual(
      [],
    );
    for (const script of SCRIPTS) await context.unroute(script);
    await recorder.recordFor(2);
    await recorder.stop.click();
    await recorder.hear('protected');
  } finally {
    await microphone.close();
  }
});
