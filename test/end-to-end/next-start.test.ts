import {execFile, spawn, type ChildProcess} from 'node:child_process';
import {once} from 'node:events';
import {resolve} from 'node:path';
import {promisify} from 'node:util';
import {expect, test} from '@playwright/test';
import {freePort} from '../free-port.js';
import {countLiveTracks} from './live-tracks.js';

const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);

let server: ChildProcess;
let address: string;

/** The example of Next with the settings of a new app, on Next's own server. */
test.beforeAll(async () => {
  test.setTimeout(600_000);
  // Installs what the example needs, with the packed package.
  await run(process.execPath, [resolve(root, 'examples/build.mjs'), 'next']);
  const cwd = resolve(root, 'dist/frameworks/next');
  const {STATIC: _, ...env} = process.env;
  await run('npm', ['run', 'build'], {cwd, env});
  const port = String(await freePort());
  const next = resolve(cwd, 'node_modules/next/dist/bin/next');
  server = spawn(process.execPath, [next, 'start', '--port', port], {cwd, env, stdio: 'pipe'});
  await Promise.race([
    (async () => {
      while (!String(await once(server.stdout!, 'data')).includes('Ready'));
    })(),
    once(server, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${code}.`))),
  ]);
  address = `http://localhost:${port}`;
});
test.afterAll(() => void server.kill());

test.use({permissions: ['camera']});

test('a page that a person has left keeps no camera on; after the way back, one camera is on', async ({
  page,
}) => {
  const liveTracks = await countLiveTracks(page);
  await page.goto(address);
  await expect.poll(liveTracks, {timeout: 20_000}).toBe(1);
  for (const _ of ['twice', 'because the page is kept']) {
    await page.getByRole('link', {name: 'Help', exact: true}).click();
    await expect(page.getByRole('heading', {name: 'Help'})).toBeVisible();
    await expect.poll(liveTracks, {timeout: 500}).toBe(0);
    // Next keeps the page, hidden.
    await expect(page.locator('capture-image')).toHaveCount(1);
    await page.waitForTimeout(1_000);
    expect(await liveTracks()).toBe(0);
    await page.getByRole('link', {name: 'Back to the report'}).click();
    await expect.poll(liveTracks).toBe(1);
    await page.waitForTimeout(700);
    expect(await liveTracks()).toBe(1);
  }
});
