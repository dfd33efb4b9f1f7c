import {expect, test} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.use({permissions: ['camera'], serviceWorkers: 'allow'});
test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

test('after its first load, the page opens without a network and without the browser’s cache, takes a photo, and seals it once there is one', async ({
  page,
  context,
}) => {
  const watch = await PageWatch.of(page);
  const demo = new DemoPage(page);
  await page.goto(site.address);
  await demo.waitForPicture();
  await page.waitForLoadState('networkidle');
  const missing = () =>
    page.evaluate(async () => {
      const [name = ''] = await caches.keys();
      const cache = await caches.open(name);
      const kept = (await cache.keys()).map(({url}) => url);
      const loaded = performance.getEntriesByType('resource').map((entry) => entry.name);
      const assets = loaded.filter((address) => address.includes('/assets/'));
      return [location.href, ...assets].filter((address) => !kept.includes(address));
    });
  await expect.poll(missing).toEqual([]);
  expect(watch.problems).toEqual([]);

  const debugging = await context.newCDPSession(page);
  await debugging.send('Network.enable');
  await debugging.send('Network.clearBrowserCache');
  await context.setOffline(true);
  await page.reload();
  await demo.waitForPicture();
  await demo.shutter.click();
  await expect(
    page
      .locator('capture-image')
      .getByText(/^1 photo waiting/)
      .first(),
  ).toBeVisible();
  await context.setOffline(false);
  await demo.expectVerdict('Seal intact.');
  await demo.tamper();
  await demo.expectVerdict('Seal broken.');
});

test('a new build takes the place of what was kept, and the documentation is not kept', async ({
  page,
}) => {
  await page.goto(site.address);
  const names = () => page.evaluate(() => caches.keys());
  await expect.poll(async () => (await names()).length).toBe(1);
  const [current] = await names();
  await page.evaluate(() => caches.open('demo ?main-older'));
  await page.evaluate(async () => {
    const [registration] = await navigator.serviceWorker.getRegistrations();
    await registration?.unregister();
  });
  // A service worker that still has a page would be kept.
  await page.goto('about:blank');
  await page.goto(site.address);
  await expect.poll(names).toEqual([current]);
  await page.goto(`${site.address}/docs/`);
  const paths = await page.evaluate(async (name) => {
    const cache = await caches.open(name ?? '');
    return (await cache.keys()).map(({url}) => new URL(url).pathname);
  }, current);
  expect(paths.filter((path) => path.startsWith('/docs'))).toEqual([]);
});
