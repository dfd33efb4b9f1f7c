import {expect, test, type Page} from '@playwright/test';
import {HtmlSite} from './html-site.js';
import {counter, list, rows, take} from './photo-list.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({page, context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
  site.put('/before', '<p>The page before</p>', '<script>');
  site.put(
    '/',
    `<div style="transform: scale(1); overflow: hidden; block-size: 400px">
      <capture-image ${site.access} style="block-size: 300px"></capture-image>
    </div>
    <button id="begin">Take photos</button>
    <p style="block-size: 3000px">More</p>
    <script>
      const camera = document.querySelector('capture-image');
      const told = (window.told = []);
      begin.onclick = () => (camera.fill = true);
      document.addEventListener('fill-change', ({fill}) => told.push(fill));
    </script>`,
  );
  await page.goto(`${site.origin}/before`);
  await page.goto(`${site.origin}/`);
  await expect(shutter(page)).toBeVisible();
});

const shutter = (page: Page) => page.getByRole('button', {name: 'Take photo', exact: true});
const begin = (page: Page) => page.locator('#begin');
/** What the page was told, and the stream of the live picture. */
const seen = (page: Page) =>
  page.evaluate(() => {
    const video = document.querySelector('capture-image')?.shadowRoot?.querySelector('video');
    const {told} = window as unknown as {told: boolean[]};
    return {told, stream: (video?.srcObject as MediaStream).id};
  });
const coversTheScreen = (page: Page) =>
  page.locator('capture-image').evaluate((camera) => {
    const {width, height} = camera.getBoundingClientRect();
    const corner = document.elementFromPoint(innerWidth - 2, innerHeight - 2);
    return width === innerWidth && height === innerHeight && corner === camera;
  });

/** The number of the element's current entry in the history. */
const entry = (page: Page) =>
  page.evaluate(
    () => (history.state as {sealedCaptureFill?: number} | null)?.sealedCaptureFill ?? 0,
  );

async function fill(page: Page): Promise<void> {
  await begin(page).click();
  await expect.poll(() => coversTheScreen(page)).toBe(true);
  await expect(shutter(page)).toBeFocused();
}

test('a person leaves the whole screen with the back button, and the page with the next press of it', async ({
  page,
}) => {
  const {stream} = await seen(page);
  await fill(page);
  await page.mouse.wheel(0, 500);
  await page.goBack();
  await expect.poll(() => coversTheScreen(page)).toBe(false);
  expect(new URL(page.url()).pathname).toBe('/');
  expect(await seen(page)).toEqual({told: [false], stream});
  expect(await page.evaluate(() => scrollY), 'the page has not been scrolled').toBe(0);
  await expect(begin(page)).toBeFocused();
  await page.goBack();
  await expect(page.getByText('The page before')).toBeVisible();
});

test('a person leaves the whole screen with Escape, which leaves no entry in the history', async ({
  page,
}) => {
  const {stream} = await seen(page);
  await fill(page);
  await shutter(page).click();
  await expect(page.locator('.thumbnail')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect.poll(() => coversTheScreen(page)).toBe(false);
  await expect(begin(page)).toBeFocused();
  expect(await seen(page)).toEqual({told: [false], stream});
  await page.goBack();
  await expect(page.getByText('The page before')).toBeVisible();
});

/** The dialogs that are open: the list of photos, and the viewer of one photo above it. */
const dialogs = (page: Page) => page.locator('dialog[open]');

/** Opens the list of photos over the whole screen, and the viewer above that. */
async function openBoth(page: Page): Promise<void> {
  await fill(page);
  await take(page, /./);
  await take(page, /./);
  await counter(page, 2).click();
  await rows(page).first().locator('button.photo').click();
  await expect(dialogs(page)).toHaveCount(2);
}

/** Checks that the element covers the screen without an entry of a dialog, and leaves it and the page. */
async function leaveBoth(page: Page): Promise<void> {
  await expect(dialogs(page)).toHaveCount(0);
  expect(await coversTheScreen(page)).toBe(true);
  await page.goBack();
  await expect.poll(() => coversTheScreen(page)).toBe(false);
  expect((await seen(page)).told).toEqual([false]);
  await page.goBack();
  await expect(page.getByText('The page before')).toBeVisible();
}

test('the back button closes the viewer, then the list below it, and then the whole screen', async ({
  page,
}) => {
  await openBoth(page);
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(1);
  await expect(list(page)).toBeVisible();
  await page.goBack();
  await leaveBoth(page);
});

test('Escape and a button close the viewer and the list, and leave no entry of them', async ({
  page,
}) => {
  await openBoth(page);
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(1);
  await list(page).locator('.exit').click();
  await expect.poll(() => entry(page)).toBe(1);
  await leaveBoth(page);
});

test('“Retake” closes the viewer and the list together, and leaves no entry of them', async ({
  page,
}) => {
  await openBoth(page);
  await page.getByRole('button', {name: 'Retake', exact: true}).click();
  await expect.poll(() => entry(page)).toBe(1);
  await leaveBoth(page);
});

test('the back button closes the list of shots; forward does not open it again', async ({page}) => {
  await page.evaluate(() => {
    const camera = document.querySelector('capture-image');
    if (camera) camera.shots = [{id: 'front', label: 'Front'}];
  });
  await fill(page);
  await page.locator('[part="shot"] .what').click();
  await expect(dialogs(page)).toHaveCount(1);
  await page.goBack();
  await expect(dialogs(page)).toHaveCount(0);
  await page.goForward();
  await expect.poll(() => entry(page)).toBe(1);
  await leaveBoth(page);
});

test('a page that adds an entry while a dialog is open keeps it', async ({page}) => {
  await openBoth(page);
  await page.evaluate(() => history.pushState({own: true}, ''));
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
  expect(await page.evaluate(() => history.state as unknown)).toEqual({own: true});
  // Behind it, the entries of the dialogs are skipped.
  await page.goBack();
  await expect.poll(() => entry(page)).toBe(1);
  await leaveBoth(page);
});

test('the keyboard reaches nothing behind the whole screen', async ({page}) => {
  await fill(page);
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.localName)).toMatch(
      /^(capture-image|body)$/,
    );
  }
});

test('the shutter is at the lower edge of an upright phone, and at the side of one that is held sideways', async ({
  page,
}) => {
  await page.setViewportSize({width: 360, height: 740});
  await fill(page);
  /** Where the middle of the shutter is, as shares of the window. */
  const place = () =>
    shutter(page).evaluate((button) => {
      const {left, top, width, height} = button.getBoundingClientRect();
      return [(left + width / 2) / innerWidth, (top + height / 2) / innerHeight];
    });
  const [across = 0, down = 0] = await place();
  expect(across).toBeCloseTo(0.5, 1);
  expect(down).toBeGreaterThan(0.9);
  await page.setViewportSize({width: 740, height: 360});
  await expect.poll(async () => (await place())[0]).toBeGreaterThan(0.9);
  expect((await place())[1]).toBeCloseTo(0.5, 1);
});

test('the element fills a frame that may neither leave its page nor use its origin', async ({
  page,
}) => {
  const inner = site.pages.get('/') ?? '';
  site.pages.set('/inner', inner);
  site.put(
    '/',
    `<iframe src="/inner" allow="camera" sandbox="allow-scripts" width="500" height="400">`,
  );
  await page.goto(`${site.origin}/`);
  const frame = page.frameLocator('iframe');
  await frame.locator('#begin').click();
  await expect(frame.locator('.leave')).toBeVisible();
  await frame.locator('.leave').click();
  await expect(frame.locator('.leave')).toBeHidden();
  await expect(page.locator('iframe')).toBeVisible();
});
