import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {resolve} from 'node:path';
import {expect, test} from '@playwright/test';
import {demoToken} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {verdict} from './page-verdict.js';
import {borrowSite, type Site} from './site.js';

/** A photo that the site's own service sealed. */
async function sealedBy({address}: Site): Promise<Buffer> {
  const photo = readFileSync(resolve(import.meta.dirname, '../../seal/test/media/small.jpg'));
  const form = new FormData();
  form.append('media', new Blob([photo], {type: 'image/jpeg'}), 'photo.jpg');
  form.append('metadata', JSON.stringify({tags: {case: '7'}}));
  const answer = await fetch(`${address}/protection/sandbox/protect`, {
    method: 'POST',
    headers: {
      Origin: address,
      Authorization: `Bearer ${await demoToken(address)}`,
      'Idempotency-Key': randomUUID(),
    },
    body: form,
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

test.describe('verifying in the browser', () => {
  let site: Site;
  let sealed: Buffer;
  test.beforeAll(async () => {
    site = await borrowSite();
    sealed = await sealedBy(site);
  });
  test.afterAll(() => site.close());

  test('uploads nothing, and loads the engine only with the first verdict', async ({page}) => {
    const watch = await PageWatch.of(page);
    await page.goto(`${site.address}/case.html`);
    await page.waitForLoadState('networkidle');
    const paths = () => watch.requests.map((one) => new URL(one.url()).pathname);
    const isEngine = (path: string) =>
      path.endsWith('.wasm') || path.includes('verification-worker');
    expect(paths().filter(isEngine)).toEqual([]);

    const before = watch.requests.length;
    const engine = page.waitForResponse(/\.wasm$/);
    const first = await verdict(page, 'sealed.jpg', sealed);
    expect((await engine).status()).toBe(200);
    expect(first.result?.labelState).toBe('valid');
    await verdict(page, 'sealed.jpg', sealed);
    const asked = watch.requests.slice(before);
    expect(asked.filter((request) => request.method() !== 'GET').map((one) => one.url())).toEqual(
      [],
    );
    expect(
      asked.filter((one) => one.url().endsWith('/protection/sandbox/trust.json')),
    ).toHaveLength(1);
    expect(watch.problems).toEqual([]);
  });

  test('agrees with the service if both are asked', async ({page}) => {
    await page.goto(`${site.address}/case.html`);
    const {result, differences} = await verdict(page, 'sealed.jpg', sealed, 'both');
    expect(result?.labelState).toBe('valid');
    expect(differences).toEqual({state: false, codes: [], contents: []});
  });

  test('runs WebAssembly in its worker while the policy forbids it in the page', async ({page}) => {
    await page.goto(`${site.address}/case.html`);
    const blocked = await page.evaluate(() =>
      WebAssembly.compile(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0])).then(
        () => 'compiled',
        (thrown: Error) => thrown.name,
      ),
    );
    expect(blocked).toBe('CompileError');
    expect((await verdict(page, 'sealed.jpg', sealed)).result?.labelState).toBe('valid');
  });

  test('reports what to allow if a policy forbids WebAssembly', async ({page}) => {
    await page.route(/verification-worker.*\.js$/, async (route) => {
      const response = await route.fetch();
      const headers = {...response.headers(), 'content-security-policy': "script-src 'self'"};
      await route.fulfill({response, headers});
    });
    await page.goto(`${site.address}/case.html`);
    const {code, message} = await verdict(page, 'sealed.jpg', sealed);
    expect(code).toBe('worker_unavailable');
    expect(message).toContain("'wasm-unsafe-eval'");
  });
});
