import {expect, test, type Page} from '@playwright/test';
import {seeded} from '../delivery/hostile/random.js';
import {seedsNow} from '../variants.js';
import {HostileSite} from './hostile-site.js';
import {Profile} from './profile.js';
import {ServiceWorkerDebugger} from './service-worker-debugger.js';
import {StoredCaptures} from './stored-captures.js';

const PHOTOS = 5;
const STEPS = 8;
const STEP_MS = 500;

let site: HostileSite;
let profile: Profile;
/** A page without elements, which shows what the browser has stored. */
let blank: Page;
let worker: ServiceWorkerDebugger;

test.beforeAll(async ({launchOptions}) => {
  site = await HostileSite.open();
  const permissions = ['camera', 'background-sync'];
  profile = await Profile.open({...launchOptions, permissions});
  blank = await profile.context.newPage();
  await blank.goto(`${site.address}/blank`);
  worker = await ServiceWorkerDebugger.of(blank, site.address);
});
test.afterAll(async () => {
  await profile.close();
  await site.close();
});

test.afterEach(async () => {
  for (const page of profile.context.pages()) if (page !== blank) await page.close();
});

async function visit(): Promise<Page> {
  const page = await profile.context.newPage();
  await page.exposeFunction('tell', (event: string) => site.events.push(event));
  await page.goto(site.address);
  return page;
}

/** What may happen after the page with the photos was closed. */
const acts: Record<string, () => Promise<unknown>> = {
  'time passes': () => Promise.resolve(),
  'the service worker is woken': () => worker.dispatchSync(),
  'the service worker is ended, and woken again': async () => {
    await worker.kill();
    await worker.dispatchSync();
  },
  'a page is opened for a moment': async () => {
    const page = await visit();
    await page.waitForTimeout(STEP_MS);
    await page.close();
  },
};

/**
 * True for a capture that needs no service worker: its file waits for a page because it was sent, or needs a person, or the
 * server asked to wait; or it was delivered, and is only listed.
 */
const isLeft = (state: string): boolean =>
  /"sent":|"dueAt":null|"name":"delivered"/.test(state) || /"retryAfter":\d{5}/.test(state);

for (const seed of seedsNow(1, 20)) {
  test(`photos that a service worker sends to a hostile server are all there in the end, and never nowhere (seed ${seed})`, async () => {
    site.begin(seed);
    const page = await visit();
    await page.evaluate(() =>
      navigator.serviceWorker.register('/service-worker.js', {type: 'module'}),
    );
    const ids = await page.evaluate((count) => window.hostile.take('deliver-to', count), PHOTOS);
    ids.forEach((captureId, index) => site.name(captureId, `photo ${index}`));
    const stored = new StoredCaptures(blank);
    const story = (): string => site.events.join('\n');
    const expectNoneLost = async (): Promise<void> =>
      expect(await site.lost(ids, stored), story()).toEqual([]);
    await page.evaluate(() => window.hostile.release());
    await page.close();

    const random = seeded(seed);
    for (let step = 0; step < STEPS; step++) {
      const name = random.of(Object.keys(acts));
      site.events.push(`— ${name}`);
      await acts[name]?.();
      await blank.waitForTimeout(STEP_MS);
      await expectNoneLost();
    }
    site.events.push('— the server is repaired');
    site.repair();
    await worker.kill();
    await worker.dispatchSync();
    const unsent = async () => [...(await stored.states()).values()].filter((one) => !isLeft(one));
    await expect.poll(unsent, {message: story(), timeout: 20_000}).toEqual([]);
    await expectNoneLost();

    const last = await visit();
    await expect(async () => {
      await last.evaluate(() => window.hostile.retry());
      await expectNoneLost();
      expect(await stored.ids(), story()).toEqual([]);
    }).toPass({timeout: 20_000, intervals: [500]});
  });
}
