import {expect, test, type Page} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.use({permissions: ['camera', 'microphone']});
test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

/** Fails the requests for an element's code. */
const withhold = (page: Page, element: string) =>
  page.route(new RegExp(`/assets/(?:element-)?${element}-[^/]+\\.js$`), (route) => route.abort());

const notLoaded = 'Part of this page did not load. Check the network, then reload the page.';

test('a photo whose check cannot be loaded is shown with what to do, and the camera is one press away', async ({
  page,
}) => {
  await withhold(page, 'seal-inspector');
  const demo = new DemoPage(page);
  await page.goto(site.address);
  await demo.waitForPicture();
  await demo.shutter.click();
  await expect(page.locator('.told')).toHaveText(notLoaded, {timeout: 20_000});
  await expect(page.locator('.told')).toBeInViewport({ratio: 1});
  await expect(page.locator('.shot')).toBeVisible();
  await expect(page.getByRole('button', {name: 'Tamper with it'})).toBeHidden();
  await demo.startAgain();
  await expect(demo.shutter).toBeVisible();
});

test('a dropped file that cannot be checked for want of code is answered, too', async ({page}) => {
  await withhold(page, 'seal-inspector');
  await page.goto(site.address);
  const files = await page.evaluateHandle(() => {
    const dropped = new DataTransfer();
    dropped.items.add(new File(['text'], 'own.jpg', {type: 'image/jpeg'}));
    return dropped;
  });
  await expect(page.locator('#sample')).toBeEnabled();
  await page.locator('.stage').dispatchEvent('drop', {dataTransfer: files});
  await expect(page.locator('.told')).toHaveText(notLoaded);
  await expect(page.locator('.told')).toBeVisible();
});

test('a recorder that cannot be loaded says so in its place', async ({page}) => {
  await withhold(page, 'capture-audio');
  await page.goto(site.address);
  const recording = page.getByRole('tab', {name: 'Recording'});
  await expect(recording).toHaveAttribute('aria-selected', 'false');
  await recording.click();
  const panel = page.getByRole('tabpanel', {name: 'Recording'});
  await expect(panel.getByRole('alert')).toHaveText(notLoaded);
});

test('the site is asked for stored files when their list is opened, and not before', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/uploads') asked.push(request.method());
  });
  const demo = new DemoPage(page);
  await page.goto(site.address);
  await demo.waitForPicture();
  await demo.shutter.click();
  await demo.expectVerdict('Seal intact.');
  expect(asked).toEqual([]);
  await expect(demo.photos).toHaveCount(0);
  await demo.openMore();
  await expect(demo.photos).toHaveCount(1);
  await expect.poll(() => asked).toEqual(['GET']);
});
