import {expect, test} from '@playwright/test';
import {HtmlSite} from './html-site.js';
import {
  button,
  counter,
  expectAccessible,
  list,
  open,
  overflowing,
  take,
  takeOneOfEach,
} from './photo-list.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

const sizes = [
  {width: 360, height: 740},
  {width: 740, height: 360},
  {width: 820, height: 1180},
  {width: 1280, height: 900},
];

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the list fits and is accessible in every state, ${colorScheme}, on each screen, with large text and forced colors`, async ({
    page,
  }) => {
    await page.emulateMedia({colorScheme});
    await open(site, page);
    await takeOneOfEach(page);
    await counter(page, 4).click();
    await expect(list(page).locator('canvas')).toHaveCount(4);
    const check = async (but: string[] = []) => {
      await expectAccessible(page, but);
      expect(await overflowing(page)).toEqual([]);
    };
    for (const size of sizes) {
      await page.setViewportSize(size);
      await check();
    }
    await page.emulateMedia({forcedColors: 'active'});
    // The person's own colors, which axe does not see.
    await check(['color-contrast']);
    await page.emulateMedia({forcedColors: 'none'});
    await page.addStyleTag({content: 'html {font-size: 200%}'});
    await page.setViewportSize({width: 360, height: 740});
    await check();
    await button(page, 'Select').click();
    await button(page, 'Select all').click();
    await check();
    await list(page).getByRole('button', {name: 'Delete'}).click();
    await expect(list(page)).toBeHidden();
    await button(page, 'Undo').click();
  });
}

test('the list fits and is accessible from right to left', async ({page}) => {
  await page.setViewportSize({width: 360, height: 740});
  await open(site, page, {language: 'ar'});
  await take(page, /./);
  await take(page, /./);
  await page.locator('.all').click();
  await expect(page.locator('.photos canvas')).toHaveCount(2);
  await page.locator('.photos .select').click();
  await expectAccessible(page);
  expect(await overflowing(page)).toEqual([]);
});
