import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import type {ProtectionProvider} from '../../src/elements/protection-provider.js';
import {HtmlSite} from './html-site.js';
import {inspectedBy} from './inspected.js';

let site: HtmlSite;

test.beforeAll(async () => {
  site = await HtmlSite.borrow();
});
test.beforeEach(async ({context}) => {
  site.reset();
  await context.grantPermissions(['camera'], {origin: site.origin});
  // Collects the sealed files, and the codes of errors.
  await context.addInitScript(() => {
    const files = new Map<string, Blob>();
    const codes: string[] = [];
    document.addEventListener('protected', (event) => {
      const {captureId, protectedBlob} = event as unknown as {
        captureId: string;
        protectedBlob: Blob;
      };
      files.set(captureId, protectedBlob);
    });
    document.addEventListener('protect-error', (event) => {
      codes.push((event as unknown as {code: string}).code);
    });
    Object.assign(globalThis, {seen: {files, codes}});
  });
});

interface Seen {
  seen: {files: Map<string, Blob>; codes: string[]};
}

/** The element with this id or, if that is a number, at this place in the page. */
const elementIn = (page: Page, which: string | number) =>
  typeof which === 'string'
    ? page.locator(`#${which}`)
    : page.locator('capture-image, protection-provider').nth(which);

/** Takes a photo with an element as soon as its camera is on. */
async function photograph(page: Page, which: string | number): Promise<string> {
  const element = elementIn(page, which);
  await expect(element.getByRole('button', {name: 'Take photo'})).toBeVisible();
  return element.evaluate((camera: CaptureImage) =>
    camera.takePicture().then(({captureId}) => captureId),
  );
}

const release = (page: Page, which: string | number, options: object) =>
  elementIn(page, which).evaluate(
    (element: CaptureImage, given) => element.enqueueProtection(undefined, given),
    options,
  );

const listed = (page: Page, which: string | number): Promise<string[]> =>
  elementIn(page, which).evaluate((element: CaptureImage | ProtectionProvider) =>
    element.protections.map(({captureId}) => captureId).sort(),
  );

const pending = (page: Page, which: string | number): Promise<number> =>
  elementIn(page, which).evaluate((element: CaptureImage) => element.pendingProtections);

const codesOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as Seen).seen.codes);

/** The tags in the sealed file that the page has received, as the service reads them. */
async function sealedTags(page: Page, captureId: string): Promise<unknown> {
  const bytes = (): Promise<number[] | undefined> =>
    page.evaluate(async (captureId) => {
      const file = (globalThis as unknown as Seen).seen.files.get(captureId);
      return file && [...new Uint8Array(await file.arrayBuffer())];
    }, captureId);
  await expect.poll(async () => !!(await bytes()), {timeout: 20_000}).toBe(true);
  const credentials = {Origin: site.origin, 'X-API-Key': site.key};
  const file = Buffer.from((await bytes()) ?? []);
  return (await inspectedBy(site.service.address, credentials, file)).tags;
}

const camera = (tag: string, attributes = '') =>
  `<capture-image ${attributes} ${site.access} auto-protect="false" tags='{"of":"${tag}"}'></capture-image>`;

test('the photos of two elements are each sealed with the tags of their own element', async ({
  page,
}) => {
  site.put('/', camera('A') + camera('B'));
  await page.goto(site.origin);
  const [ofA, ofB] = [await photograph(page, 0), await photograph(page, 1)];
  await release(page, 1, {tags: {answer: 'of B'}});
  expect(await sealedTags(page, ofB)).toEqual({of: 'B', answer: 'of B'});
  expect([await pending(page, 0), await pending(page, 1)]).toEqual([1, 0]);
  await release(page, 0, {tags: {answer: 'of A'}});
  expect(await sealedTags(page, ofA)).toEqual({of: 'A', answer: 'of A'});
});

test('after a reload, an element with an id has its photos again; those of one without are released for all of the account', async ({
  page,
}) => {
  site.put('/', camera('A', 'id="front"') + camera('B'));
  await page.goto(site.origin);
  const [ofA, ofB] = [await photograph(page, 'front'), await photograph(page, 1)];
  await page.goto(`${site.origin}/#a-fragment`);
  await page.reload();
  await expect.poll(() => listed(page, 'front')).toContain(ofA);
  await release(page, 'front', {tags: {answer: 'of A'}});
  expect(await sealedTags(page, ofA)).toEqual({of: 'A', answer: 'of A'});
  // The page shows it, although it belongs to no element any more.
  expect(await listed(page, 'front')).toEqual([ofA, ofB].sort());
  await release(page, 1, {scope: 'account'});
  expect(await sealedTags(page, ofB)).toEqual({of: 'B'});
});

test('each of two tabs has its own photos, and those of the other once that is closed', async ({
  context,
}) => {
  site.put('/', camera('A', 'id="front"'));
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) await tab.goto(site.origin);
  const inFirst = await photograph(first, 'front');
  const inSecond = await photograph(second, 'front');
  await release(second, 'front', {tags: {tab: '2'}});
  expect(await sealedTags(second, inSecond)).toEqual({of: 'A', tab: '2'});
  expect(await listed(second, 'front')).toEqual([inSecond]);
  expect(await pending(first, 'front')).toBe(1);
  await first.close();
  await expect.poll(() => pending(second, 'front'), {timeout: 20_000}).toBe(1);
  await release(second, 'front', {});
  expect(await sealedTags(second, inFirst)).toEqual({of: 'A'});
});

test('a tab that was there before learns of the photos of another one that is closed', async ({
  context,
}) => {
  site.put('/', camera('A', 'id="front"'));
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) await tab.goto(site.origin);
  await expect(second.getByRole('button', {name: 'Take photo'})).toBeVisible();
  const inFirst = await photograph(first, 'front');
  expect(await listed(second, 'front')).toEqual([]);
  await first.goto('about:blank');
  await expect.poll(() => listed(second, 'front'), {timeout: 20_000}).toEqual([inFirst]);
  await release(second, 'front', {tags: {tab: '2'}});
  expect(await sealedTags(second, inFirst)).toEqual({of: 'A', tab: '2'});
});

test('a provider means the photos of the elements inside it', async ({page}) => {
  const provider = (tag: string) => `<protection-provider>${camera(tag)}</protection-provider>`;
  site.put('/', provider('A') + provider('B'));
  await page.goto(site.origin);
  const [ofA, ofB] = [await photograph(page, 1), await photograph(page, 3)];
  expect([await listed(page, 0), await listed(page, 2)]).toEqual([[ofA], [ofB]]);
  await release(page, 2, {tags: {room: '2'}});
  expect(await sealedTags(page, ofB)).toEqual({of: 'B', room: '2'});
  expect([await pending(page, 0), await pending(page, 2)]).toEqual([1, 0]);
});

test('a photo of an element with a wrong key is sealed with the key of another one', async ({
  page,
}) => {
  const wrong = site.access.replace(site.key, 'wrong');
  const cameras = [wrong, site.access].map((access) => `<capture-image ${access}></capture-image>`);
  site.put('/', cameras.join(''));
  await page.goto(site.origin);
  await sealedTags(page, await photograph(page, 0));
  expect(await codesOf(page)).toEqual([]);
});

test('a photo that was taken under a mistyped address is sealed once the address is corrected', async ({
  page,
}) => {
  const address = `${site.service.address}/protection`;
  const access = site.access.replace(address, `${site.service.address}/protecton`);
  site.put('/', `<capture-image ${access}></capture-image>`);
  await page.goto(site.origin);
  const captureId = await photograph(page, 0);
  await expect.poll(() => codesOf(page)).not.toEqual([]);
  await elementIn(page, 0).evaluate(
    (element, address) => element.setAttribute('base-url', address),
    address,
  );
  await sealedTags(page, captureId);
});
