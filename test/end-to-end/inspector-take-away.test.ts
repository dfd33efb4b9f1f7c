import {execFile} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {mkdir, mkdtemp, readFile, rm, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {promisify} from 'node:util';
import {expect, test, type Page} from '@playwright/test';
import {unzipSync} from 'fflate';
import {demoToken} from './inspected.js';
import {InspectorPage} from './inspector-page.js';
import {pressUntilFocused} from './keyboard.js';
import {PageWatch} from './page-watch.js';
import {borrowSite, type Site} from './site.js';

const run = promisify(execFile);

let site: Site;

test.beforeAll(async () => void (site = await borrowSite()));
test.afterAll(() => site.close());

const metadata = {gps: {latitude: 51.5, longitude: -0.12, latLongAccuracy: 9}, tags: {case: '7'}};

/** A picture that the site's own service sealed. */
async function sealedPhoto(page: Page): Promise<{name: string; mimeType: string; buffer: Buffer}> {
  const picture = await page.screenshot({type: 'jpeg'});
  const form = new FormData();
  form.append('metadata', new Blob([JSON.stringify(metadata)], {type: 'application/json'}));
  form.append('media', new Blob([new Uint8Array(picture)], {type: 'image/jpeg'}), 'photo.jpg');
  const answer = await fetch(`${site.address}/protection/sandbox/protect`, {
    method: 'POST',
    headers: {
      Origin: site.address,
      Authorization: `Bearer ${await demoToken(site.address)}`,
      'Idempotency-Key': randomUUID(),
    },
    body: form,
  });
  expect(answer.status).toBe(200);
  const buffer = Buffer.from(await answer.arrayBuffer());
  return {name: 'quay.jpg', mimeType: 'image/jpeg', buffer};
}

/** Records what the inspector's live region announces from now on, in order. */
async function announcements(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const region = document
      .querySelector('seal-inspector')
      ?.shadowRoot?.querySelector('.visually-hidden[role=status]');
    if (!region) throw new Error('no live region');
    const heard: string[] = [];
    const hear = () => {
      const text = region.textContent?.trim() ?? '';
      if (text !== '' && text !== heard.at(-1)) heard.push(text);
    };
    new MutationObserver(hear).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    Object.assign(globalThis, {heard});
  });
  return () => page.evaluate(() => (globalThis as unknown as {heard: string[]}).heard);
}

test('with the keyboard alone, a file is chosen, its verdict announced, its data read, and the answer saved', async ({
  page,
}) => {
  const inspector = await InspectorPage.open(page, site.address);
  const heard = await announcements(page);
  const photo = await sealedPhoto(page);

  // Waits for the file chooser from the start, so that the headless browser intercepts the dialog instead of opening
  // it.
  const choosing = page.waitForEvent('filechooser');
  await pressUntilFocused(page, 'Choose files');
  await expect(inspector.chooseButton).toBeFocused();
  const answering = page.waitForResponse('**/protection/sandbox/inspect');
  await page.keyboard.press('Enter');
  await (await choosing).setFiles(photo);
  await expect(inspector.verdict).toHaveText('Seal intact.');
  await inspector.expectFactsRead();
  await expect(inspector.chooseButton).toBeFocused();

  await pressUntilFocused(page, /^All values/);
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, /^Where/);
  const where = inspector.element.getByRole('treeitem', {name: 'Where'}).first();
  await expect(where).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('ArrowLeft');
  await expect(where).toHaveAttribute('aria-expanded', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(where).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('End');
  const data = inspector.element.getByRole('tree').first();
  await expect(data.getByRole('treeitem').last()).toBeFocused();

  await pressUntilFocused(page, /^Technical/);
  await page.keyboard.press('Enter');
  await pressUntilFocused(page, 'Download JSON');
  const saving = page.waitForEvent('download');
  await page.keyboard.press('Enter');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('quay.jpg.inspection.json');
  const answer: unknown = await (await answering).json();
  expect(JSON.parse(await readFile(await saved.path(), 'utf8'))).toEqual(answer);

  const [first, second, ...more] = await heard();
  expect(first).toBe('Checking the seal.');
  expect(second).toMatch(
    /^Seal intact\. Nothing has changed since .* sealed it\. Sandbox seal: for trying, not evidence\.$/,
  );
  expect(more).toEqual([]);
});

test('the saved evidence of a photo reports the findings, and its script verifies it with openssl alone', async ({
  page,
}) => {
  const watch = await PageWatch.of(page);
  const inspector = await InspectorPage.open(page, site.address);
  const photo = await sealedPhoto(page);
  await inspector.element.locator('input[type=file]').setInputFiles(photo);
  await expect(inspector.verdict).toHaveText('Seal intact.');
  await inspector.expectFactsRead();
  const saving = page.waitForEvent('download');
  await inspector.element.getByRole('button', {name: 'Download evidence'}).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('quay.jpg.evidence.zip');
  const entries = unzipSync(new Uint8Array(await readFile(await saved.path())));

  const text = (name: string) => Buffer.from(entries[name] ?? []).toString();
  const report = text('report.html');
  expect(report).toContain('Seal intact.');
  expect(report).toContain('signingCredential.trusted');
  expect(report).not.toMatch(/<script|<button|javascript:/i);
  expect(JSON.parse(text('result.json'))).toMatchObject({labelValid: true, gps: metadata.gps});
  const kept = Object.entries(entries).find(([name]) => name.endsWith('quay.jpg'));
  expect(Buffer.from(kept?.[1] ?? []).equals(photo.buffer)).toBe(true);

  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-evidence-'));
  try {
    for (const [name, bytes] of Object.entries(entries)) {
      await mkdir(dirname(join(folder, name)), {recursive: true});
      await writeFile(join(folder, name), bytes);
    }
    // Rejects if the script exits with a code other than 0.
    const {stdout} = await run('sh', [join(folder, 'verify.sh')]);
    expect(stdout).toMatch(/^OK /m);
    expect(stdout).not.toMatch(/^FAILED/m);
    // The same script must fail with a changed file.
    const [path = ''] = kept ?? [];
    const changed = Buffer.from(photo.buffer);
    changed[changed.length - 100] = (changed[changed.length - 100] ?? 0) ^ 1;
    await writeFile(join(folder, path), changed);
    await expect(run('sh', [join(folder, 'verify.sh')])).rejects.toMatchObject({code: 1});
  } finally {
    await rm(folder, {recursive: true, force: true});
  }
  expect(watch.problems).toEqual([]);
});
