import {mkdtemp, readdir, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {expect, test} from '@playwright/test';
import {freePort} from '../free-port.js';
import {follow, type Place, type Served} from './documented-steps.js';
import {PageWatch} from './page-watch.js';
import {Registry} from './registry.js';

const document = 'plain-html.md';
const root = resolve(import.meta.dirname, '../..');

test.describe('docs/plain-html.md, followed literally from an empty folder, with the packages from a registry', () => {
  test.use({permissions: ['camera']});
  let folder: string;
  let site: Place;
  let registry: Registry;
  let warnings: string[];
  const running: Served[] = [];

  test.beforeAll(async () => {
    test.setTimeout(300_000);
    folder = await mkdtemp(join(tmpdir(), 'sealed-capture-plain-html-'));
    registry = await Registry.open(join(folder, 'registry'));
    warnings = await registry.publish(root);
    warnings.push(...(await registry.publish(join(root, 'dist/sealed-capture-service'))));
    const [port, ofService] = [await freePort(), await freePort()];
    const words: [RegExp, string][] = [
      [/(?<=localhost:)3000\b/g, String(port)],
      [/(?<=localhost:)8080\b/g, String(ofService)],
    ];
    const env = {
      ...process.env,
      ...registry.env,
      SEALED_CAPTURE_DATA: join(folder, 'data'),
      PORT: String(ofService),
    };
    const place = {folder: join(folder, 'service'), env, words};
    const service = await follow({document, heading: 'The sealing service'}, place);
    running.push(service);
    words.push(
      [/YOUR_KEY_ID/g, /^id +(\S+)/m.exec(service.said)?.[1] ?? ''],
      [/YOUR_SECRET/g, /^secret +(\S+)/m.exec(service.said)?.[1] ?? ''],
    );
    site = {folder: join(folder, 'site'), env, words};
    running.push(await follow({document, heading: 'The page and its server'}, site));
  });
  test.afterAll(async () => {
    for (const one of [...running, registry]) await one?.close();
    await rm(folder, {recursive: true, force: true, maxRetries: 3});
  });

  test('both packages are published without a warning of npm', () => {
    expect(warnings).toEqual([]);
  });

  test('a photo is sealed, stored by the server, and found intact, without an error in the console', async ({
    page,
  }) => {
    const watch = await PageWatch.of(page);
    await page.goto(running[1]!.address);
    await page.getByRole('button', {name: 'Take photo'}).click();
    await expect(page.locator('#state')).toHaveText(/^Stored as .*\.jpg$/, {timeout: 30_000});
    const [name = '', ...others] = await readdir(join(site.folder, 'uploads'));
    expect(others).toEqual([]);
    const photo = join(site.folder, 'uploads', name);
    await page.locator('seal-inspector input[type=file]').first().setInputFiles(photo);
    await expect(page.getByRole('heading', {name: 'Seal intact.'})).toBeVisible({timeout: 30_000});
    expect(watch.problems).toEqual([]);
    const icon = await page.request.get(
      await page.locator('link[rel=icon]').evaluate((link: HTMLLinkElement) => link.href),
    );
    expect(icon.headers()['content-type']).toBe('image/svg+xml');
  });

  test('no file outside of the page’s folder is served, and no request of another site is taken', async ({
    request,
  }) => {
    const {address} = running[1]!;
    for (const path of ['/..%2fserver.mjs', '/%2e%2e/server.mjs', '/server.mjs', '//']) {
      expect((await request.get(address + path)).status(), path).toBe(404);
    }
    const headers = {Origin: 'https://other.example'};
    for (const path of ['/token', '/uploads']) {
      expect((await request.post(address + path, {headers})).status(), path).toBe(403);
    }
  });
});
