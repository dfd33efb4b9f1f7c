import {expect, test} from '@playwright/test';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

test('a caption that is written without a network, after attempts to seal the photo, is sealed with it', async ({
  page,
  context,
}) => {
  site.put(
    '/',
    `<script>
      document.addEventListener('protected', ({protectedBlob}) => {
        const reader = new FileReader();
        reader.onload = () => (window.sealed = reader.result.replace(/^.*,/, ''));
        reader.readAsDataURL(protectedBlob);
      });
    </script>
    <capture-image ${site.access} caption-field style="height: 90vh">`,
  );
  await page.goto(`${site.origin}/`);
  const shutter = page.getByRole('button', {name: 'Take photo'});
  const viewer = page.locator('dialog.viewer');
  // The viewer is loaded while there is a network.
  await shutter.click();
  await page.waitForFunction(() => 'sealed' in window);
  await page.locator('capture-image .thumbnail').click();
  await viewer.getByRole('button', {name: 'Close'}).click();
  await page.evaluate(() => Reflect.deleteProperty(window, 'sealed'));
  await context.setOffline(true);
  let attempts = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/seal')) attempts++;
  });
  await shutter.click();
  await expect.poll(() => attempts, {timeout: 15_000}).toBeGreaterThan(1);

  await page.locator('capture-image .thumbnail').click();
  await viewer.getByLabel('Caption').fill('Dent in the left door');
  await viewer.getByRole('button', {name: 'Close'}).click();
  await expect(viewer).toBeHidden();
  await page.locator('capture-image .thumbnail').click();
  await expect(viewer.getByLabel('Caption')).toHaveValue('Dent in the left door');
  await expect(viewer.getByRole('status')).not.toContainText('not added');

  await context.setOffline(false);
  await page.waitForFunction(() => 'sealed' in window, undefined, {timeout: 20_000});
  const base64 = await page.evaluate(() => (window as unknown as {sealed: string}).sealed);
  const bytes = Buffer.from(base64, 'base64');
  const {labelState, tags} = await inspectedBy(
    site.service.address,
    {'X-API-Key': site.key},
    bytes,
  );
  expect([labelState, tags]).toEqual(['valid', {caption: 'Dent in the left door'}]);
  await expect(viewer.locator('.caption-text')).toHaveText('Dent in the left door');
});
