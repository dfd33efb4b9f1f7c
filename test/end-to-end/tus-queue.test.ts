import {expect, test, type Page} from '@playwright/test';
import {atNight} from '../variants.js';
import {Field} from './field.js';
import {expectLight} from './light-upload.js';
import {readSealedJpeg} from './sealed-jpeg.js';
import {StoredCaptures} from './stored-captures.js';
import {UploadSite} from './upload-site.js';

const SIZE = 30_000_000;

let field: Field;
let site: UploadSite;

test.beforeAll(async () => {
  [field, site] = await Promise.all([Field.open('page/tus-page.ts'), UploadSite.open()]);
  field.elsewhere = new URL(site.files).origin;
});
test.afterAll(() => Promise.all([field.close(), site.close()]));
test.beforeEach(async ({page}) => {
  site.received = 0;
  site.requests.length = 0;
  await page.goto(`${field.address}/?endpoint=${encodeURIComponent(site.files)}`);
});

const heardBy = (page: Page): Promise<string[]> => page.evaluate(() => window.tus.heard);

/** Waits until this many files were delivered. Resolves with the address of the last. */
async function delivered(page: Page, count = 1): Promise<string> {
  const locations = async (): Promise<string[]> =>
    (await heardBy(page)).filter((one) => one.startsWith('delivered '));
  await expect.poll(async () => (await locations()).length, {timeout: 30_000}).toBe(count);
  return (await locations()).at(-1)?.replace('delivered ', '') ?? '';
}

test('the upload of a sealed file of 30 MB resumes where it was if its page is reloaded halfway', async ({
  page,
}) => {
  const held = site.holdAfter(SIZE / 2);
  await page.evaluate((size) => window.tus.take(size), SIZE);
  const line = await held;
  expect(await heardBy(page)).toEqual(['protected']);
  await page.reload();
  line.cut();

  const location = await delivered(page);
  expect(await heardBy(page)).toEqual([`delivered ${location}`]);
  expect(site.requests.filter((request) => request.startsWith('POST')).length).toBe(1);
  expect(site.received).toBeGreaterThan(SIZE);
  expect(site.received).toBeLessThan(SIZE + 8_000_000);
  const file = await site.read(location.split('/').pop() ?? '');
  expect(file.length).toBeGreaterThan(SIZE);
  expect(readSealedJpeg(file).bindsFile).toBe(true);
  await expect.poll(() => new StoredCaptures(page).ids()).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

// It measures; by day, the test above sends the same file.
atNight(test)(
  'a page stays responsive and small while its queue sends 30 MB with tus',
  async ({page, browser}) => {
    let count = 0;
    await expectLight(
      {page, browser},
      async () => {
        await page.evaluate((size) => window.tus.take(size), SIZE);
        await delivered(page, ++count);
      },
      async () => {
        const line = await site.holdAfter(SIZE / 2);
        return () => void line.resume();
      },
    );
  },
);
