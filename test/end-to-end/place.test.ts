import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {SealReader} from '../../src/ports/inspection/seal-reader.js';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';
import {pressUntilFocused} from './keyboard.js';

const gate = {latitude: 52.52, longitude: 13.405, radius: 25};
const north = (metres: number, accuracy: number) => ({
  latitude: gate.latitude + metres / 111_194.9,
  longitude: gate.longitude,
  accuracy,
});

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera', 'geolocation'], {origin: site.origin});
});

/** Opens a page with a shot of the gate, over which the picture of an earlier visit lies: all magenta. */
async function open(page: Page, options = ''): Promise<void> {
  site.put('/', `<capture-image ${site.access} ${options} style="height: 90vh">`);
  await page.goto(`${site.origin}/`);
  await page.evaluate(async (expectedPlace) => {
    const canvas = new OffscreenCanvas(64, 48);
    const context = canvas.getContext('2d');
    if (context) context.fillStyle = '#f0f';
    context?.fillRect(0, 0, 64, 48);
    const picture = await canvas.convertToBlob();
    const camera = document.querySelector('capture-image');
    if (!camera) return;
    const held = {heading: 60, attitude: {roll: 0, pitch: 80, yaw: 0}};
    camera.sensors = {
      magnetometer: {read: () => Promise.resolve({heading: held.heading})},
      orientation: {read: () => Promise.resolve(held.attitude)},
    };
    camera.addEventListener('protected', ({protectedBlob}) => {
      Object.assign(window, {sealed: protectedBlob});
    });
    camera.shots = [
      {
        id: 'gate',
        label: 'The gate',
        ghost: {picture, heading: 90, roll: 0, pitch: 90},
        expectedPlace,
      },
      {id: 'yard', label: 'The yard'},
    ];
  }, gate);
  await expect(visit(page, 'Earlier picture')).toBeVisible();
}

const visit = (page: Page, text: string | RegExp) =>
  page.locator('[part="visit"]').filter({hasText: text});

const shutter = (page: Page) => page.getByRole('button', {name: 'Take photo'});

/** The sealed photo, once there is one. */
async function sealed(page: Page): Promise<Buffer> {
  await page.waitForFunction(() => 'sealed' in window);
  const base64 = await page.evaluate(async () => {
    const {sealed} = window as unknown as {sealed: Blob};
    const bytes = new Uint8Array(await sealed.arrayBuffer());
    let text = '';
    for (const byte of bytes) text += String.fromCharCode(byte);
    return btoa(text);
  });
  return Buffer.from(base64, 'base64');
}

const inspect = (bytes: Uint8Array) =>
  inspectedBy(site.service.address, {'X-API-Key': site.key}, bytes);

/** The share of the sealed photo's pixels in the colour of the earlier picture. */
const magenta = (page: Page) =>
  page.evaluate(async () => {
    const {sealed} = window as unknown as {sealed: Blob};
    const bitmap = await createImageBitmap(sealed);
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    context?.drawImage(bitmap, 0, 0);
    const data = context?.getImageData(0, 0, bitmap.width, bitmap.height).data ?? [];
    let found = 0;
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0] = [data[at], data[at + 1], data[at + 2]];
      if (red > 200 && green < 90 && blue > 200) found++;
    }
    return found / (data.length / 4);
  });

test('a photo is taken at its place without a network, as before, and its seal says so', async ({
  page,
  context,
}) => {
  await context.setGeolocation(north(65, 10));
  await open(page);
  await expect(visit(page, 'You are 70 m away Location ± 10 m')).toBeVisible();
  await expect(visit(page, 'Turn right by about 30° · Tilt up by 10°')).toBeVisible();

  await context.setOffline(true);
  await context.setGeolocation(north(12, 10));
  await expect(visit(page, 'Agrees with the expected place, within the accuracy')).toBeVisible();
  // All that is seen of the camera is the earlier picture.
  await pressUntilFocused(page, 'Visibility of the earlier picture');
  await page.keyboard.press('End');
  await expect(page.locator('.ghost')).toHaveCSS('opacity', '1');
  await shutter(page).click();
  await expect(page.locator('[part="shot"]')).toContainText('The yard');
  await expect(page.locator('.ghost')).toHaveCount(0);
  await expect(page.locator('[part="visit"]')).toHaveCount(0);

  await context.setOffline(false);
  const bytes = await sealed(page);
  expect(await magenta(page)).toBe(0);
  const {labelState, features, gps, placeComparison} = await inspect(bytes);
  expect(labelState).toBe('valid');
  expect(features?.shot).toEqual({id: 'gate', label: 'The gate', expectedPlace: gate});
  expect(gps?.latLongAccuracy).toBe(10);
  expect(placeComparison).toEqual({
    outcome: 'within',
    distance: expect.closeTo(12, 0),
    accuracy: 10,
  });
});

test('the seal of the earlier photo says how the camera was held', async ({page, context}) => {
  await context.setGeolocation(north(12, 10));
  await open(page);
  await expect(visit(page, 'Turn right')).toBeVisible();
  await shutter(page).click();
  await sealed(page);
  await page.evaluate(async () => {
    const {sealed} = window as unknown as {sealed: Blob};
    const path = '/bundle/core.js';
    const {sharedSealReader} = (await import(path)) as {sharedSealReader: () => SealReader};
    const {seal} = await sharedSealReader().facts(sealed, AbortSignal.timeout(20_000));
    const camera = document.querySelector<CaptureImage>('capture-image');
    const ghost = {picture: sealed, ...(seal?.isAsSigned && seal.attitude)};
    if (camera) camera.shots = [{id: 'again', label: 'Again', ghost}];
  });
  await expect(visit(page, 'Same direction as at the earlier visit')).toBeVisible();
});

test('a blurred location says what it can, and an unknown one that it is unknown', async ({
  page,
  context,
}) => {
  await context.setGeolocation(north(12, 10));
  await open(page, 'location-obfuscation-radius="500"');
  await expect(visit(page, 'Location too rough to tell')).toBeVisible();
  await context.setGeolocation(north(30_000, 10));
  await expect(visit(page, /You are (29|30|31) km away/)).toBeVisible();
  await shutter(page).click();
  const {placeComparison} = await inspect(await sealed(page));
  expect(placeComparison?.outcome).toBe('outside');
  expect(placeComparison?.accuracy).toBeGreaterThanOrEqual(500);

  await context.clearPermissions();
  await context.grantPermissions(['camera'], {origin: site.origin});
  await open(page, `tags='{"visit": "2"}'`);
  await expect(visit(page, 'Location unknown: nobody can tell')).toBeVisible();
  await shutter(page).click();
  const unknown = await inspect(await sealed(page));
  expect(unknown.placeComparison).toEqual({outcome: 'unknown', why: 'absent'});
});

test('an earlier picture that cannot be loaded is said, and loaded once it can be', async ({
  page,
}) => {
  await open(page);
  await page.evaluate(() => {
    const camera = document.querySelector('capture-image');
    if (camera) camera.shots = [{id: 'b', label: 'B', ghost: '/earlier.svg'}];
  });
  const failed = page.getByRole('alert').filter({hasText: 'The earlier picture cannot be shown'});
  await expect(failed).toBeVisible();
  await page.route('**/earlier.svg', async (route) => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    await route.fulfill({body: Buffer.from(png, 'base64'), contentType: 'image/png'});
  });
  await page.getByRole('button', {name: 'Try again', exact: true}).click();
  await expect(page.locator('.ghost canvas')).toBeVisible();
  await expect(failed).toHaveCount(0);
});
