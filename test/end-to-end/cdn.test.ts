import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {CdnSite} from './cdn-site.js';
import {documentedHeader} from './documented-header.js';
import {HtmlSite} from './html-site.js';
import {inspectPhotos} from './page-verdict.js';
import {PageWatch} from './page-watch.js';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
let site: HtmlSite;
let cdn: CdnSite;

test.beforeAll(async () => void (site = await HtmlSite.borrow()));
test.beforeEach(async () => void (cdn = await CdnSite.open()));
test.afterEach(() => cdn.close());

/** The script tag of docs/in-a-page.md with the address of this CDN and the hash of the built bundle. */
function documentedTag(): string {
  const [tag = ''] =
    /^<script\n[^>]*integrity="sha384-…"[^>]*>/m.exec(read('docs/in-a-page.md')) ?? [];
  const hashes = JSON.parse(read('dist/web/integrity.json')) as Record<string, string>;
  return tag
    .replace('https://cdn.jsdelivr.net/npm', cdn.address)
    .replace('sha384-…', hashes['sealed-capture.js'] ?? '');
}

async function open(page: Page, body: string): Promise<PageWatch> {
  const watch = await PageWatch.of(page);
  await page.context().grantPermissions(['camera', 'microphone'], {origin: site.origin});
  site.reset();
  const origins = {service: site.service.address, bundle: cdn.origin};
  site.policyOf = () => documentedHeader('The bundle from another origin', origins);
  site.put('/', body, documentedTag());
  await page.goto(site.origin);
  return watch;
}

test('a photo is sealed and found intact with the documented script tag of a CDN, under the documented policy', async ({
  page,
}) => {
  const watch = await open(
    page,
    `<capture-image ${site.access}></capture-image><seal-inspector ${site.access}></seal-inspector>`,
  );
  await inspectPhotos(page);
  await page.getByRole('button', {name: 'Take photo'}).click();
  await expect(page.getByRole('heading', {name: 'Seal intact.'})).toBeVisible({timeout: 30_000});
  expect(watch.problems).toEqual([]);
  expect(cdn.asked).toContain('dist/web/scripts/media-worker.js');
});

test('a recording is sealed with the script tag of a CDN: worklet and encoder come from there', async ({
  page,
}) => {
  const watch = await open(page, `<capture-audio ${site.access}></capture-audio>`);
  await page.evaluate(() => {
    document.addEventListener('protected', () => (document.title = 'sealed'));
  });
  await page.getByRole('button', {name: 'Start recording'}).click();
  await expect(page.getByRole('timer')).toHaveText('0:01', {timeout: 20_000});
  await page.getByRole('button', {name: 'Stop recording'}).click();
  await expect(page).toHaveTitle('sealed', {timeout: 30_000});
  expect(cdn.asked).toContain('dist/web/scripts/encoder-worker.js');
  expect(watch.problems).toEqual([]);
});

test('a bundle that was changed on the CDN does not run', async ({page}) => {
  cdn.addition = 'document.title = "changed";';
  const watch = await open(page, `<capture-image ${site.access}></capture-image>`);
  await expect.poll(() => watch.problems.join()).toMatch(/integrity/);
  expect(await page.evaluate(() => customElements.get('capture-image') === undefined)).toBe(true);
  expect(await page.title()).not.toBe('changed');
});
