import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import {HtmlSite} from './html-site.js';
import {button, counter, list, rows} from './photo-list.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({page, context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
  await page.route('**/uploads', (route) => route.fulfill({status: 204}));
});

const shots = [
  {id: 'front', label: 'Front'},
  {id: 'rear', label: 'Rear'},
];

async function open(page: Page, attributes = ''): Promise<void> {
  const options = `id="car" deliver-to="/uploads" tags='{"claim":"1"}' ${attributes}`;
  site.put('/', `<capture-image ${site.access} ${options} style="height: 90vh">`);
  await reload(page);
}

async function reload(page: Page): Promise<void> {
  await page.goto(`${site.origin}/`);
  await page.evaluate((given) => {
    const camera = document.querySelector('capture-image');
    if (camera) camera.shots = given as CaptureImage['shots'];
  }, shots);
}

/** The states of the photos. */
const progress = (page: Page) =>
  page.evaluate(() =>
    document.querySelector('capture-image')?.protections.map(({progress}) => progress.name),
  );

/** The sizes of all previews, as JPEGs, and the number of media, that the browser stores. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const [previews, media] = await new Promise<[{picture: Blob | ArrayBuffer}[], number]>(
      (resolve, reject) => {
        const opening = indexedDB.open('sealed-capture');
        opening.onerror = () => reject(new Error(opening.error?.message));
        opening.onsuccess = () => {
          const read = opening.result.transaction(['previews', 'media']);
          const all = read.objectStore('previews').getAll();
          const files = read.objectStore('media').count();
          read.oncomplete = () => {
            opening.result.close();
            resolve([all.result as {picture: Blob}[], files.result]);
          };
        };
      },
    );
    const sizes = previews.map(async ({picture}) => {
      const {width, height} = await createImageBitmap(new Blob([picture], {type: 'image/jpeg'}));
      return [width, height];
    });
    return {previews: await Promise.all(sizes), media};
  });

async function deliverBoth(page: Page): Promise<void> {
  for (const next of ['2 of 2', '2 of 2 delivered']) {
    await button(page, 'Take photo').click();
    await expect(page.locator('[part="shot"]')).toContainText(next, {timeout: 20_000});
  }
  await expect.poll(() => progress(page)).toEqual(['delivered', 'delivered']);
}

/** The brightness of the middle of a picture: nothing is drawn where it is 0. */
const brightness = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((canvas) => {
      const {width, height} = canvas as HTMLCanvasElement;
      const context = (canvas as HTMLCanvasElement).getContext('2d');
      const {data} = context?.getImageData(0, 0, width, height) ?? {data: [] as number[]};
      return Math.max(
        ...[0, 0.25, 0.5, 0.75].map((at) => data[4 * Math.floor(at * width * height)] ?? 0),
      );
    });

test('a delivered photo is still seen after a reload, in the list, the viewer and the shots', async ({
  page,
}) => {
  await open(page);
  await deliverBoth(page);
  await expect.poll(() => stored(page).then(({previews}) => previews.length)).toBe(2);
  const {previews, media} = await stored(page);
  expect(media, 'the photos themselves are on the server alone').toBe(0);
  for (const sides of previews) expect(Math.max(...sides)).toBeLessThanOrEqual(1600);

  await reload(page);
  await counter(page, 2).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).first()).toContainText('On the server');
  await expect(list(page).locator('.row canvas')).toHaveCount(2);
  expect(await brightness(page, '.photos .row canvas')).toBeGreaterThan(0);
  await rows(page)
    .first()
    .getByRole('button', {name: /^Sealed and uploaded|^Rear/})
    .click();
  const viewer = page.getByRole('dialog', {name: /Photo 2 of 2/});
  await expect(viewer.locator('.stage canvas')).toBeVisible();
  await expect.poll(() => brightness(page, '.viewer .stage canvas')).toBeGreaterThan(0);
  const width = async () => (await viewer.locator('.stage canvas').boundingBox())?.width ?? 0;
  await expect.poll(width, {message: 'more than a thumbnail'}).toBeGreaterThan(256);
  await expect(viewer).toContainText('The full-size photo is no longer on this device.');
  for (const name of ['Save', 'Share', 'Zoom in']) {
    await expect(viewer.getByRole('button', {name, exact: true})).toHaveCount(0);
  }
  const files = await page.evaluate(() => {
    const camera = document.querySelector('capture-image') as CaptureImage;
    return Promise.all(camera.protections.map(({captureId}) => camera.sealedFile(captureId)));
  });
  expect(files, 'a preview is no file').toEqual([undefined, undefined]);
  await page.keyboard.press('Escape');
  await button(page, 'Close').last().click();

  await page.locator('[part="shot"] button').first().click();
  await expect(page.locator('.shots li canvas')).toHaveCount(2);
});

test('previews go with the photos, and are not made where the page keeps none', async ({page}) => {
  await open(page);
  await deliverBoth(page);
  await expect.poll(() => stored(page).then(({previews}) => previews.length)).toBe(2);
  await page.evaluate(async () => {
    const camera = document.querySelector('capture-image') as CaptureImage;
    await camera.discard(camera.protections[0]?.captureId ?? '');
  });
  await expect.poll(() => stored(page).then(({previews}) => previews.length)).toBe(1);
  // The retention is over at the next visit.
  await page.clock.setFixedTime(Date.now() + 25 * 3_600_000);
  await reload(page);
  await expect.poll(() => stored(page).then(({previews}) => previews.length)).toBe(0);
});

for (const option of ['preview-budget="0"', 'retention="0"']) {
  test(`with ${option} no preview is made`, async ({page}) => {
    await open(page, option);
    for (const next of ['2 of 2', '2 of 2 delivered']) {
      await button(page, 'Take photo').click();
      await expect(page.locator('[part="shot"]')).toContainText(next, {timeout: 20_000});
    }
    // A preview takes about a tenth of that.
    await page.waitForTimeout(1_000);
    expect(await stored(page)).toEqual({previews: [], media: 0});
  });
}
