import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {
  chromium,
  expect,
  test,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test';
import {documentedHeader} from './documented-header.js';
import {HtmlSite} from './html-site.js';
import {PageWatch} from './page-watch.js';
import {XDisplay} from './x-display.js';

// A browser with windows, because without them it answers its own questions by itself.
// Where engines are required, so is their display.
test.skip(!XDisplay.isInstalled && !process.env['REQUIRED_BROWSERS'], 'Xvfb is not installed.');

let site: HtmlSite;
let display: XDisplay | undefined;
let profile: string;
let context: BrowserContext;
let page: Page;
let watch: PageWatch;

/** Milliseconds in which the browser shows its question. */
const ASKED_MS = 2500;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
  display = await XDisplay.open();
});
test.afterAll(() => display?.close());

test.beforeEach(async () => {
  profile = mkdtempSync(join(tmpdir(), 'sealed-capture-profile-'));
  context = await chromium.launchPersistentContext(profile, {
    executablePath: process.env.CHROME_PATH,
    headless: false,
    env: {...process.env, DISPLAY: display?.name},
    args: ['--no-sandbox', '--use-fake-device-for-media-stream'],
    geolocation: {latitude: 48.137, longitude: 11.576, accuracy: 8},
    viewport: null,
  });
  [page] = context.pages() as [Page];
  watch = await PageWatch.of(page);
  site.reset();
  const origins = {service: site.service.address, bundle: site.origin};
  site.policyOf = () => documentedHeader('Recordings', origins);
});
test.afterEach(async () => {
  await context.close();
  rmSync(profile, {recursive: true, force: true});
});

const stateOf = (name: 'camera' | 'microphone' | 'geolocation') =>
  page.evaluate(async (which) => (await navigator.permissions.query({name: which})).state, name);

/** Answers the browser's question with its last choice, “Never allow”. */
async function refuse(name: Parameters<typeof stateOf>[0]): Promise<void> {
  await page.waitForTimeout(ASKED_MS);
  await display?.press('Shift+Tab', 'Enter');
  await expect.poll(() => stateOf(name)).toBe('denied');
}

const button = () => page.locator('.permission-button');

/** Presses the browser's button, and waits until the browser asks. */
async function press(by: (shown: Locator) => Promise<void>): Promise<void> {
  // For half a second, the browser ignores the press of a button that has just appeared.
  await page.waitForTimeout(1000);
  await button().evaluate((element) => {
    const given = ((globalThis as unknown as {given: MediaStreamTrack[]}).given ??= []);
    element.addEventListener('track', () => given.push((element as unknown as Gift).track));
  });
  await by(button());
  await page.waitForTimeout(ASKED_MS);
}
interface Gift {
  track: MediaStreamTrack;
}

/** Answers the question of the browser's button with “Allow this time”. */
const allow = () => display?.press('Tab', 'Tab', 'Tab', 'Enter');

/** States of the devices that the browser's buttons have turned on. */
const given = () =>
  page.evaluate(() =>
    ((globalThis as unknown as {given?: MediaStreamTrack[]}).given ?? []).map(
      ({readyState}) => readyState,
    ),
  );

test('a camera and, in mid-job, a location that were refused for ever are back by one press each', async () => {
  site.put('/', `<capture-image ${site.access}></capture-image>`);
  await page.goto(site.origin);
  await page.getByRole('button', {name: 'Turn on camera'}).click();
  await refuse('camera');
  await expect(page.getByRole('heading', {name: 'Camera is blocked'})).toBeVisible();
  await press((shown) => shown.click());
  await allow();
  await expect(page.getByRole('button', {name: 'Take photo'})).toBeVisible();
  expect(await given()).toEqual(['ended']);

  await refuse('geolocation');
  await page.getByRole('button', {name: 'Location off'}).click();
  await press((shown) => shown.click());
  await allow();
  await expect(page.locator('.contents')).toContainText('48.137');
  await expect(button()).toHaveCount(0);
  await expect(page.getByRole('button', {name: 'Location off'})).toHaveCount(0);
  expect(watch.problems).toEqual([]);
});

test('a microphone that was refused for ever is back by one press of a key, and off until it records; a location while it records', async () => {
  site.put('/', `<capture-audio ${site.access}></capture-audio>`);
  await page.goto(site.origin);
  await page.getByRole('button', {name: 'Start recording'}).click();
  await refuse('microphone');
  await expect(page.getByRole('heading', {name: 'Microphone is blocked'})).toBeVisible();
  await press(async (shown) => {
    await page.keyboard.press('Tab');
    await expect(shown).toBeFocused();
    await page.keyboard.press('Enter');
  });
  await allow();
  await expect(page.getByRole('button', {name: 'Start recording'})).toBeVisible();
  await expect.poll(given).toEqual(['ended']);

  await refuse('geolocation');
  await page.getByRole('button', {name: 'Start recording'}).click();
  await expect(page.getByText('Location off')).toBeVisible();
  await press((shown) => shown.click());
  await allow();
  await expect(page.getByText('Sealing: location, microphone')).toBeVisible();
  await expect(button()).toHaveCount(0);
  await expect(page.getByRole('button', {name: 'Stop recording'})).toBeVisible();
  expect(watch.problems).toEqual([]);
});

test('a camera that is allowed once its element has left the page is not on', async () => {
  site.put('/', `<capture-image ${site.access}></capture-image>`);
  await page.goto(site.origin);
  await page.getByRole('button', {name: 'Turn on camera'}).click();
  await refuse('camera');
  await press((shown) => shown.click());
  // Later than the browser has begun to open the camera, and before it is on.
  await page.evaluate(() => {
    const element = document.querySelector('capture-image');
    const shown = element?.shadowRoot?.querySelector('.permission-button');
    shown?.addEventListener('promptaction', () => element?.remove());
  });
  await allow();
  await expect.poll(given).toEqual(['ended']);
});
