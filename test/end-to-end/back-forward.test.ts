import {chromium, expect, test, type Browser, type Page} from '@playwright/test';
import {HtmlSite} from './html-site.js';

let site: HtmlSite;
let browser: Browser;
let page: Page;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
});

/** The page logs its events, and remembers the camera stream that it had before the navigation. */
const notes = `<script>
  const tell = (what, more) => navigator.sendBeacon('/told', JSON.stringify({what, ...more}));
  const pictures = [];
  addEventListener('pagehide', ({persisted}) => {
    pictures.push(document.querySelector('capture-image').shadowRoot.querySelector('video')?.srcObject);
    tell('pagehide', {persisted});
  });
  addEventListener('pageshow', ({persisted}) => {
    const tracks = pictures.flatMap((picture) => picture?.getTracks() ?? []);
    tell('pageshow', {persisted, before: tracks.map(({readyState}) => readyState)});
  });
  for (const name of ['capture', 'protected']) {
    document.addEventListener(name, ({captureId}) => tell(name, {captureId}));
  }
</script>`;

test.beforeEach(async ({launchOptions}) => {
  site.reset();
  // Turns on the back/forward cache, as in ordinary browsers; test runs turn it off by default. Pages with permissions
  // that a test granted are not cached.
  browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--use-fake-ui-for-media-stream'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  page = await browser.newPage();
});
test.afterEach(() => browser.close());

const shutter = () => page.getByRole('button', {name: 'Take photo'});
const told = (what: string) => expect.poll(() => site.toldOf(what).length, {timeout: 20_000});

/** Navigates to another page of the site, and goes back after `meanwhile` has resolved. */
async function leaveAndReturn(meanwhile: () => unknown = () => undefined): Promise<void> {
  await page.evaluate(() => (location.href = '/other'));
  await page.waitForURL('**/other');
  await meanwhile();
  await page.evaluate(() => history.back());
  await told('pageshow').toBe(2);
}

test.beforeEach(async () => {
  const elements = '<capture-image></capture-image><capture-audio></capture-audio>';
  site.put('/', `${notes}<protection-provider ${site.access}>${elements}</protection-provider>`);
  site.put('/other', '<p>Another page</p>', '<script>');
  await page.goto(site.origin);
  await expect(shutter()).toBeVisible();
});

test('a page turns its camera off when a person leaves it, and on again when the person comes back', async () => {
  await leaveAndReturn();
  expect(site.toldOf('pageshow')[1]).toEqual({
    what: 'pageshow',
    persisted: true,
    before: ['ended'],
  });
  await shutter().click();
  await told('protected').toBe(1);
  expect(site.toldOf('capture').length).toBe(1);
});

test('a photo and a recording that were in progress when the person left the page are each sealed once after the return', async () => {
  await page.getByRole('button', {name: 'Start recording'}).click();
  await page.waitForTimeout(1_500);
  await page.route('**/seal', (route) => route.abort());
  await shutter().click();
  await told('capture').toBe(1);
  await leaveAndReturn(() => page.unroute('**/seal'));
  expect(site.toldOf('pageshow')[1]).toMatchObject({persisted: true, before: ['ended']});
  await told('protected').toBe(2);
  await page.waitForTimeout(1_000);
  const ids = (what: string) => site.toldOf(what).map(({captureId}) => captureId);
  expect(new Set(ids('capture')).size).toBe(2);
  expect(ids('capture').length).toBe(2);
  expect(ids('protected').sort()).toEqual(ids('capture').sort());
  await expect(shutter()).toBeVisible();
});
