import {readFile} from 'node:fs/promises';
import {join, resolve} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import {documentedHeader} from './documented-header.js';
import {HtmlSite} from './html-site.js';
import {inspectPhotos} from './page-verdict.js';

const root = resolve(import.meta.dirname, '../..');
let site: HtmlSite;

test.use({serviceWorkers: 'allow'});
test.beforeAll(async () => void (site = await HtmlSite.borrow()));

const headerOf = (heading: string): string =>
  documentedHeader(heading, {service: site.service.address, bundle: site.otherOrigin});

interface Violations {
  violations: string[];
}

/** Opens a page with one header, and its verification worker with another. */
async function openUnder(
  page: Page,
  policy: string,
  {body, bundle = '/bundle', verificationPolicy = policy}: Record<string, string> & {body: string},
): Promise<string[]> {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  await page.context().grantPermissions(['camera'], {origin: site.origin});
  await page.addInitScript(() => {
    const violations: string[] = [];
    Object.assign(globalThis, {violations});
    document.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
    });
  });
  site.reset();
  site.policyOf = (path) => (path.includes('verification-worker') ? verificationPolicy : policy);
  site.put('/', body, `<script type="module" src="${bundle}/sealed-capture.js">`);
  await page.goto(site.origin);
  return problems;
}

async function expectNothingBlocked(page: Page, problems: readonly string[]): Promise<void> {
  expect(await page.evaluate(() => (globalThis as unknown as Violations).violations)).toEqual([]);
  expect(problems).toEqual([]);
}

async function takeSealedPhoto(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.addEventListener('protected', () => (document.title = 'sealed'));
  });
  await page.getByRole('button', {name: 'Take photo'}).click();
  await expect(page).toHaveTitle('sealed', {timeout: 20_000});
}

test('photos are taken and sealed under the documented header', async ({page}) => {
  const body = `<capture-image ${site.access}></capture-image>`;
  const problems = await openUnder(page, headerOf('Photos'), {body});
  await takeSealedPhoto(page);
  await expectNothingBlocked(page, problems);
});

const bothElements = (): string =>
  `<seal-inspector ${site.access} verify="both"></seal-inspector>
  <capture-image ${site.access}></capture-image>`;

async function expectBothAgree(page: Page): Promise<void> {
  await inspectPhotos(page);
  await takeSealedPhoto(page);
  await expect(page.getByRole('heading', {name: 'Seal intact.'})).toBeVisible({timeout: 20_000});
  await expect(page.getByText(/in this browser; they agree\.$/)).toBeVisible();
}

test('files are inspected by the service and in the browser under the documented headers', async ({
  page,
}) => {
  const problems = await openUnder(page, headerOf('Inspecting'), {
    body: bothElements(),
    verificationPolicy: headerOf('Inspecting in the browser'),
  });
  await expectBothAgree(page);
  await expectNothingBlocked(page, problems);
});

test('files are inspected under the documented headers with a bundle from another origin', async ({
  page,
}) => {
  const bundle = `${site.otherOrigin}/bundle`;
  const policy = headerOf('The bundle from another origin')
    .replace('script-src', "script-src 'wasm-unsafe-eval'")
    .replace('connect-src', `connect-src ${site.otherOrigin}`);
  const problems = await openUnder(page, policy, {body: bothElements(), bundle});
  await expectBothAgree(page);
  await expectNothingBlocked(page, problems);
});

test('a page opens from the cache of the documented service worker and takes photos while its server is down', async ({
  page,
}) => {
  await page.context().grantPermissions(['camera'], {origin: site.origin});
  site.reset();
  const worker = await readFile(join(root, 'docs/examples/offline-worker.js'), 'utf8');
  // On this site the bundle has its own folder.
  site.files.set('/offline-worker.js', worker.replace(/'\/(?=sealed|scripts)/g, "'/bundle/"));
  site.put('/', `<capture-image ${site.access}></capture-image>`);
  await page.goto(site.origin);
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('/offline-worker.js');
    await navigator.serviceWorker.ready;
  });
  site.reset();
  await page.reload();
  await takeSealedPhoto(page);
  // The browser itself requests the service worker's script, to check for a newer one.
  expect(site.asked.filter((path) => path !== '/offline-worker.js')).toEqual([]);
});
