import {readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {inspected} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {startSite, type Site} from './site.js';

let site: Site;
let watch: PageWatch;
let demo: DemoPage;

test.use({permissions: ['camera']});
test.beforeAll(async () => void (site = await startSite()));
test.afterAll(() => site.close());
test.beforeEach(async ({page}) => {
  // Empties the site's storage, which is faster than starting a new site for each test.
  for (const name of await stored()) await rm(join(site.data, 'uploads', name));
  watch = await PageWatch.of(page);
  demo = new DemoPage(page);
  await demo.open(site.address);
  await demo.publish();
});

/** The files in the site's upload folder, drafts included. */
const stored = (): Promise<string[]> => readdir(join(site.data, 'uploads'));

async function reload(page: Page): Promise<void> {
  await page.reload();
  await demo.openMore();
  await demo.waitForList();
}

/** Checks that the list shows one uploaded photo, and that the site has it once with an intact seal. */
async function expectOneUpload(): Promise<void> {
  await demo.expectUploaded();
  await expect(demo.photos).toHaveCount(1);
  const [name = '', ...others] = await stored();
  expect(others).toEqual([]);
  const result = await inspected(site, await readFile(join(site.data, 'uploads', name)));
  expect(result.labelValid).toBe(true);
}

test('a photo is uploaded, and after a reload it is listed, inspected and downloaded from the site', async ({
  page,
}) => {
  await demo.takePhoto();
  await expectOneUpload();
  const {bytes: taken} = await demo.download();
  await reload(page);
  await expectOneUpload();
  const photo = demo.photos.first();
  await expect(photo.getByRole('time')).toHaveText(/\d{4}/);
  await photo.getByRole('button', {name: 'Inspect'}).click();
  await demo.expectVerdict('Seal intact.');
  await demo.tamper();
  await demo.expectVerdict('Seal broken.');
  const {name, bytes} = await demo.download();
  expect(name).toMatch(/^photo-.*\.jpg$/);
  expect(bytes.equals(taken)).toBe(true);
  expect(watch.problems).toEqual([]);
});

test('a refused upload is reported with its reason, and its button retries it', async ({page}) => {
  const reason = 'The demo stores no more files.';
  await page.route('**/uploads', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 400,
          contentType: 'application/problem+json',
          body: JSON.stringify({status: 400, detail: reason}),
        })
      : route.continue(),
  );
  await demo.takePhoto();
  const photo = demo.photos.first();
  await expect(photo.getByText('Sealed, but not uploaded.')).toContainText(reason);
  await demo.startAgain();
  const status = page.locator('capture-image').getByRole('status');
  await expect(status).toHaveText(
    '1 photo sealed, but not uploaded. The server does not take this photo (status 400).',
  );
  await page.unroute('**/uploads');
  await photo.getByRole('button', {name: 'Try again'}).click();
  await expectOneUpload();
  await expect(status).toHaveText('Uploaded.');
});

test('a site that does not return its list is reported, and the captures in the browser stay visible', async ({
  page,
}) => {
  await demo.takePhoto();
  await expectOneUpload();
  await page.route('**/uploads', (route) => route.fulfill({status: 503}));
  await reload(page);
  const problem = page.getByText('cannot be listed');
  await expect(problem).toBeVisible();
  await expect(page.getByText('What you capture appears here')).toBeHidden();
  await demo.waitForPicture();
  await demo.takePhoto();
  await expect(demo.photos.first().getByText('Sealed, waiting to upload.')).toBeVisible();
  await page.unroute('**/uploads');
  // By now, the page may have tried again by itself.
  await page.locator('#list-again').dispatchEvent('click');
  await expect(problem).toBeHidden();
  await expect(demo.photos).toHaveCount(2);
});

test('the newest six captures are shown, and the others on demand', async ({page}) => {
  for (let count = 1; count <= 7; count++) await demo.takePhoto();
  await expect.poll(async () => (await stored()).length, {timeout: 30_000}).toBe(7);
  await reload(page);
  await expect(demo.photos).toHaveCount(6);
  await page.getByRole('button', {name: 'Show all 7'}).click();
  await expect(demo.photos).toHaveCount(7);
});

test('a visitor deletes a photo from the site with the keyboard, and another visitor never sees it', async ({
  page,
  browser,
}) => {
  await demo.takePhoto();
  await expectOneUpload();
  await demo.takePhoto();
  await demo.expectUploaded();
  const other = await browser.newContext();
  const othersPage = await other.newPage();
  await othersPage.goto(site.address);
  await new DemoPage(othersPage).openMore();
  await expect(othersPage.locator('#list')).toHaveAttribute('aria-busy', 'false');
  await expect(othersPage.locator('#list').getByRole('listitem')).toHaveCount(0);
  await other.close();

  const questions: string[] = [];
  let isConfirmed = false;
  page.on('dialog', (dialog) => {
    questions.push(dialog.message());
    void (isConfirmed ? dialog.accept() : dialog.dismiss());
  });
  const remove = demo.photos.first().getByRole('button', {name: /^Delete: .*\d{4}/});
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => questions).toHaveLength(1);
  expect(questions[0]).toMatch(/^Delete this file from the site\?/);
  await expect(demo.photos).toHaveCount(2);
  isConfirmed = true;
  await page.keyboard.press('Enter');
  await expect(demo.photos).toHaveCount(1);
  expect((await stored()).length).toBe(1);
  // The elements still report the capture for a while.
  await page.waitForTimeout(1_500);
  await expect(demo.photos).toHaveCount(1);
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(demo.photos).toHaveCount(0);
  await expect(page.getByRole('heading', {name: 'Photos and recordings'})).toBeFocused();
  await expect(page.getByText('What you capture appears here')).toBeVisible();
  expect(await stored()).toEqual([]);
  await reload(page);
  await expect(demo.photos).toHaveCount(0);
  expect(watch.problems).toEqual([]);
});

test('a file that the site does not delete is reported and stays in the list', async ({page}) => {
  await demo.takePhoto();
  await expectOneUpload();
  page.on('dialog', (dialog) => void dialog.accept());
  await page.route('**/uploads/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({status: 503}) : route.continue(),
  );
  const photo = demo.photos.first();
  await photo.getByRole('button', {name: 'Delete'}).click();
  await expect(photo.getByRole('alert')).toHaveText(/was not deleted/);
  await page.unroute('**/uploads/*');
  await photo.getByRole('button', {name: 'Delete'}).click();
  await expect(demo.photos).toHaveCount(0);
});
