import {expect, test, type BrowserContext, type Page} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

/**
 * Opens the demo with a network that fails for files of these names, as if it went away after the page's own scripts
 * were loaded.
 */
async function openWithout(context: BrowserContext, files: string): Promise<Page> {
  await context.grantPermissions(['camera', 'microphone']);
  const page = await context.newPage();
  await page.route(files, (route) => route.abort());
  await page.goto(site.address);
  return page;
}

const PART_MISSING =
  'A part of this page did not load. Check the network, then load the page again.';

test('the camera stays off and reports the reason while the code that stores photos cannot be loaded, and turns on when it can', async ({
  context,
}) => {
  const page = await openWithout(context, '**/chunk-capturing-*');
  const camera = page.locator('capture-image');
  await expect(camera).toContainText(PART_MISSING);
  expect(await camera.evaluate((element) => element.shadowRoot?.querySelector('video'))).toBe(null);
  await page.unroute('**/chunk-capturing-*');
  // The element retries a few seconds after the last failure.
  const demo = new DemoPage(page);
  await expect(demo.shutter).toBeVisible({timeout: 15_000});
  await demo.takeSealedPhoto();
});

test('no recording starts while the code that stores recordings cannot be loaded, and the person can retry', async ({
  context,
}) => {
  const page = await openWithout(context, '**/chunk-capturing-*');
  const recorder = page.locator('capture-audio');
  await recorder.getByRole('button', {name: 'Start recording'}).click();
  await expect(recorder).toContainText(PART_MISSING);
  await page.unroute('**/chunk-capturing-*');
  await recorder.getByRole('button', {name: 'Try again'}).click();
  await recorder.getByRole('button', {name: 'Start recording'}).click();
  await expect(recorder.getByRole('timer')).toContainText(/0:0[1-9]/, {timeout: 15_000});
});

test('the inspector reports a network problem while the code that requests verdicts cannot be loaded, and retries on request', async ({
  context,
}) => {
  const page = await openWithout(context, '**/chunk-inspection-*');
  const demo = new DemoPage(page);
  await demo.waitForPicture();
  await demo.takeSealedPhoto();
  const {name, bytes} = await demo.download();
  await demo.drop(name, 'image/jpeg', bytes);
  await expect(demo.inspector).toContainText('A part of this page did not load');
  await page.unroute('**/chunk-inspection-*');
  await demo.inspector.getByRole('button', {name: 'Try again'}).click();
  await demo.expectVerdict('Seal intact.');
});
