import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {HtmlSite} from './html-site.js';
import {button, expectAccessible, list, rows} from './photo-list.js';

const media = join(import.meta.dirname, '../../seal/test/media');
const shared = join(import.meta.dirname, '../../../shared/assets/dev');

let site: HtmlSite;
test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(({}) => {
  site.reset();
});

interface Given {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

const given = async (name: string, path = join(media, name)): Promise<Given> => ({
  name,
  mimeType: name.endsWith('.png') ? 'image/png' : 'image/jpeg',
  buffer: await readFile(path),
});

/** Opens a page with a camera that takes chosen photos, and with an inspector. */
async function open(page: Page, attributes = '') {
  site.put(
    '/',
    `<capture-image allow-import ${attributes} ${site.access} style="height: 90vh"></capture-image>
    <seal-inspector sandbox base-url="${site.service.address}/protection" api-key="${site.key}"></seal-inspector>
    <script>
      window.captures = [];
      window.sealed = [];
      document.addEventListener('capture', ({captureId, capturedAt, imported, blob}) =>
        captures.push({captureId, capturedAt, imported, size: blob.size}));
      document.addEventListener('protected', ({captureId, imported, protectedBlob}) =>
        sealed.push({captureId, imported, protectedBlob}));
      document.addEventListener('protect-error', ({captureId, code, retryable}) =>
        (window.errors ??= []).push({captureId, code, retryable}));
    </script>`,
  );
  await page.goto(`${site.origin}/`);
}

/** Chooses files with the button, and returns the requests of the service that they cause. */
async function choose(page: Page, name: string, files: readonly Given[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await button(page, name).click();
  await (await chooser).setFiles([...files]);
}

const sealedFiles = (page: Page): Promise<Buffer[]> =>
  page
    .evaluate(() =>
      Promise.all(
        (window as unknown as {sealed: {protectedBlob: Blob}[]}).sealed.map(
          async ({protectedBlob}) => [...new Uint8Array(await protectedBlob.arrayBuffer())],
        ),
      ),
    )
    .then((files) => files.map((bytes) => Buffer.from(bytes)));

const countSealed = (page: Page) =>
  page.evaluate(() => (window as unknown as {sealed: unknown[]}).sealed.length);

interface Answer {
  labelState: string;
  origin?: string;
  imported?: {chosenAt?: string; original?: {mediaType: string; sha256: string}};
  gps?: unknown;
  camera?: unknown;
  checks: {code: string; passed: boolean; inIngredient?: boolean}[];
}

async function inspected(file: Buffer): Promise<Answer> {
  const answer = await fetch(`${site.service.address}/protection/sandbox/inspect`, {
    method: 'POST',
    headers: {'content-type': 'application/json', 'x-api-key': site.key},
    body: JSON.stringify({image: file.toString('base64')}),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

test('a photo that is chosen is sealed as it is, without anything that was measured now', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera', 'geolocation'], {origin: site.origin});
  await context.setGeolocation({latitude: 51.5, longitude: -0.1});
  await open(page);
  await expect(page.locator('.shutter')).toBeVisible();
  const plain = await given('small.jpg');
  const posts: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  await choose(page, 'Choose photos', [plain]);
  await expect.poll(() => countSealed(page)).toBe(1);
  expect(posts.filter((path) => path.endsWith('/protect'))).toEqual([]);
  const [file] = await sealedFiles(page);
  const answer = await inspected(file!);
  expect(answer).toMatchObject({labelState: 'valid', origin: 'file'});
  expect(Object.keys(answer.imported ?? {})).toEqual(['chosenAt']);
  expect([answer.gps, answer.camera]).toEqual([undefined, undefined]);
  expect(file!.toString('latin1')).not.toContain('capturedAt');
  const [capture] = await page.evaluate(
    () => (window as unknown as {captures: {capturedAt: string; imported: object}[]}).captures,
  );
  expect(capture?.imported).toEqual(answer.imported);
  await expect(page.locator('.thumbnail')).toHaveAccessibleName(/Chosen, not taken here$/);
  await page.locator('.thumbnail').click();
  await expect(page.getByRole('dialog')).toContainText(/Chosen .*, not taken here/);
});

test('a photo that was sealed before keeps its history, intact or broken', async ({page}) => {
  await open(page);
  await choose(page, 'Choose photos instead', [await given('small.jpg')]);
  await expect.poll(() => countSealed(page)).toBe(1);
  const [sealed] = await sealedFiles(page);
  const broken = Buffer.from(sealed!);
  const at = broken.length - 40;
  broken[at] = (broken[at] ?? 0) ^ 1;
  await choose(page, 'Choose photos instead', [
    {name: 'sealed.jpg', mimeType: 'image/jpeg', buffer: sealed!},
    {name: 'broken.jpg', mimeType: 'image/jpeg', buffer: broken},
  ]);
  await expect.poll(() => countSealed(page), {timeout: 20_000}).toBe(3);
  const [, whole, mended] = await sealedFiles(page);
  const answers = [await inspected(whole!), await inspected(mended!)];
  for (const answer of answers) {
    expect(answer).toMatchObject({labelState: 'valid', origin: 'file'});
    expect(answer.imported?.chosenAt).toBeDefined();
  }
  const failed = answers.map(({checks}) =>
    checks.filter(({passed, inIngredient}) => inIngredient && !passed).map(({code}) => code),
  );
  expect(failed[0]).toEqual([]);
  expect(failed[1]).toContain('assertion.dataHash.mismatch');
});

test('what cannot be sealed is named, and the other files go on', async ({page}) => {
  await open(page);
  const text = (name: string, mimeType: string, buffer = Buffer.from('no picture')) => ({
    name,
    mimeType,
    buffer,
  });
  const png = await given('small.png');
  await choose(page, 'Choose photos instead', [
    text('empty.jpg', 'image/jpeg', Buffer.alloc(0)),
    text('notes.txt', 'text/plain'),
    text('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
    {...png, name: 'cut.png', buffer: png.buffer.subarray(0, 60)},
    {...png, name: 'whole.png'},
  ]);
  await expect.poll(() => countSealed(page)).toBe(1);
  const notes = page.locator('.notice .file');
  // Names of files are isolated, so that they do not turn a sentence around.
  await expect(notes).toHaveText([
    /^.empty\.jpg. is empty, so there is nothing to seal\.$/,
    /^.notes\.txt. is not a photo\. Choose a photo\.$/,
    /^.drawing\.svg. is not a photo\. Choose a photo\.$/,
    /^.cut\.png. is damaged and can’t be sealed\. Choose another copy of the photo\.$/,
  ]);
  const errors = await page.evaluate(() => (window as unknown as {errors: object[]}).errors);
  expect(errors).toEqual(
    Array(4).fill({captureId: '', code: 'media_unsupported', retryable: false}),
  );
  // Four notes are one, with a list that opens.
  await expect(notes.first()).toBeHidden();
  await page.getByText('4 files were not taken', {exact: true}).first().click();
  await expect(notes.first()).toBeVisible();
  await button(page, 'Close this notice').click();
  await expect(notes).toHaveCount(0);
  await expect(button(page, 'Choose photos instead')).toBeFocused();
});

test('a picture that cannot be sealed itself is sealed as a JPEG made from it', async ({page}) => {
  await open(page);
  // A GIF of one pixel: any picture that the browser decodes.
  const gif = Buffer.from('R0lGODlhAQABAIAAAP8AAAAAACwAAAAAAQABAAACAkQBADs=', 'base64');
  await choose(page, 'Choose photos instead', [
    {name: 'red.gif', mimeType: 'image/gif', buffer: gif},
  ]);
  await expect.poll(() => countSealed(page)).toBe(1);
  await expect(page.locator('.notice .file')).toContainText('A JPEG made from it will be sealed');
  const [file] = await sealedFiles(page);
  expect(file!.subarray(0, 3)).toEqual(Buffer.of(0xff, 0xd8, 0xff));
  const answer = await inspected(file!);
  expect(answer).toMatchObject({labelState: 'valid', origin: 'file'});
  expect(answer.imported?.original).toMatchObject({mediaType: 'image/gif'});
  expect(file!.toString('latin1')).toContain('c2pa.transcoded');
});

test('the list and the inspector say that it was chosen, and show its EXIF as its own claim', async ({
  page,
}) => {
  const path = join(shared, 'DSCN0010.jpg');
  const photo = await given('DSCN0010.jpg', path).catch(() => undefined);
  test.skip(!photo, 'the shared media are absent');
  await open(page);
  await choose(page, 'Choose photos instead', [photo!, {...photo!, name: 'again.jpg'}]);
  await expect.poll(() => countSealed(page)).toBe(2);
  const [file] = await sealedFiles(page);
  await page.locator('seal-inspector').evaluate(
    (inspector, bytes) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([new Uint8Array(bytes)], 'photo.jpg', {type: 'image/jpeg'}));
      inspector.dispatchEvent(
        new DragEvent('drop', {
          dataTransfer: transfer,
          bubbles: true,
          composed: true,
          cancelable: true,
        }),
      );
    },
    [...file!],
  );
  const inspector = page.locator('seal-inspector');
  await expect(inspector).toContainText('Seal intact.');
  await expect(inspector).toContainText('Chosen, not taken here');
  await expect(inspector).toContainText(
    'What the file says of itself: anyone could write this before it was sealed',
  );
  await expect(inspector).toContainText('COOLPIX P6000');
});

test('photos are dropped on the element, and the list says which were chosen', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['camera'], {origin: site.origin});
  await open(page);
  await expect(page.locator('.shutter')).toBeVisible();
  await expect(button(page, 'Choose photos')).toBeVisible();
  const {buffer} = await given('small.jpg');
  await page.locator('capture-image').evaluate(
    (camera, bytes) => {
      for (const type of ['dragover', 'drop']) {
        const dataTransfer = new DataTransfer();
        for (const name of ['one.jpg', 'two.jpg']) {
          dataTransfer.items.add(new File([new Uint8Array(bytes)], name, {type: 'image/jpeg'}));
        }
        camera.dispatchEvent(
          new DragEvent(type, {dataTransfer, bubbles: true, composed: true, cancelable: true}),
        );
      }
    },
    [...buffer],
  );
  await expect.poll(() => countSealed(page)).toBe(2);
  await page.locator('.shutter').click();
  await expect.poll(() => countSealed(page)).toBe(3);
  await button(page, 'Show 3 photos').click();
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).nth(0)).not.toContainText('Chosen');
  await expect(rows(page).nth(1)).toContainText('Chosen, not taken here');
  await expect(rows(page).nth(2)).toContainText('Chosen, not taken here');
  await expectAccessible(page);
  await button(page, 'Close').first().click();
  await expect(list(page)).toBeHidden();
});

test('photos that are chosen for the first time without a network are kept, and sealed once there is one', async ({
  page,
  context,
}) => {
  await open(page);
  await expect(button(page, 'Choose photos instead')).toBeVisible();
  // What reads them is loaded while the page is idle.
  await expect
    .poll(() => site.asked.some((path) => path.includes('seal-reader-worker')))
    .toBe(true);
  await page.waitForTimeout(1_000);
  await context.setOffline(true);
  await choose(page, 'Choose photos instead', [await given('small.jpg')]);
  await expect(page.locator('.thumbnail')).toHaveAccessibleName(/Chosen, not taken here$/);
  expect(await page.evaluate(() => (window as unknown as {errors?: object[]}).errors)).toBe(
    undefined,
  );
  await context.setOffline(false);
  await expect.poll(() => countSealed(page), {timeout: 30_000}).toBe(1);
});

test('without a camera, the current shot, the caption, the last photo and the list are there', async ({
  page,
}) => {
  const shots = JSON.stringify([
    {id: 'front', label: 'Front', overlay: 'vehicle-front'},
    {id: 'left', label: 'Left'},
    {id: 'back', label: 'Back'},
  ]).replaceAll('"', '&quot;');
  await open(page, `caption-field shots="${shots}" job="claim ${crypto.randomUUID()}"`);
  const card = page.locator('sc-shots .shot, [id=shots-view] .shot').first();
  await expect(card).toContainText('Front');
  await expect(page.locator('.outline')).toHaveCount(0);
  await page.getByLabel('Caption').fill('Dent');
  await choose(page, 'Choose photos instead', [await given('small.jpg')]);
  await expect(card).toContainText('Left');
  await expect(page.getByLabel('Caption')).toHaveValue('');
  await expect(page.locator('.thumbnail')).toHaveAccessibleName(/Chosen, not taken here$/);
  // Another shot than the next one.
  await page.locator('.shot .what').click();
  await page
    .locator('dialog.shots li', {hasText: 'Back'})
    .getByRole('button', {name: /^Choose/})
    .click();
  await expect(button(page, 'Choose photos instead')).toBeFocused();
  await choose(page, 'Choose photos instead', [await given('small.jpg')]);
  await expect.poll(() => countSealed(page)).toBe(2);
  const states = await page
    .locator('capture-image')
    .evaluate((camera) =>
      (camera as unknown as {shotsState: {state: {name: string}}[]}).shotsState.map(
        ({state}) => state.name,
      ),
    );
  expect(states).toEqual(['taken', 'open', 'taken']);
  await button(page, 'Show 2 photos').click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('Dent');
});

test('a chosen photo that is shown first can be used or deleted, not retaken', async ({page}) => {
  await open(page, 'review');
  await choose(page, 'Choose photos instead', [await given('small.jpg')]);
  await expect(button(page, 'Use')).toBeVisible();
  await expect(button(page, 'Retake')).toHaveCount(0);
  // A press right after the question appears is ignored, so that a double press answers nothing.
  await page.waitForTimeout(1_000);
  await page.locator('.answers').getByRole('button', {name: 'Delete'}).click();
  await expect(button(page, 'Choose photos instead')).toBeVisible();
  await expect(page.locator('.thumbnail')).toHaveCount(0);
});

test('for a shot, one photo is chosen, and several once no shot is open', async ({page}) => {
  const shots = JSON.stringify([{id: 'front', label: 'Front'}]).replaceAll('"', '&quot;');
  await open(page, `shots="${shots}" job="claim ${crypto.randomUUID()}"`);
  const plain = await given('small.jpg');
  for (const isMultiple of [false, true]) {
    const isOpen = () =>
      page
        .locator('capture-image')
        .evaluate((camera) =>
          (camera as unknown as {shotsState: {state: {name: string}}[]}).shotsState.map(
            ({state}) => state.name,
          ),
        );
    await expect.poll(isOpen).toEqual([isMultiple ? 'taken' : 'open']);
    const chooser = page.waitForEvent('filechooser');
    await button(page, 'Choose photos instead').click();
    expect((await chooser).isMultiple()).toBe(isMultiple);
    await (await chooser).setFiles([plain]);
  }
  await expect.poll(() => countSealed(page)).toBe(2);
});

test('without allow-import there is no button, and a dropped file is left alone', async ({
  page,
}) => {
  site.put('/', `<capture-image ${site.access} style="height: 90vh"></capture-image>`);
  await page.goto(`${site.origin}/`);
  await expect(page.locator('.screen')).toBeVisible();
  const isTaken = await page.locator('capture-image').evaluate((camera) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['x'], 'one.jpg', {type: 'image/jpeg'}));
    const init = {dataTransfer, bubbles: true, composed: true, cancelable: true};
    return !camera.dispatchEvent(new DragEvent('drop', init));
  });
  expect(isTaken).toBe(false);
  await expect(page.locator('[part=import]')).toHaveCount(0);
});
