import {expect, test, type Page} from '@playwright/test';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
});

/** Gives Chromium's fake cameras the capabilities of phone cameras. The controls use what the track reports. */
async function asOnPhones(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const own = new WeakMap<MediaStreamTrack, object>();
    // oxlint-disable-next-line typescript/unbound-method -- each is called with its track
    const {getCapabilities, getSettings, applyConstraints} = MediaStreamTrack.prototype;
    Object.assign(MediaStreamTrack.prototype, {
      getCapabilities(this: MediaStreamTrack) {
        const modes = ['continuous', 'single-shot'];
        const more = {
          torch: true,
          zoom: {min: 100, max: 400},
          focusMode: modes,
          exposureMode: modes,
        };
        return {...getCapabilities.call(this), ...more};
      },
      getSettings(this: MediaStreamTrack) {
        const {torch, zoom, focusMode} = (own.get(this) ?? {}) as Record<string, unknown>;
        return {...getSettings.call(this), torch, zoom, focusMode};
      },
      applyConstraints(this: MediaStreamTrack, constraints?: MediaTrackConstraints) {
        const [wish] = constraints?.advanced ?? [];
        if (!wish) return applyConstraints.call(this, constraints);
        own.set(this, {...own.get(this), ...wish});
        return Promise.resolve();
      },
    });
  });
}

/** Opens a page with a camera, and records what it seals. */
async function open(page: Page): Promise<void> {
  site.put('/', `<capture-image ${site.access} style="height: 90vh">`);
  await page.goto(`${site.origin}/`);
  await page.evaluate(() => {
    document.addEventListener('protected', ({protectedBlob}) => {
      const reader = new FileReader();
      reader.onload = () => Object.assign(window, {sealed: reader.result});
      reader.readAsDataURL(protectedBlob);
    });
  });
  await expect(controls(page)).toBeVisible();
}

const controls = (page: Page) => page.getByRole('button', {name: 'Camera controls'});
const picker = (page: Page) => page.getByRole('combobox', {name: 'Camera'});

async function sealedBytes(page: Page): Promise<Buffer> {
  const sealed = () =>
    page.evaluate(() => (window as unknown as {sealed?: string}).sealed?.replace(/^.*,/, ''));
  await expect.poll(sealed, {timeout: 20_000}).toBeTruthy();
  return Buffer.from((await sealed()) ?? '', 'base64');
}

test('the settings of a person are sealed with the photo: camera, light, zoom, focus and self-timer; camera and grid are kept over a reload', async ({
  page,
}) => {
  await asOnPhones(page);
  await open(page);
  await controls(page).click();
  await expect(picker(page)).toHaveText(/fake_device_0.*fake_device_1/);
  await picker(page).selectOption('fake_device_1');
  await expect(page.getByRole('status')).toHaveText(/Camera: fake_device_1\./);
  await page.getByRole('radio', {name: '3 s'}).check();
  await page.getByRole('checkbox', {name: 'Grid'}).check();
  await controls(page).click();
  await page.getByRole('button', {name: 'Light'}).click();
  await page.keyboard.press('+');
  const ring = page.getByRole('button', {name: 'Focus'});
  await ring.press('Enter');
  await ring.press('ArrowRight');
  await expect(ring).toHaveAttribute('aria-pressed', 'true');

  await page.getByRole('button', {name: 'Take photo'}).click();
  const stop = page.getByRole('button', {name: 'Cancel self-timer'});
  await expect(stop).toBeVisible();
  await stop.click();
  await expect(page.getByRole('status')).toHaveText('Self-timer cancelled. No photo taken.');
  await page.getByRole('button', {name: 'Take photo'}).click();
  const {camera} = await inspectedBy(
    site.service.address,
    {Origin: site.origin, 'X-API-Key': site.key},
    await sealedBytes(page),
  );
  expect(camera).toMatchObject({
    deviceName: 'fake_device_1',
    flash: true,
    zoomLevel: 1.25,
    focusMode: 'single-shot',
    focusPoint: {x: 0.6, y: 0.5},
    selfTimer: 3,
  });

  await open(page);
  await controls(page).click();
  await expect(picker(page)).toHaveValue('fake_device_1');
  await expect(page.getByRole('checkbox', {name: 'Grid'})).toBeChecked();
});
