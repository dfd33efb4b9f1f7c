import {mkdtemp, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {chromium, expect, test, type Browser, type LaunchOptions} from '@playwright/test';
import {DemoPage} from './demo-page.js';
import {PageWatch} from './page-watch.js';
import {demoToken} from './inspected.js';
import {photographPath} from './photograph.js';
import {startSite, type Site} from './site.js';
import {writeStillVideo} from './still-camera.js';

const place = {latitude: 51.50735, longitude: -0.12776, accuracy: 9};
const size = {width: 1280, height: 960};

let site: Site;

test.beforeAll(async () => void (site = await startSite({SEALED_CAPTURE_LOG: 'info'})));
test.afterAll(() => site.close());

const allowed = {permissions: ['camera', 'geolocation'], geolocation: place};

/** The main purpose of the product: take a photo, seal it, inspect it, change it, and inspect it again. */
async function captureSealInspect(browser: Browser): Promise<{photo: Buffer; sealed: Buffer}> {
  const context = await browser.newContext(allowed);
  const page = await context.newPage();
  const watch = await PageWatch.of(page);
  const demo = new DemoPage(page);
  await demo.open(site.address);
  await page.evaluate(() => {
    document.addEventListener('capture', ({blob}) => Object.assign(window, {photo: blob}));
  });
  await demo.takeSealedPhoto();

  const photo = Buffer.from(
    await page.evaluate(async () => {
      const {photo} = window as unknown as {photo: Blob};
      return [...new Uint8Array(await photo.arrayBuffer())];
    }),
  );
  const {name, bytes: sealed} = await demo.download();
  expect(name).toMatch(/^photo-.*\.jpe?g$/);

  await demo.drop(name, 'image/jpeg', sealed);
  await demo.expectVerdict('Seal intact.');
  await expect(demo.inspector).toContainText('51.5');
  await expect(demo.inspector).toContainText('Camera');
  await expect(demo.inspector).toContainText(
    'Its seal says that a camera or microphone captured it.',
  );

  const changed = Buffer.from(sealed);
  const at = changed.length - 1000;
  changed[at] = (changed[at] ?? 0) ^ 1;
  await demo.drop(name, 'image/jpeg', changed);
  await demo.expectVerdict('Seal broken.');
  await expect(demo.inspector).toContainText('The file was changed after it was sealed.');
  await expect(demo.inspector).toContainText('not confirmed');

  expectNoMediaIn(watch, photo);
  expect(watch.problems).toEqual([]);
  await context.close();
  return {photo, sealed};
}

/** Checks that the seal request is small and contains no part of the photo, neither as bytes nor as Base64. */
function expectNoMediaIn(watch: PageWatch, photo: Buffer): void {
  const bodies = watch.bodies('/protection/sandbox/seal');
  expect(bodies.length).toBe(1);
  const sent = Buffer.concat(bodies);
  expect(sent.length).toBeGreaterThan(200);
  expect(sent.length).toBeLessThan(4096);
  const text = sent.toString('latin1');
  const leaked: number[] = [];
  for (let at = 0; at + 12 <= photo.length; at += 3) {
    if (text.includes(photo.toString('base64', at, at + 12))) leaked.push(at);
    if (at % 12 === 0 && sent.includes(photo.subarray(at, at + 12))) leaked.push(at);
  }
  expect(leaked).toEqual([]);
  const posts = watch.requests.filter((request) => request.method() !== 'GET');
  const paths = new Set(posts.map((request) => new URL(request.url()).pathname));
  expect([...paths].sort()).toEqual([
    '/demo/token',
    '/protection/sandbox/check',
    '/protection/sandbox/inspect',
    '/protection/sandbox/seal',
  ]);
}

async function withBrowser(options: LaunchOptions, use: (browser: Browser) => Promise<void>) {
  const browser = await chromium.launch(options);
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}

test('a photo of a moving picture is taken, sealed without leaving the page, and inspected', async ({
  browser,
}) => {
  const {photo, sealed} = await captureSealInspect(browser);
  expect(sealed.length).toBeGreaterThan(photo.length);
});

test('a real photograph in front of the camera is taken, sealed and inspected', async ({
  browser,
  launchOptions,
}) => {
  const path = photographPath();
  test.skip(path === undefined, 'the shared media are absent');
  const original = await readFile(path ?? '');
  await withPhotograph(browser, launchOptions, original, async (camera) => {
    const {photo} = await captureSealInspect(camera);
    await expectLikeness(browser, photo, original);
  });
});

test('a photo that is out of focus is reported, sealed with its measured sharpness, and can be retaken', async ({
  browser,
  launchOptions,
}) => {
  const path = photographPath();
  test.skip(path === undefined, 'the shared media are absent');
  const blurred = await outOfFocus(browser, await readFile(path ?? ''));
  await withPhotograph(browser, launchOptions, blurred, async (camera) => {
    const context = await camera.newContext(allowed);
    const page = await context.newPage();
    const demo = new DemoPage(page);
    await demo.open(site.address);
    await page.evaluate(() =>
      document.querySelector('capture-image')?.setAttribute('quality', 'warn'),
    );
    await demo.takeSealedPhoto();
    const {name, bytes} = await demo.download();
    await demo.drop(name, 'image/jpeg', bytes);
    await demo.expectVerdict('Seal intact.');
    await expect(demo.inspector).toContainText(/Sharpness[^]*0\.[012]/);
    await demo.startAgain();
    await expect(page.getByText('Looks blurred. Retake?')).toBeVisible();
    await page.getByRole('button', {name: 'Retake'}).click();
    await expect(page.getByText('1 photo deleted').first()).toBeVisible();
    await page.getByRole('button', {name: 'Undo'}).click();
    await context.close();
  });
});

/** Starts a browser whose camera shows this photograph. */
async function withPhotograph(
  browser: Browser,
  launchOptions: LaunchOptions,
  photograph: Buffer,
  use: (camera: Browser) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-camera-'));
  const video = join(folder, 'camera.y4m');
  await writeStillVideo(browser, photograph, video, size);
  // The last of these flags counts.
  const args = [...(launchOptions.args ?? []), `--use-file-for-fake-video-capture=${video}`];
  const options = {...launchOptions, args};
  try {
    await withBrowser(options, use);
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
}

/** Blurs the photograph: each edge is spread over about one hundredth of the picture. */
async function outOfFocus(browser: Browser, photograph: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const base64 = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [1280, 960];
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.filter = 'blur(8px)';
    context.drawImage(bitmap, -24, -24, 1328, 1008);
    return canvas.toDataURL('image/jpeg', 0.95).replace(/^.*,/, '');
  }, photograph.toString('base64'));
  await page.close();
  return Buffer.from(base64, 'base64');
}

/** Checks the mean difference of the pixels of both pictures, scaled down so far that JPEG noise does not matter. */
async function expectLikeness(browser: Browser, taken: Buffer, original: Buffer): Promise<void> {
  const page = await browser.newPage();
  const difference = await page.evaluate(
    async (files) => {
      const pixels = await Promise.all(
        files.map(async (base64) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const bitmap = await createImageBitmap(new Blob([bytes]));
          const context = new OffscreenCanvas(64, 48).getContext('2d');
          if (!context) throw new Error('no canvas');
          context.drawImage(bitmap, 0, 0, 64, 48);
          return context.getImageData(0, 0, 64, 48).data;
        }),
      );
      const [a = new Uint8ClampedArray(), b = new Uint8ClampedArray()] = pixels;
      return a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;
    },
    [taken.toString('base64'), original.toString('base64')],
  );
  await page.close();
  expect(difference).toBeLessThan(8);
}

test('a photo taken without a network is kept through a reload and sealed once the network is back', async ({
  browser,
}) => {
  const context = await browser.newContext(allowed);
  const page = await context.newPage();
  const demo = new DemoPage(page);
  await demo.open(site.address);
  await page.evaluate(() => {
    document.addEventListener('capture', ({captureId}) => {
      sessionStorage.setItem('taken', captureId);
    });
  });
  await page.route('**/protection/sandbox/seal', (route) => route.abort('internetdisconnected'));
  await demo.takePhoto();
  await page.reload();
  await page.evaluate(() => {
    document.addEventListener('protected', ({captureId, restored}) => {
      sessionStorage.setItem('sealed', `${captureId} ${restored}`);
    });
  });
  await page.unroute('**/protection/sandbox/seal');
  await page.evaluate(() => dispatchEvent(new Event('online')));
  const taken = await page.evaluate(() => sessionStorage.getItem('taken'));
  // The list also shows what other tests of this site have uploaded.
  const sealed = () => page.evaluate(() => sessionStorage.getItem('sealed'));
  await expect.poll(sealed, {timeout: 15_000}).toBe(`${taken} true`);
  await context.close();
});

test('the camera turns off as soon as its element is removed from the page', async ({browser}) => {
  const context = await browser.newContext(allowed);
  const page = await context.newPage();
  const demo = new DemoPage(page);
  await demo.open(site.address);
  const states = await page.evaluate(() => {
    const element = document.querySelector('capture-image');
    const stream = element?.shadowRoot?.querySelector('video')?.srcObject as MediaStream;
    const tracks = stream.getTracks();
    const before = tracks.map(({readyState}) => readyState);
    element?.remove();
    return {before, after: tracks.map(({readyState}) => readyState)};
  });
  expect(states).toEqual({before: ['live'], after: ['ended']});
  await context.close();
});

test('the log has a line for every request, without locations, keys or tokens', async () => {
  const apiKey = (await readFile(join(site.data, 'demo-key'), 'utf8')).trim();
  const token = await demoToken(site.address);
  const log = site.log.join('\n');
  expect(log).toContain('/protection/sandbox/seal');
  expect(log).toContain('/protection/sandbox/inspect');
  expect(apiKey.length).toBeGreaterThan(20);
  for (const secret of [apiKey, ...token.split('.'), '51.5073', '0.12776'])
    expect(log).not.toContain(secret);
});
