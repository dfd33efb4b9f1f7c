import {expect as expectSoon, test, type Page} from '@playwright/test';
import {ExampleSite} from './example-site.js';
import {countLiveTracks} from './live-tracks.js';
import {PageWatch} from './page-watch.js';

/** Builds of other examples may use the processor at the same time. */
const expect = expectSoon.configure({timeout: 20_000});

/**
 * The examples without a framework, and the one with the most code of its own. `npm run frameworks` tests all of them.
 */
const QUICK = 'html-module,html-classic,react';
const frameworks = (process.env['FRAMEWORKS'] ?? QUICK).split(',');

for (const name of frameworks) {
  test.describe(`the example of ${name}`, () => {
    let site: ExampleSite;
    let address: string;
    let watch: PageWatch;
    let liveTracks: () => Promise<number>;
    test.use({permissions: ['camera', 'microphone']});
    test.beforeAll(async () => {
      test.setTimeout(600_000);
      site = await ExampleSite.open(name);
      ({address} = site);
    });
    test.afterAll(() => site.close());

    test.beforeEach(async ({page}) => {
      liveTracks = await countLiveTracks(page);
      watch = await PageWatch.of(page);
    });
    test.afterEach(() => expect(watch.problems).toEqual([]));

    const show = (page: Page, view: string) =>
      page.getByRole('button', {name: view, exact: true}).click();
    const happened = (page: Page) => page.getByRole('list', {name: 'What happened'});

    test('takes a photo and a recording, has them sealed and delivered, and inspects the photo', async ({
      page,
    }) => {
      await page.goto(address);
      const send = page.getByRole('button', {name: 'Send report'});
      // A page that was rendered on a server has to be hydrated first.
      await expect(page.getByRole('button', {name: 'Take photo'})).toBeVisible();
      await send.click();
      await expect(happened(page)).not.toContainText('report');
      await page.getByRole('button', {name: 'Take photo'}).click();
      await expect(happened(page)).toContainText('image taken');
      await expect(happened(page)).toContainText('image sealed');
      await expect(happened(page)).toContainText('image delivered');
      await send.click();
      await expect(happened(page)).toContainText('report with image/jpeg');

      await show(page, 'Recording');
      await page.getByRole('button', {name: 'Start recording'}).click();
      await page.waitForTimeout(1_500);
      await page.getByRole('button', {name: 'Stop'}).click();
      await expect(happened(page)).toContainText('audio delivered');

      const uploads = (await (await page.request.get(`${address}/uploads`)).json()) as {
        mediaType: string;
        address: string;
      }[];
      const photo = uploads.find(({mediaType}) => mediaType === 'image/jpeg');
      const file = await page.request.get(new URL(photo!.address, address).href);
      await show(page, 'Check');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'photo.jpg',
          mimeType: 'image/jpeg',
          buffer: await file.body(),
        });
      await expect(happened(page)).toContainText('checked: valid');
    });

    test('releases the camera when its view is removed, and loses no photo that was taken just before', async ({
      page,
    }) => {
      await page.goto(address);
      await page.getByRole('button', {name: 'Take photo'}).click();
      await show(page, 'Nothing');
      await expect.poll(() => liveTracks()).toBe(0);
      await expect(happened(page)).toContainText('image taken');
      await show(page, 'Photo');
      await expect(happened(page)).toContainText('image delivered');
    });

    test('reports why the camera cannot be used if it is denied', async ({page}) => {
      // A headless browser has no state for a person's refusal. A Permissions-Policy denies the camera whatever
      // permissions were granted.
      await page.route(`${address}/`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({
          response,
          headers: {...response.headers(), 'permissions-policy': 'camera=()'},
        });
      });
      await page.goto(address);
      await expect(page.locator('capture-image')).toContainText('doesn’t allow camera use');
      await expect(page.getByRole('button', {name: 'Take photo'})).toHaveCount(0);
      await show(page, 'Nothing');
      await expect(page.getByText('Nothing is captured here.')).toBeVisible();
    });
  });
}
