import {expect as expectSoon, test, type Page} from '@playwright/test';
import {ExampleSite} from './example-site.js';
import {pretendApp, type Bridge} from './fake-app.js';
import {demoToken, inspectedBy} from './inspected.js';
import {PageWatch} from './page-watch.js';

const expect = expectSoon.configure({timeout: 20_000});

const place = {
  latitude: 51.50735,
  longitude: -0.12776,
  latLongAccuracy: 4,
  altitude: 35.5,
  speed: 0.5,
  speedAccuracy: 0.2,
};
const attitude = {roll: 1.5, pitch: 80, yaw: 270};
const network = {wifi: false, cellular: {technologies: ['NR']}};

let site: ExampleSite;
test.beforeAll(async () => {
  test.setTimeout(600_000);
  site = await ExampleSite.open('webviews');
});
test.afterAll(() => site.close());

test.describe('the page for apps', () => {
  let watch: PageWatch;
  test.use({permissions: ['camera', 'microphone']});
  test.beforeEach(async ({page}) => {
    watch = await PageWatch.of(page);
  });
  test.afterEach(() => expect(watch.problems).toEqual([]));

  const happened = (page: Page) => page.getByRole('list', {name: 'What happened'});

  /** The service's inspection of a photo that the page takes now. */
  async function sealedPhoto(page: Page) {
    const {address} = site;
    const before = new Set((await uploads(page)).map((upload) => upload.address));
    await page.getByRole('button', {name: 'Take photo'}).click();
    await expect(happened(page)).toContainText('image delivered');
    const made = (await uploads(page)).find((upload) => !before.has(upload.address));
    const file = await page.request.get(new URL(made?.address ?? '', address).href);
    const authorization = `Bearer ${await demoToken(address)}`;
    const credentials = {Origin: address, Authorization: authorization};
    return await inspectedBy(address, credentials, await file.body());
  }
  const uploads = async (page: Page) =>
    (await (await page.request.get(`${site.address}/uploads`)).json()) as {address: string}[];

  /** Opens the page and its camera. Waits until the list shows what would be sealed. */
  async function open(page: Page, known: string) {
    await page.goto(site.address);
    const turnOn = page.getByRole('button', {name: 'Turn on camera'});
    const shutter = page.getByRole('button', {name: 'Take photo'});
    await expect(turnOn.or(shutter)).toBeVisible();
    if (await turnOn.isVisible()) await turnOn.click();
    await expect(shutter).toBeVisible();
    await page.locator('capture-image .pill').click();
    await expect(page.locator('capture-image .contents')).toContainText(known);
    await page.keyboard.press('Escape');
  }

  for (const bridge of ['android', 'ios', 'capacitor'] as const satisfies readonly Bridge[]) {
    test(`seals what the app answers over its bridge: ${bridge}`, async ({page}) => {
      const atmospheric = {pressure: 1013.2};
      await pretendApp(page, bridge, {gps: place, orientation: attitude, network, atmospheric});
      await open(page, '1013.2 hPa');
      await expect(page.locator('#source')).toContainText('come from the app');
      const result = await sealedPhoto(page);
      expect(result.labelState).toBe('valid');
      expect(result.gps).toEqual(place);
      expect(result.orientation).toEqual(attitude);
      expect(result.network).toEqual(network);
      expect(result.atmospheric).toEqual(atmospheric);
    });
  }

  test('takes the photo, and seals no answer of the app that is not a valid reading', async ({
    page,
  }) => {
    await pretendApp(page, 'android', {
      gps: {...place, latitude: '51.5'},
      orientation: {roll: 1, pitch: 2},
      network: {unavailableReason: 'permission_denied', wifi: true},
      atmospheric: '<script>',
    });
    const warnings: string[] = [];
    page.on('console', (message) => warnings.push(message.text()));
    await open(page, 'allowed');
    const result = await sealedPhoto(page);
    const error = {unavailableReason: 'error'};
    expect(result.gps).toEqual(error);
    expect(result.orientation).toEqual(error);
    expect(result.atmospheric).toEqual(error);
    expect(result.network).toEqual({unavailableReason: 'permission_denied'});
    expect(warnings.join()).toContain('answer for gps is no reading');
    expect(warnings.join()).not.toMatch(/51\.5|script/);
  });

  test('works as an ordinary page in a browser', async ({page}) => {
    await open(page, 'Device');
    await expect(page.locator('#source')).toContainText('open in a browser');
    const result = await sealedPhoto(page);
    expect(result.labelState).toBe('valid');
    expect(result.orientation).toHaveProperty('unavailableReason');
    await page.getByRole('button', {name: 'Start recording'}).click();
    await page.waitForTimeout(1_000);
    await page.getByRole('button', {name: 'Stop'}).click();
    await expect(happened(page)).toContainText('audio delivered');
  });
});
