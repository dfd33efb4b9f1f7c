import {AxeBuilder} from '@axe-core/playwright';
import {expect, test, type Page} from '@playwright/test';
import {HtmlSite} from './html-site.js';
import {pressUntilFocused} from './keyboard.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.open()));
test.afterAll(() => site.close());
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

const button = (page: Page, name: string | RegExp) => page.getByRole('button', {name, exact: true});
/** The button with the number of photos. */
const counter = (page: Page, count: number) => button(page, `Show ${count} photos`);
const list = (page: Page) => page.getByRole('dialog', {name: /photos?$|selected$/});
const rows = (page: Page) => list(page).getByRole('listitem');

async function open(page: Page, {attributes = '', language = 'en', script = ''} = {}) {
  const camera = `<capture-image ${site.access} ${attributes} style="height: 90vh">`;
  site.put('/', `<script>${script}</script>${camera}`);
  await page.addInitScript((lang) => {
    addEventListener('DOMContentLoaded', () => {
      document.documentElement.lang = lang;
      document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr';
    });
  }, language);
  await page.goto(`${site.origin}/`);
  await expect(page.locator('.shutter')).toBeVisible();
}

async function take(page: Page, state: RegExp): Promise<void> {
  const canvas = page.locator('.thumbnail canvas');
  const before = (await canvas.count()) ? await canvas.elementHandle() : null;
  await page.locator('.shutter').click();
  if (before) await expect.poll(() => before.evaluate((node) => node.isConnected)).toBe(false);
  await expect(page.locator('.thumbnail')).toHaveAccessibleName(state);
}

/** Checks the list, which covers the rest of the element. */
async function expectAccessible(page: Page, but: string[] = []): Promise<void> {
  const {violations} = await new AxeBuilder({page})
    .include({fromShadowDom: ['capture-image', '.photos']})
    .disableRules(but)
    .setLegacyMode()
    .analyze();
  expect(violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Content that does not fit into the width of the list, or is cut off at a side. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const root = document.querySelector('capture-image')?.shadowRoot;
    const parts = root?.querySelectorAll<HTMLElement>('.photos[open] :is(button, h2, p, label, b)');
    return [...(parts ?? [])]
      .filter((part) => {
        const {left, right, width} = part.getBoundingClientRect();
        return width > 0 && (left < -0.5 || right > innerWidth + 0.5);
      })
      .map((part) => part.textContent?.trim() ?? '');
  });

/** Uses a key that the service refuses, or the right one. */
const useKey = (page: Page, key: string) =>
  page.evaluate((apiKey) => {
    document.querySelector('capture-image')?.setAttribute('api-key', apiKey);
  }, key);

/** Takes a photo in each state: delivered, sealed, failed and waiting for the network. */
async function takeOneOfEach(page: Page): Promise<void> {
  await page.evaluate(() => {
    const takeOver = (event: Event) => {
      (event as Event & {waitUntil(promise: Promise<void>): void}).waitUntil(Promise.resolve());
    };
    document.addEventListener('protected', takeOver, {once: true});
  });
  await take(page, /: sealed/);
  await take(page, /: sealed/);
  await useKey(page, 'wrong');
  await take(page, /: not sealed\b/);
  await page.context().setOffline(true);
  await take(page, /: waiting for the network/);
}

for (const {name, use} of [
  {
    name: 'with fingers on a phone',
    use: {viewport: {width: 360, height: 740}, hasTouch: true, isMobile: true},
  },
  {name: 'with the mouse on a desk', use: {viewport: {width: 1280, height: 900}}},
]) {
  test.describe(name, () => {
    test.use(use);

    test('the list is opened by the number of photos, photos are deleted, restored, viewed and saved, and the focus returns', async ({
      page,
    }) => {
      await open(page);
      await take(page, /sealed/);
      await take(page, /sealed/);
      await take(page, /sealed/);
      const press = async (target: ReturnType<typeof button>) => {
        await (use.hasTouch ? target.tap() : target.click());
      };
      await press(counter(page, 3));
      await expect(list(page)).toHaveAccessibleName('3 photos');
      await expect(rows(page)).toHaveCount(3);
      await expect(list(page).locator('canvas')).toHaveCount(3);

      await press(
        rows(page)
          .nth(1)
          .getByRole('button', {name: /^Delete/}),
      );
      await expect(rows(page)).toHaveCount(2);
      await press(list(page).getByRole('button', {name: 'Undo'}));
      await expect(rows(page)).toHaveCount(3);

      await press(
        rows(page)
          .nth(0)
          .getByRole('button', {name: /^Sealed/}),
      );
      await expect(page.getByRole('dialog', {name: 'Photo 3 of 3'})).toBeVisible();
      await press(button(page, 'Close').last());
      await expect(
        rows(page)
          .nth(0)
          .getByRole('button', {name: /^Sealed/}),
      ).toBeFocused();

      const saving = page.waitForEvent('download');
      await press(rows(page).nth(0).getByRole('button', {name: /^Save/}));
      expect((await saving).suggestedFilename()).toMatch(/^photo \d{4}-.*\.jpg$/);

      await press(button(page, 'Select'));
      await press(rows(page).nth(0).getByRole('checkbox'));
      await press(rows(page).nth(2).getByRole('checkbox'));
      await expect(list(page)).toHaveAccessibleName('2 selected');
      await press(list(page).getByRole('button', {name: 'Delete'}));
      await expect(rows(page)).toHaveCount(1);
      await press(list(page).getByRole('button', {name: 'Undo'}));
      await expect(rows(page)).toHaveCount(3);

      await press(button(page, 'Close'));
      await expect(list(page)).toBeHidden();
      await expect(counter(page, 3)).toBeFocused();
    });
  });
}

test('the list is opened, walked through, used and closed with the keyboard alone', async ({
  page,
}) => {
  await open(page);
  for (let photo = 0; photo < 3; photo++) await take(page, /sealed/);
  await page.keyboard.press('Shift+Tab');
  await expect(counter(page, 3)).toBeFocused();
  await page.keyboard.press('Enter');
  const main = (row: number) =>
    rows(page)
      .nth(row)
      .getByRole('button', {name: /^Sealed/});
  await expect(main(0)).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await expect(main(2)).toBeFocused();
  await page.keyboard.press('Home');
  await pressUntilFocused(page, /^Delete the photo taken /);
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(2);
  await expect(main(0)).toBeFocused();
  await pressUntilFocused(page, 'Undo');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(3);
  await pressUntilFocused(page, 'Select');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await expect(list(page)).toHaveAccessibleName('2 selected');
  await page.keyboard.press('Escape');
  await expect(list(page)).toHaveAccessibleName('3 photos');
  await page.keyboard.press('Escape');
  await expect(list(page)).toBeHidden();
  await expect(counter(page, 3)).toBeFocused();
});

test('each photo has its state in words, with the reason why it was not sealed; a delivered one keeps its thumbnail', async ({
  page,
}) => {
  await open(page);
  await takeOneOfEach(page);
  await counter(page, 4).click();
  await expect(rows(page)).toHaveCount(4);
  const row = (place: number) => rows(page).nth(place);
  const [waiting, failed, sealed, delivered] = [row(0), row(1), row(2), row(3)] as const;
  await expect(waiting).toContainText('Waiting for the network');
  await expect(failed).toContainText('Not sealed');
  await expect(failed).toContainText('unauthorized, 401');
  await expect(sealed).toContainText(/Sealed.*[kM]B/s);
  await expect(delivered).toContainText('not kept here any more');
  await expect(list(page).locator('canvas')).toHaveCount(4);
  await expect(delivered.getByRole('button', {name: /^Save/})).toHaveCount(0);
  await expect(failed.getByRole('button', {name: /^Try again/})).toBeVisible();
  await page.context().setOffline(false);
  await useKey(page, site.key);
  await expect(rows(page).getByRole('button', {name: /^Sealed/})).toHaveCount(4);
});

test('the notice of low storage leads to the list, which says how much is left', async ({page}) => {
  await open(page, {
    script: `navigator.storage.estimate = async () => ({quota: 1e9, usage: 985e6})`,
  });
  await take(page, /sealed/);
  await button(page, 'Show photos').click();
  await expect(list(page)).toHaveAccessibleName('1 photo');
  await expect(list(page)).toContainText('985 MB stored here, 15 MB free');
  await expect(list(page)).toContainText('Storage is nearly full.');
  await expectAccessible(page);
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
    await open(page);
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
  await open(page, {language: 'ar'});
  await take(page, /./);
  await take(page, /./);
  await page.locator('.all').click();
  await expect(page.locator('.photos canvas')).toHaveCount(2);
  await page.locator('.photos .select').click();
  await expectAccessible(page);
  expect(await overflowing(page)).toEqual([]);
});
