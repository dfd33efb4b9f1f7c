import {createHash} from 'node:crypto';
import {expect, test, type Page} from '@playwright/test';
import type {CaptureImage} from '../../src/elements/capture-image.js';
import {FormSite} from './form-site.js';
import {inspectedBy} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {ServiceProcess} from './service-process.js';

let site: FormSite;
let service: ServiceProcess;
let key: string;

test.beforeAll(async () => {
  site = await FormSite.open();
  service = await ServiceProcess.start({SEALED_CAPTURE_ALLOWED_ORIGINS: site.origin});
  ({key} = await service.createKey());
  site.service = {address: service.address, key};
});
test.afterAll(async () => {
  await site.close();
  await service.close();
});
test.beforeEach(async ({context}) => {
  site.claims.length = 0;
  await context.grantPermissions(['camera'], {origin: site.origin});
});

const shutter = (page: Page) => page.getByRole('button', {name: 'Take photo'});
const send = (page: Page) => page.getByRole('button', {name: 'Send'}).click();
const message = (page: Page) =>
  page.locator('capture-image').evaluate((element: CaptureImage) => element.validationMessage);

async function photosIn(claim: FormData | undefined): Promise<Buffer[]> {
  const files = claim?.getAll('damage').filter((value) => value instanceof File) ?? [];
  return Promise.all(files.map(async (file) => Buffer.from(await file.arrayBuffer())));
}

/** Digests of the files that the page received. A form is submitted only after they are known. */
async function sealedDigests(page: Page): Promise<string[]> {
  const digests: string[] = [];
  let known = (): void => undefined;
  const first = new Promise<void>((resolve) => (known = resolve));
  await page.exposeFunction('note', (digest: string) => {
    digests.push(digest);
    known();
  });
  await page.route('**/claims', async (route) => {
    await first;
    await route.continue();
  });
  await page.evaluate(() => {
    document.addEventListener('protected', ({protectedBlob}) => {
      const digest = protectedBlob
        .arrayBuffer()
        .then((bytes) => crypto.subtle.digest('SHA-256', bytes));
      void digest.then((bytes) => {
        const hex = [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0'));
        const {note} = window as unknown as {note: (digest: string) => void};
        note(hex.join(''));
      });
    });
  });
  return digests;
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

test('one press submits the form of the example with the sealed file, as soon as its photo is sealed', async ({
  page,
}) => {
  const watch = await PageWatch.of(page);
  await page.goto(site.origin);
  await page.getByLabel('What happened').fill('A dent');
  await expect(shutter(page)).toBeVisible();
  await send(page);
  expect(await message(page)).toBe('Take a photo first.');
  await expect(shutter(page)).toBeFocused();
  const digests = await sealedDigests(page);
  let letThrough = (): void => undefined;
  const held = new Promise<void>((resolve) => (letThrough = resolve));
  await page.route('**/seal', async (route) => {
    await held;
    await route.continue();
  });
  await shutter(page).click();
  await expect.poll(() => message(page)).toMatch(/^The photo is still being sealed\./);
  await send(page);
  await expect(page.locator('#state')).toHaveText(/^The photo is still being sealed\./);
  expect(site.claims).toEqual([]);
  letThrough();
  await expect(page.getByText('Thank you.')).toBeVisible();
  const [claim] = site.claims;
  expect(claim?.get('text')).toBe('A dent');
  const photos = await photosIn(claim);
  expect(photos.map(digestOf)).toEqual(digests);
  expect(photos).toHaveLength(1);
  const result = await inspectedBy(service.address, {'X-API-Key': key}, photos[0] ?? Buffer.of());
  expect(result.labelValid, result.reason).toBe(true);
  expect(watch.problems).toEqual([]);
});

test('a form has its photo and its typed text again when a person comes back to it', async ({
  page,
}) => {
  await page.goto(site.origin);
  await page.getByLabel('What happened').fill('A dent');
  await shutter(page).click();
  await expect.poll(() => message(page)).toBe('');
  await send(page);
  await expect(page.getByText('Thank you.')).toBeVisible();
  await page.goBack();
  await expect(page.getByLabel('What happened')).toHaveValue('A dent');
  await expect(page.getByRole('button', {name: 'Last photo: sealed'})).toBeVisible();
  await expect.poll(() => message(page)).toBe('');
  await send(page);
  await expect.poll(() => site.claims.length).toBe(2);
  const [before, after] = await Promise.all(site.claims.map(photosIn));
  expect(before).toHaveLength(1);
  expect(after).toEqual(before);
  // A new visit starts with an empty form.
  await page.goto(`${site.origin}/?new`);
  await expect(shutter(page)).toBeVisible();
  expect(await message(page)).toBe('Take a photo first.');
});
