import {expect, test, type Browser, type BrowserContext, type Page} from '@playwright/test';
import {build} from 'esbuild';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {UnavailableReason} from '@sealed-capture/seal/model/unavailable-reason.js';
import {DemoPage} from './demo-page.js';
import {setSensors} from '../browsers/device-sensors.js';
import {inspected} from './inspected.js';
import {borrowSite, type Site} from './site.js';

let site: Site;

test.beforeAll(async () => {
  site = await borrowSite();
});
test.afterAll(async () => {
  await site.close();
});

const motionSections = ['orientation', 'acceleration', 'gravity', 'rotationRate'] as const;
const motionPermissions = ['accelerometer', 'gyroscope', 'magnetometer'];

/** Takes and seals a photo in a browser with these settings. Resolves with the sealed metadata. */
async function sealedIn(
  browser: Browser,
  permissions: string[],
  prepare: (page: Page, context: BrowserContext) => Promise<unknown> = () => Promise.resolve(),
): Promise<InspectionResult> {
  const context = await browser.newContext({permissions});
  try {
    const page = await context.newPage();
    await prepare(page, context);
    const demo = new DemoPage(page);
    await demo.open(site.address);
    // Long enough for each sensor to have answered or failed.
    await page.waitForTimeout(2500);
    await demo.takeSealedPhoto();
    const {bytes} = await demo.download();
    const result = await inspected(site, bytes);
    expect(result.labelValid).toBe(true);
    return result;
  } finally {
    await context.close();
  }
}

/** Checks that motion, attitude and compass have this reason and no values. */
function expectMotion(result: InspectionResult, unavailableReason: UnavailableReason): void {
  for (const section of motionSections) expect(result[section]).toEqual({unavailableReason});
  expect(result.magnetometer).toMatchObject({unavailableReason});
  expect(result.magnetometer).not.toHaveProperty('heading');
}

test('location and motion that the person denied are sealed as permission_denied', async ({
  browser,
}) => {
  const result = await sealedIn(browser, ['camera']);
  expect(result.gps).toEqual({unavailableReason: 'permission_denied'});
  expectMotion(result, 'permission_denied');
});

test('location and motion that the person was not asked for are sealed as permission_not_requested', async ({
  browser,
}) => {
  const result = await sealedIn(browser, ['camera'], async (page, context) => {
    const target = await context.newCDPSession(page);
    const {targetInfo} = await target.send('Target.getTargetInfo');
    const debugging = await browser.newBrowserCDPSession();
    for (const name of ['geolocation', ...motionPermissions]) {
      await debugging.send('Browser.setPermission', {
        permission: {name},
        setting: 'prompt',
        origin: site.address,
        browserContextId: targetInfo.browserContextId,
      });
    }
  });
  // The camera started without a gesture, so the person was not asked for anything else.
  expect(result.gps).toEqual({unavailableReason: 'permission_not_requested'});
  expectMotion(result, 'permission_not_requested');
});

test('sensors that the device lacks are sealed as not_available, and a location that never arrives as timeout', async ({
  browser,
}) => {
  const result = await sealedIn(browser, ['camera', 'geolocation', ...motionPermissions]);
  expectMotion(result, 'not_available');
  expect(result.gps).toEqual({unavailableReason: 'timeout'});
});

test('values for which this browser has no API are sealed as not_supported', async ({browser}) => {
  const compass = {alpha: 300, beta: 0, gamma: 0};
  const still = {x: 0, y: 0, z: 9.8};
  const result = await sealedIn(browser, ['camera', ...motionPermissions], (page) =>
    setSensors(page, {
      attitude: compass,
      compass,
      accelerometer: still,
      linearAcceleration: {x: 0, y: 0, z: 0},
      gyroscope: still,
      magnetometer: still,
    }),
  );
  const notSupported = {unavailableReason: 'not_supported'};
  expect(result.atmospheric).toEqual(notSupported);
  expect(result.network).toEqual(notSupported);
  expect(result.magnetometer).toEqual({heading: 60, field: notSupported});
});

test('values that the Permissions-Policy of the page forbids are sealed as policy_blocked', async ({
  browser,
}) => {
  const result = await sealedIn(
    browser,
    ['camera', 'geolocation', ...motionPermissions],
    async (page) => {
      await page.route(`${site.address}/`, async (route) => {
        const answer = await route.fetch();
        const headers = {
          ...answer.headers(),
          'permissions-policy': 'geolocation=(), accelerometer=(), gyroscope=(), magnetometer=()',
        };
        await route.fulfill({response: answer, headers});
      });
    },
  );
  expect(result.gps).toEqual({unavailableReason: 'policy_blocked'});
  expectMotion(result, 'policy_blocked');
});

test('sensors that the configuration turns off are sealed as disabled, and their permission is not requested', async ({
  browser,
}) => {
  const result = await sealedIn(browser, ['camera', 'geolocation', ...motionPermissions], (page) =>
    page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () => {
        const camera = document.querySelector('capture-image');
        const off = false as const;
        if (!camera) return;
        camera.sensors = {
          gps: off,
          atmospheric: off,
          magnetometer: off,
          orientation: off,
          acceleration: off,
          gravity: off,
          rotationRate: off,
          network: off,
          device: off,
          camera: off,
        };
      });
    }),
  );
  const disabled = {unavailableReason: 'disabled'};
  for (const section of motionSections) expect(result[section]).toEqual(disabled);
  const {gps, atmospheric, magnetometer, network, device, camera} = result;
  for (const section of [gps, atmospheric, magnetometer, network, device, camera]) {
    expect(section).toEqual(disabled);
  }
});

test('values that a page without a secure context cannot read are sealed as insecure_context', async ({
  playwright,
  launchOptions,
}) => {
  const {outputFiles} = await build({
    entryPoints: [new URL('./page/read-sensors.ts', import.meta.url).pathname],
    bundle: true,
    format: 'iife',
    target: 'es2022',
    write: false,
  });
  const script = outputFiles[0]?.text ?? '';
  const browser = await playwright.chromium.launch(launchOptions);
  try {
    const page = await browser.newPage();
    await page.route('http://plain.example/', (route) =>
      route.fulfill({contentType: 'text/html', body: '<!doctype html><title>Plain</title>'}),
    );
    await page.goto('http://plain.example/');
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await page.addScriptTag({content: script});
    const sections = await page.evaluate(() =>
      (window as unknown as {readSensors: () => object}).readSensors(),
    );
    const insecure = {unavailableReason: 'insecure_context'};
    expect(sections).toMatchObject({gps: insecure, magnetometer: insecure});
    for (const section of motionSections) expect(sections).toHaveProperty(section, insecure);
  } finally {
    await browser.close();
  }
});
