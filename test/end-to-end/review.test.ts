import {AxeBuilder} from '@axe-core/playwright';
import {expect, test, type Page} from '@playwright/test';
import {variants} from '../variants.js';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';
import {StoredCaptures} from './stored-captures.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

const button = (page: Page, name: string) => page.getByRole('button', {name, exact: true});
const question = (page: Page) => page.getByRole('group', {name: 'Use this photo?'});
const picture = (page: Page) => question(page).locator('canvas');

/** Opens a page with a camera, and records its events from the beginning. */
async function open(page: Page, attributes = 'review'): Promise<void> {
  const listening = `<script>
    window.heard = [];
    for (const name of ['capture', 'protected', 'protect-error'])
      document.addEventListener(name, (event) => {
        heard.push(name);
        if (name !== 'protected') return;
        const reader = new FileReader();
        reader.onload = () => (window.sealed = reader.result.replace(/^.*,/, ''));
        reader.readAsDataURL(event.protectedBlob);
      });
  </script>`;
  site.put('/', `${listening}<capture-image ${site.access} ${attributes} style="height: 90vh">`);
  await page.goto(`${site.origin}/`);
}
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as {heard: string[]}).heard.join());

async function expectAccessible(page: Page): Promise<void> {
  const {violations} = await new AxeBuilder({page})
    .include('capture-image')
    .setLegacyMode()
    .analyze();
  expect(violations.map(({id, nodes}) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

/** Waits until answers count: a second press of the shutter must not discard the photo. */
const seen = (page: Page) => page.waitForTimeout(350);

async function take(page: Page): Promise<void> {
  await button(page, 'Take photo').click();
  await expect(picture(page)).toBeVisible();
  await seen(page);
}

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
    name: 'on a phone held sideways, in the dark',
    use: {
      viewport: {width: 740, height: 360},
      hasTouch: true,
      isMobile: true,
      colorScheme: 'dark' as const,
    },
  },
  {name: 'on a desk', use: {viewport: {width: 1280, height: 900}}},
])) {
  test.describe(name, () => {
    test.use(use);

    test('a photo is retaken, the next one used; only that one is told to the page, and sealed', async ({
      page,
    }) => {
      await open(page, 'review quality="warn"');
      const stored = new StoredCaptures(page);
      await take(page);
      expect(await stored.ids(), 'it survives a crash').toHaveLength(1);
      await expect(button(page, 'Use')).toBeFocused();
      await expectAccessible(page);
      await button(page, 'Zoom in').click();
      await expectAccessible(page);
      await button(page, 'Retake').click();
      await expect(button(page, 'Take photo')).toBeFocused();
      await expect.poll(() => stored.ids()).toEqual([]);
      expect(await heard(page)).toBe('');

      await take(page);
      await button(page, 'Use').click();
      await expect(button(page, 'Take photo')).toBeFocused();
      await expect.poll(() => heard(page)).toBe('capture,protected');
      await button(page, 'Last photo: sealed').waitFor();
      const sealed = page.waitForFunction(() => (window as unknown as {sealed?: string}).sealed);
      const bytes = Buffer.from(String(await (await sealed).jsonValue()), 'base64');
      const {labelState} = await inspectedBy(
        site.service.address,
        {Origin: site.origin, 'X-API-Key': site.key},
        bytes,
      );
      expect(labelState).toBe('valid');
    });
  });
}

test('photos are taken, retaken and used with the keyboard alone', async ({page}) => {
  await open(page);
  await button(page, 'Take photo').focus();
  await page.keyboard.press('Enter');
  await expect(button(page, 'Use')).toBeFocused();
  await seen(page);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Take photo')).toBeFocused();
  await page.keyboard.press('Space');
  await expect(button(page, 'Use')).toBeFocused();
  await seen(page);
  await page.keyboard.press('Space');
  await expect(button(page, 'Take photo')).toBeFocused();
  await expect.poll(() => heard(page)).toBe('capture,protected');
});

for (const attributes of variants(['review', ''])) {
  test(`a photo that is undecided when the tab closes is asked about in the next page with “${attributes}”`, async ({
    page,
    context,
  }) => {
    await open(page);
    await take(page);
    await page.close();
    const next = await context.newPage();
    await open(next, attributes);
    await expect(picture(next)).toBeVisible();
    await expectAccessible(next);
    // Longer than the service takes to seal.
    await next.waitForTimeout(1_000);
    expect(await heard(next)).toBe('');
    await expect(button(next, 'Use')).not.toBeFocused();
    await button(next, 'Use').click();
    await expect.poll(() => heard(next)).toBe('capture,protected');
    await expect(button(next, 'Take photo')).toBeVisible();
  });
}
