import {randomUUID} from 'node:crypto';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {expect, test, type Page} from '@playwright/test';
import type {VerifyMode} from '../../src/core/inspection/opinions.js';
import type {
  InspectedDetail,
  InspectErrorDetail,
} from '../../src/elements/seal-inspector/events.js';
import type {SealInspector} from '../../src/elements/seal-inspector.js';
import {demoToken, inspected} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {startSite, type Site} from './site.js';

const assets = resolve(import.meta.dirname, '../../../shared/assets');
const files = existsSync(assets)
  ? readdirSync(join(assets, 'dev')).filter((name) => !name.endsWith('.csv'))
  : [];

/** A photo that the site's own service sealed. */
async function sealedBy({address}: Site): Promise<Buffer> {
  const photo = readFileSync(resolve(import.meta.dirname, '../seal/media/small.jpg'));
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

/** The detail of either event of the inspector. */
type Told = Partial<InspectedDetail & InspectErrorDetail>;

/** The verdict of the page's own inspector about a file. */
async function verdict(
  page: Page,
  name: string,
  bytes: Uint8Array,
  verify: VerifyMode = 'local',
): Promise<Told> {
  return page.evaluate(
    async ({name, base64, verify}) => {
      const inspector = document.querySelector<SealInspector>('seal-inspector')!;
      inspector.verify = verify;
      const content = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
      const told = new Promise<CustomEvent<Told>>((tell) => {
        inspector.addEventListener('inspected', (event) => tell(event), {once: true});
        inspector.addEventListener('inspect-error', (event) => tell(event), {once: true});
      });
      await inspector.inspect(new File([content], name));
      return (await told).detail;
    },
    {name, base64: Buffer.from(bytes).toString('base64'), verify},
  );
}

for (const withAnchors of [true, false]) {
  test.describe(`verdicts in the browser, ${withAnchors ? 'with' : 'without'} the test roots`, () => {
    test.skip(files.length === 0, 'The shared test media are not here.');
    let site: Site;
    test.beforeAll(async () => {
      site = await startSite(
        withAnchors ? {SEALED_CAPTURE_TRUST_ANCHORS: join(assets, 'anchors')} : {},
      );
    });
    test.afterAll(() => site.close());

    test('equal those of the service for all files, under the site’s own policy', async ({
      page,
    }) => {
      const watch = await PageWatch.of(page);
      await page.goto(site.address);
      expect(files).toHaveLength(20);
      for (const file of files) {
        const bytes = readFileSync(join(assets, 'dev', file));
        const [{result}, expected] = await Promise.all([
          verdict(page, file, bytes),
          inspected(site, bytes),
        ]);
        expect(result, file).toEqual(expected);
      }
      expect(watch.problems).toEqual([]);
    });
  });
}

test.describe('verifying in the browser', () => {
  let site: Site;
  let sealed: Buffer;
  test.beforeAll(async () => {
    site = await startSite();
    sealed = await sealedBy(site);
  });
  test.afterAll(() => site.close());

  test('uploads nothing, and loads the engine only with the first verdict', async ({page}) => {
    const watch = await PageWatch.of(page);
    await page.goto(site.address);
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
    await page.goto(site.address);
    const {result, differences} = await verdict(page, 'sealed.jpg', sealed, 'both');
    expect(result?.labelState).toBe('valid');
    expect(differences).toEqual({state: false, codes: [], contents: []});
  });

  test('runs WebAssembly in its worker while the policy forbids it in the page', async ({page}) => {
    await page.goto(site.address);
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
    await page.goto(site.address);
    const {code, message} = await verdict(page, 'sealed.jpg', sealed);
    expect(code).toBe('worker_unavailable');
    expect(message).toContain("'wasm-unsafe-eval'");
  });
});
