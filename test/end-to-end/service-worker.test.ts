import {readdir, readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {atNight, variants} from '../variants.js';
import {inspected} from './inspected.js';
import {ServiceWorkerBrowser, type Told} from './service-worker-page.js';
import {ServiceWorkerSite} from './service-worker-site.js';

let site: ServiceWorkerSite;
let browser: ServiceWorkerBrowser;

test.beforeEach(async ({launchOptions}) => {
  site = await ServiceWorkerSite.start();
  browser = await ServiceWorkerBrowser.borrow(launchOptions, site);
});
test.afterEach(async () => {
  await browser.close();
  await site.close();
});

const protectedOnes = (told: readonly Told[]): Told[] =>
  told.filter(({name}) => name === 'protected');

/** Takes a capture while the service is unreachable, and closes the tab at once. */
async function leaveBehind(script?: string): Promise<string> {
  const {page, demo, told} = await browser.visit();
  await browser.register(page, script);
  site.passAll('cut');
  const captureId = await browser.capture(demo, told);
  await browser.leave(page);
  return captureId;
}

/** Waits until the capture's file was sent to its owner, and only the report to the next page is missing. */
const expectSent = (captureId: string, state: string): Promise<void> =>
  expect
    .poll(async () => (await browser.stored()).map((one) => [one.state, one.isSent]), {
      timeout: 20_000,
    })
    .toEqual([[state, true]])
    .then(() => expect(site.uploaded).toEqual([captureId]));

/** Checks that the site's own storage has the capture's file once, with a valid seal. */
async function expectUploadedOnce(captureId: string): Promise<void> {
  const folder = join(site.demo.data, 'uploads');
  const names = (await readdir(folder)).filter((name) => name.includes(captureId));
  expect(names.length).toBe(1);
  const bytes = await readFile(join(folder, names[0] ?? ''));
  expect((await inspected(site.demo, bytes)).labelValid).toBe(true);
}

const states = async (): Promise<string[]> => (await browser.stored()).map(({state}) => state);

/** The sync tags that were registered with the browser. */
const tagsOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const registration = (await navigator.serviceWorker.ready) as unknown as {
      sync: {getTags(): Promise<string[]>};
    };
    return registration.sync.getTags();
  });

for (const script of variants(['/service-worker.js', '/classic-service-worker.js'])) {
  test(`a capture of a closed tab is sealed by ${script}, and delivered without a request`, async () => {
    const captureId = await leaveBehind(script);
    expect(site.answered).toEqual([]);

    site.pass('service worker', 'open');
    await browser.dispatchSync();
    await expect.poll(states, {timeout: 20_000}).toEqual(['sealed']);
    const [stored] = await browser.stored();
    expect(stored?.captureId).toBe(captureId);
    expect(stored?.manifest).toBeGreaterThan(1000);
    expect(site.answered).toEqual(['service worker']);

    site.passAll('cut');
    site.asked.length = 0;
    const {demo, told} = await browser.visit();
    await expect
      .poll(() => protectedOnes(told))
      .toEqual([{name: 'protected', captureId, restored: true}]);
    await demo.expectSealed();
    expect(site.asked).toEqual([]);
    const {bytes} = await demo.download();
    expect((await inspected(site.demo, bytes)).labelValid).toBe(true);
    // The demo uploads it, and the browser lists it without its file afterwards.
    await demo.expectUploaded();
    await expect.poll(states).toEqual(['delivered']);
  });
}

test('a capture of a closed tab is sealed and uploaded; the next page is informed of both and sends nothing', async () => {
  const captureId = await leaveBehind('/uploading-service-worker.js');
  site.pass('service worker', 'open');
  await browser.dispatchSync();
  await expectSent(captureId, 'sealed');
  await expectUploadedOnce(captureId);

  site.passAll('cut');
  const {page, demo, told} = await browser.visit();
  const location = `${site.address}/uploads/${captureId}`;
  await expect
    .poll(() => told)
    .toEqual([
      {name: 'protected', captureId, restored: true},
      {name: 'delivered', captureId, location},
    ]);
  await demo.expectUploaded();
  await expect.poll(states).toEqual(['delivered']);
  // No request follows later, either.
  await page.waitForTimeout(1_000);
  expect(told.length).toBe(2);
  expect(site.uploaded).toEqual([captureId]);
});

// By day, background-sending.test.ts checks it without a browser.
atNight(test)(
  'the service worker completes an upload whose tab was closed, and informs the next page',
  async () => {
    const {page, demo, told} = await browser.visit();
    await browser.register(page, '/uploading-service-worker.js');
    site.uploadPassage = 'held';
    const captureId = await browser.capture(demo, told);
    await expect.poll(() => site.uploaded).toEqual([captureId]);
    expect(protectedOnes(told).length).toBe(1);
    expect(await tagsOf(page)).toEqual(['sealed-capture']);
    await browser.leave(page);
    site.uploaded.length = 0;
    site.release();
    await browser.dispatchSync();
    await expectSent(captureId, 'delivering');
    await expectUploadedOnce(captureId);

    const next = await browser.visit();
    const location = `${site.address}/uploads/${captureId}`;
    await expect.poll(() => next.told).toEqual([{name: 'delivered', captureId, location}]);
    await expect.poll(states).toEqual(['delivered']);
    await next.page.waitForTimeout(1_000);
    expect(next.told.length).toBe(1);
    expect(site.uploaded).toEqual([captureId]);
    expect(site.answered).toEqual(['page']);
  },
);

test('a page registers the sync without help, and its captures are sealed after it is closed', async () => {
  const {page, demo, told} = await browser.visit();
  await browser.register(page);
  site.passAll('cut');
  await browser.capture(demo, told);
  await expect.poll(() => tagsOf(page)).toEqual(['sealed-capture']);
  await page.close();
  site.pass('service worker', 'open');
  await expect.poll(states, {timeout: 20_000}).toEqual(['sealed']);
});

test('a page registers the sync as soon as its service worker is active', async () => {
  const {page, demo, told} = await browser.visit();
  site.passAll('cut');
  await browser.capture(demo, told);
  await browser.register(page);
  await expect.poll(() => tagsOf(page)).toEqual(['sealed-capture']);
  await page.close();
  site.pass('service worker', 'open');
  await expect.poll(states, {timeout: 20_000}).toEqual(['sealed']);
});

test('a page that is closed registers the sync once more for captures that still wait', async ({
  launchOptions,
}) => {
  await browser.close();
  browser = await ServiceWorkerBrowser.open(launchOptions, site, ['camera', 'geolocation']);
  const {page, demo, told} = await browser.visit();
  await browser.register(page);
  site.passAll('cut');
  await browser.capture(demo, told);
  // By then the browser has refused.
  await page.waitForTimeout(1_000);
  await browser.context.grantPermissions(['camera', 'geolocation', 'background-sync']);
  expect(await tagsOf(page)).toEqual([]);
  await page.goto(`${site.address}/blank`);
  await expect.poll(() => tagsOf(page)).toEqual(['sealed-capture']);
});

test('the service worker does not touch captures of an open page', async () => {
  const {page, demo, told} = await browser.visit();
  await browser.register(page);
  site.pass('page', 'held');
  const captureId = await browser.capture(demo, told);
  await expect.poll(() => site.asked).toEqual(['page']);
  await browser.dispatchSync();
  // Longer than the service worker waits for pages that are just closing.
  await page.waitForTimeout(8_000);
  expect(site.asked).toEqual(['page']);
  expect(await states()).toEqual(['sealing']);
  site.release();
  await expect
    .poll(() => protectedOnes(told))
    .toEqual([{name: 'protected', captureId, restored: false}]);
  expect(site.answered).toEqual(['page']);
});

test('a capture whose service worker is killed while it seals is sealed in the next visit', async () => {
  const captureId = await leaveBehind();
  site.pass('service worker', 'held');
  await browser.dispatchSync();
  await expect.poll(() => site.asked.at(-1), {timeout: 20_000}).toBe('service worker');
  await expect.poll(states).toEqual(['sealing']);
  await browser.killServiceWorker();
  // The browser may start the service worker again for the sync that it registered itself.
  site.pass('service worker', 'cut');
  site.pass('page', 'open');
  site.asked.length = 0;
  const {told} = await browser.visit();
  await expect
    .poll(() => protectedOnes(told), {timeout: 30_000})
    .toEqual([{name: 'protected', captureId, restored: true}]);
  expect(site.asked.filter((sender) => sender === 'page')).toEqual(['page']);
  expect(site.answered).toEqual(['page']);
});

// By day, background-sealing.test.ts checks a page that opens meanwhile.
atNight(test)(
  'a page that opens while the service worker seals waits for it, and delivers at once',
  async () => {
    const captureId = await leaveBehind();
    site.pass('service worker', 'held');
    await browser.dispatchSync();
    await expect.poll(() => site.asked.at(-1), {timeout: 20_000}).toBe('service worker');
    site.pass('page', 'open');
    site.asked.length = 0;
    const {page, told} = await browser.visit();
    await page.waitForTimeout(2_000);
    expect(site.asked).toEqual([]);
    site.release();
    await expect
      .poll(() => protectedOnes(told), {timeout: 5_000})
      .toEqual([{name: 'protected', captureId, restored: true}]);
    expect(site.asked).toEqual([]);
    expect(site.answered).toEqual(['service worker']);
  },
);
