import {readFile} from 'node:fs/promises';
import {AxeBuilder} from '@axe-core/playwright';
import {expect, test, type Page} from '@playwright/test';
import {variants} from '../variants.js';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';
import {pressUntilFocused} from './keyboard.js';
import {sharing} from './photo-list.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', {name, exact: true});
const viewer = (page: Page) => page.getByRole('dialog');
const thumbnail = (page: Page, state: string) => button(page, `Last photo: ${state}`);

async function open(page: Page, attributes = ''): Promise<void> {
  site.put('/', `<capture-image ${site.access} ${attributes} style="height: 90vh">`);
  await page.goto(`${site.origin}/`);
  await expect(button(page, 'Take photo')).toBeVisible();
}

async function expectAccessible(page: Page): Promise<void> {
  const {violations} = await new AxeBuilder({page})
    .include('capture-image')
    .setLegacyMode()
    .analyze();
  expect(violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** The scale of the picture. */
const scale = (page: Page) =>
  viewer(page)
    .locator('canvas')
    .evaluate((canvas) => new DOMMatrix(getComputedStyle(canvas).transform).a);

/** Takes a photo. Resolves once it is sealed and shown beside the shutter. */
async function take(page: Page): Promise<void> {
  const canvas = page.locator('.thumbnail canvas');
  const before = (await canvas.count()) ? await canvas.elementHandle() : null;
  await button(page, 'Take photo').click();
  if (before) await expect.poll(() => before.evaluate((node) => node.isConnected)).toBe(false);
  await thumbnail(page, 'sealed').waitFor();
}

const counted = (page: Page) =>
  page.evaluate(() => document.querySelector('capture-image')?.protections.length);

for (const {name, use} of variants([
  {
    name: 'on a phone',
    use: {
      viewport: {width: 360, height: 740},
      hasTouch: true,
      isMobile: true,
      colorScheme: 'light' as const,
    },
  },
  {
    name: 'on a desk',
    use: {viewport: {width: 1280, height: 900}, colorScheme: 'dark' as const},
  },
])) {
  test.describe(name, () => {
    test.use(use);

    test('a photo is opened, enlarged, deleted, restored, saved with its seal and retaken', async ({
      page,
    }) => {
      await open(page, `tags='{"claim":"4711"}'`);
      await take(page);
      await take(page);
      await thumbnail(page, 'sealed').click();
      await expect(viewer(page)).toContainText('Photo 2 of 2');
      await expect(viewer(page).locator('.standing')).toContainText('Sealed');
      await expectAccessible(page);

      const picture = viewer(page).getByRole('img');
      await picture.dblclick();
      await expect.poll(() => scale(page)).toBe(2.5);
      await expectAccessible(page);
      await button(page, 'Zoom out').click();
      await expect.poll(() => scale(page)).toBe(1);
      await picture.hover();
      if (!use.hasTouch) {
        await page.mouse.wheel(0, -300);
        await expect.poll(() => scale(page)).toBeGreaterThan(1.5);
        await button(page, 'Zoom out').click();
      }

      await button(page, 'What is sealed with it').click();
      const list = viewer(page).getByRole('region', {name: 'What is sealed with it'});
      await expect(list).toContainText('4711');
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await expect(list).toBeHidden();

      await button(page, 'Delete').click();
      await expect(viewer(page)).toContainText('Photo 1 of 1');
      await expectAccessible(page);
      await viewer(page).getByRole('button', {name: 'Undo'}).click();
      await expect(viewer(page)).toContainText('Photo 2 of 2');

      const saving = page.waitForEvent('download');
      await button(page, 'Save').click();
      await sharing(page).getByRole('button', {name: 'Save', exact: true}).click();
      const download = await saving;
      expect(download.suggestedFilename()).toMatch(/^photo \d{4}-.*\.jpg$/);
      await expect(sharing(page)).toBeHidden();
      await expect(viewer(page)).toContainText(/Saved, \d/);
      await expectAccessible(page);
      const bytes = await readFile(await download.path());
      const {labelState, tags} = await inspectedBy(
        site.service.address,
        {Origin: site.origin, 'X-API-Key': site.key},
        bytes,
      );
      expect([labelState, tags]).toEqual(['valid', {claim: '4711'}]);

      await button(page, 'Retake').click();
      await expect(viewer(page)).toBeHidden();
      await expect(button(page, 'Take photo')).toBeFocused();
      await expect(button(page, 'Undo')).toBeVisible();
      await expect.poll(() => counted(page), {timeout: 15_000}).toBe(1);
    });
  });
}

test('photos can be viewed, enlarged and closed with the keyboard alone; then the thumbnail has the focus', async ({
  page,
}) => {
  await open(page);
  await take(page);
  await take(page);
  // The button with the number of photos is between the shutter and the thumbnail.
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(viewer(page)).toContainText('Photo 2 of 2');
  await page.keyboard.press('+');
  await expect.poll(() => scale(page)).toBeGreaterThan(1);
  await page.keyboard.press('0');
  await page.keyboard.press('ArrowLeft');
  await expect(viewer(page)).toContainText('Photo 1 of 2');
  await pressUntilFocused(page, 'Delete');
  await page.keyboard.press('Enter');
  await expect(viewer(page)).toContainText('Photo 1 of 1');
  await expect(viewer(page).getByRole('button', {name: 'Undo'})).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(viewer(page)).toBeHidden();
  await expect(thumbnail(page, 'sealed')).toBeFocused();
});
