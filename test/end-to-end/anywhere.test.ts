import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {expect, test, type FrameLocator, type Page} from '@playwright/test';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {variants} from '../variants.js';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';

const references = join(import.meta.dirname, 'references');
let site: HtmlSite;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
});

/** Makes every page of these tests log its events and remember each camera and microphone track that it opens. */
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera', 'microphone'], {origin: site.origin});
  await context.addInitScript(() => {
    const tracks: MediaStreamTrack[] = [];
    const told: string[] = [];
    const files: Blob[] = [];
    const {mediaDevices} = navigator;
    const ask = mediaDevices.getUserMedia.bind(mediaDevices);
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints);
      tracks.push(...stream.getTracks());
      return stream;
    };
    for (const name of ['capture', 'protected', 'protect-error']) {
      document.addEventListener(name, (event) => {
        told.push(name);
        if (name === 'protected')
          files.push((event as unknown as {protectedBlob: Blob}).protectedBlob);
      });
    }
    Object.assign(globalThis, {seen: {tracks, told, files}});
  });
});

interface Seen {
  seen: {tracks: MediaStreamTrack[]; told: string[]; files: Blob[]};
}

const inPage = (page: Page) => page.locator(':root');
const inFrame = (page: Page) => page.frameLocator('iframe').locator(':root');
type Root = ReturnType<typeof inPage>;

/** For each camera and microphone track that was opened, oldest first: whether it is still live. */
const tracksOf = (root: Root) =>
  root.evaluate(() =>
    (globalThis as unknown as Seen).seen.tracks.map(({readyState}) => readyState),
  );
const toldOf = (root: Root) => root.evaluate(() => (globalThis as unknown as Seen).seen.told);
/** The last sealed file that the page received. */
async function sealedOf(root: Root): Promise<Buffer> {
  const bytes = await root.evaluate(async () => {
    const file = (globalThis as unknown as Seen).seen.files.at(-1);
    return [...new Uint8Array((await file?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  return Buffer.from(bytes);
}

const shutterOf = (page: Page | FrameLocator) => page.getByRole('button', {name: 'Take photo'});

async function takeSealedPhoto(page: Page | FrameLocator, root: Root): Promise<void> {
  await shutterOf(page).click();
  // Without storage, the element reports that the photo is in memory only, and seals it all the same.
  const told = (await hasStorage(root)) ? [] : ['protect-error'];
  const events = ['capture', ...told, 'protected'];
  await expect.poll(() => toldOf(root), {timeout: 20_000}).toEqual(events);
}

/** Whole Chromium gives a frame of another site none in a private window, such as that of a test. */
const hasStorage = (root: Root) =>
  root.evaluate(
    () =>
      new Promise<boolean>((resolve) => {
        const request = indexedDB.open('probe');
        request.onsuccess = () => resolve(true);
        request.onerror = () => resolve(false);
      }),
  );

const camera = '<capture-image></capture-image>';

test('elements load the scripts that their provider names, even if they are in the HTML before the bundle runs', async ({
  page,
}) => {
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) warnings.push(message.text());
  });
  site.put(
    '/',
    `<protection-provider scripts-base="/elsewhere" ${site.access}>${camera}</protection-provider>
    <protection-provider scripts-base="/nowhere"></protection-provider>
    <protection-provider scripts-base="/nowhere/else"></protection-provider>`,
  );
  await page.goto(site.origin);
  await takeSealedPhoto(page, inPage(page));
  const scripts = site.asked.filter((path) => /worker|worklet/.test(path));
  expect(scripts).toEqual(['/elsewhere/media-worker.js']);
  expect(warnings).toEqual([
    '<protection-provider>: A page has one scripts-base: “/elsewhere” is used, and “/nowhere” is not. Call setScriptsBase() to change it.',
  ]);
});

test('a camera that is moved with moveBefore stays on, and the next photo is sealed with the options of its new provider', async ({
  page,
}) => {
  site.put(
    '/',
    `<div id="here">${camera}</div><protection-provider ${site.access}></protection-provider>`,
  );
  await page.goto(site.origin);
  await expect(shutterOf(page)).toBeVisible();
  const isSame = await page.locator('capture-image').evaluate(async (element) => {
    const picture = () => element.shadowRoot?.querySelector('video')?.srcObject;
    const before = picture();
    const provider = document.querySelector('protection-provider') as unknown as {
      moveBefore(node: Node, before: null): void;
    };
    provider.moveBefore(element, null);
    await (element as unknown as {updateComplete: Promise<unknown>}).updateComplete;
    return Boolean(before) && picture() === before;
  });
  expect(isSame).toBe(true);
  await takeSealedPhoto(page, inPage(page));
  expect(await tracksOf(inPage(page))).toEqual(['live']);
  await page.locator('capture-image').evaluate((element) => element.remove());
  expect(await tracksOf(inPage(page))).toEqual(['ended']);
});

test('an element that is appended elsewhere turns its camera off and then on again', async ({
  page,
}) => {
  site.put('/', `${camera}<protection-provider ${site.access}></protection-provider>`);
  await page.goto(site.origin);
  await expect(shutterOf(page)).toBeVisible();
  await page.evaluate(() => {
    const [element, provider] = ['capture-image', 'protection-provider'].map((name) =>
      document.querySelector(name),
    );
    if (element) provider?.append(element);
  });
  await takeSealedPhoto(page, inPage(page));
  expect(await tracksOf(inPage(page))).toEqual(['ended', 'live']);
});

for (const mode of variants(['closed', 'open'] as const)) {
  test(`an element in a shadow root that is ${mode} uses the options of the provider outside, which receives its events`, async ({
    page,
  }) => {
    site.put('/', `<protection-provider ${site.access}><div></div></protection-provider>`);
    await page.goto(site.origin);
    await page.evaluate(async (mode) => {
      const camera = document.createElement('capture-image');
      document.querySelector('div')?.attachShadow({mode}).append(camera);
      await camera.requestPermissions();
      await camera.takePicture();
    }, mode);
    await expect.poll(() => toldOf(inPage(page))).toEqual(['capture', 'protected']);
  });
}

const frames = [
  {
    what: 'another origin with permission',
    allow: 'allow="camera; microphone; geolocation"',
    origin: () => site.otherOrigin,
  },
  {what: 'the same origin', allow: '', origin: () => site.origin},
];
for (const {what, allow, origin} of variants(frames)) {
  test(`a photo in a frame of ${what} is sealed`, async ({page, context}) => {
    await context.grantPermissions(['camera'], {origin: origin()});
    site.put('/frame', `<protection-provider ${site.access}>${camera}</protection-provider>`);
    site.put('/', `<iframe width="600" height="500" src="${origin()}/frame" ${allow}></iframe>`);
    await page.goto(site.origin);
    const frame = page.frameLocator('iframe');
    await expect(shutterOf(frame)).toBeVisible();
    // What the browser does not do in such a frame is said before the first photo.
    const notice = frame.locator('capture-image [part=notice]');
    if (await hasStorage(inFrame(page))) await expect(notice).toHaveCount(0);
    else await expect(notice).toContainText('This browser stores no photos here.');
    await takeSealedPhoto(frame, inFrame(page));
  });
}

const refusals = [
  {
    what: 'another origin without permission',
    attributes: '',
    lacks: (device: string) => `<iframe allow="${device}">, Permissions-Policy`,
  },
  {
    what: 'a sandbox without an origin',
    attributes: 'sandbox="allow-scripts" allow="camera; microphone"',
    lacks: () => '<iframe sandbox="allow-same-origin">',
  },
];
for (const {what, attributes, lacks} of refusals) {
  test(`a frame of ${what} reports what its site has to set`, async ({page}) => {
    site.put('/frame', `${camera}<capture-audio></capture-audio>`);
    site.put(
      '/',
      `<iframe width="600" height="900" src="${site.otherOrigin}/frame" ${attributes}></iframe>`,
    );
    await page.goto(site.origin);
    const frame = page.frameLocator('iframe');
    for (const [name, device] of [
      ['capture-image', 'camera'],
      ['capture-audio', 'microphone'],
    ] as const) {
      const element = frame.locator(name);
      await expect(element).toContainText(
        `The site embedding this page doesn’t allow ${device} use. (${lacks(device)})`,
      );
    }
    expect(await tracksOf(inFrame(page))).toEqual([]);
  });
}

test('a frame that is removed releases its camera, and its captures are sealed in its next visit', async ({
  page,
}) => {
  site.put(
    '/frame',
    `<protection-provider ${site.access}>${camera}<capture-audio></capture-audio></protection-provider>`,
  );
  const frame = '<iframe width="600" height="1200" src="/frame"></iframe>';
  site.put('/', frame);
  await page.goto(site.origin);
  const inside = page.frameLocator('iframe');
  await inside.getByRole('button', {name: 'Start recording'}).click();
  // As many captures as are sealed at the same time.
  await page.waitForTimeout(4_000);
  await page.route('**/seal', (route) => route.abort());
  await shutterOf(inside).click();
  await expect.poll(() => toldOf(inFrame(page))).toEqual(['capture']);
  const after = await page.evaluate(() => {
    const iframe = document.querySelector('iframe');
    const {tracks} = (iframe?.contentWindow as unknown as Seen).seen;
    const before = tracks.map(({readyState}) => readyState);
    iframe?.remove();
    return {before, now: tracks.map(({readyState}) => readyState)};
  });
  expect(after).toEqual({before: ['live', 'live'], now: ['ended', 'ended']});
  await page.unroute('**/seal');
  await page.goto(`${site.origin}/frame`);
  await expect
    .poll(async () => (await toldOf(inPage(page))).filter((name) => name === 'protected').length, {
      timeout: 20_000,
    })
    .toBe(2);
  const kinds = await page.evaluate(() =>
    (globalThis as unknown as Seen).seen.files.map(({type}) => type).sort(),
  );
  expect(kinds).toEqual(['audio/mpeg', 'image/jpeg']);
});

test('two apps with two versions of the bundle both run with the elements of the first, and one warning is logged', async ({
  page,
}) => {
  const bundle = resolve(import.meta.dirname, '../../dist/web/sealed-capture.classic.js');
  const {version} = JSON.parse(
    await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8'),
  ) as {version: string};
  const built = await readFile(bundle, 'utf8');
  const other = built.replaceAll(version, '0.0.9-other');
  expect(other).not.toBe(built);
  site.files.set('/other.js', other);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const errors: string[] = [];
  page.on('pageerror', ({message}) => errors.push(message));
  const app = (name: string, kit: string) => `
    const {CaptureImage, createProtection, setScriptsBase} = ${kit};
    setScriptsBase('/elsewhere');
    const element = document.createElement('capture-image');
    element.addEventListener('protected', () => (document.title += ' ${name}'));
    document.querySelector('#${name}').append(element);
    element.isOfThisCopy = element instanceof CaptureImage;`;
  site.put(
    '/',
    `<protection-provider ${site.access}><div id="first"></div><div id="second"></div></protection-provider>
    <script>{${app('first', 'sealedCapture')}}</script>
    <script type="module">import * as kit from '/bundle/sealed-capture.js'; ${app('second', 'kit')}</script>`,
    '<script src="/other.js">',
  );
  await page.goto(site.origin);
  const elements = page.locator('capture-image');
  await expect(elements).toHaveCount(2);
  expect(
    await elements.evaluateAll((all) =>
      all.map((element) => (element as unknown as {isOfThisCopy: boolean}).isOfThisCopy),
    ),
  ).toEqual([true, false]);
  for (const name of ['first', 'second']) {
    await page.locator(`#${name}`).getByRole('button', {name: 'Take photo'}).click();
    await expect(page).toHaveTitle(new RegExp(` ${name}`), {timeout: 20_000});
  }
  const file = await sealedOf(inPage(page));
  const result = await inspectedBy(site.service.address, {'X-API-Key': site.key}, file);
  expect([result.labelValid, result.device?.sdkVersion]).toEqual([true, '0.0.9-other']);
  expect(warnings).toEqual([
    expect.stringMatching(/^sealed-capture is on this page twice: .* its first copy is used\./),
  ]);
  expect(errors).toEqual([]);
});

const scriptTags = {
  'a module': '<script type="module" src="/bundle/sealed-capture.js">',
  'a classic script': '<script src="/bundle/sealed-capture.classic.js">',
};
for (const [kind, tag] of Object.entries(scriptTags)) {
  test(`the bundle as ${kind} loads what shows a verdict from the folder of its scripts, and says so where it cannot`, async ({
    page,
  }) => {
    const sealed = await readFile(join(references, 'sealed.jpg'), 'base64');
    const inspector = page.locator('seal-inspector');
    const behind = inspector.locator('[part=take-away]');
    const open = async (path: string) => {
      await page.goto(`${site.origin}${path}`);
      await inspector.evaluate(async (element: SealInspector, base64) => {
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        await element.inspect(new File([bytes], 'quay.jpg', {type: 'image/jpeg'}));
      }, sealed);
    };
    const body = `<seal-inspector ${site.access}></seal-inspector>`;
    site.put('/beside', body, tag);
    await open('/beside');
    await expect(behind).toBeVisible();
    expect(site.asked).toContain('/bundle/scripts/inspection-results.js');

    site.put(
      '/named',
      `<protection-provider scripts-base="/elsewhere">${body}</protection-provider>`,
      tag,
    );
    await open('/named');
    await expect(behind).toBeVisible();
    expect(site.asked).toContain('/elsewhere/inspection-results.js');

    await page.route('**/inspection-results.js', (route) => route.abort());
    await open('/beside');
    await expect(inspector.locator('[part=failure]')).toContainText(
      'A part of this page did not load',
    );
    await expect(behind).toHaveCount(0);
  });
}
