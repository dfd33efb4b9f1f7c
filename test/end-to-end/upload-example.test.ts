import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {expect, test} from '@playwright/test';
import {freePort} from '../free-port.js';
import {inspectedBy} from './inspected.js';
import {PageWatch} from './page-watch.js';
import {ServiceProcess} from './service-process.js';

const example = resolve(import.meta.dirname, '../../docs/examples/upload-site.mjs');

test('a photo that is taken on the example page arrives in its server’s folder with its seal intact', async ({
  page,
  context,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-example-'));
  const origin = `http://localhost:${await freePort()}`;
  const service = await ServiceProcess.start({SEALED_CAPTURE_ALLOWED_ORIGINS: origin});
  const key = await service.createKey();
  const site = spawn(process.execPath, [example], {
    env: {
      ...process.env,
      SERVICE: service.address,
      KEY_ID: key.id,
      API_SECRET: key.secret,
      ORIGIN: origin,
      FOLDER: folder,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(site.stdout, 'data');
    await context.grantPermissions(['camera'], {origin});
    const watch = await PageWatch.of(page);
    await page.goto(origin);
    await page.getByRole('button', {name: 'Take photo'}).click();
    const state = page.locator('#state');
    await expect(state).toHaveText(/^Uploaded to .*\.jpg$/, {timeout: 12_000});
    const [name = '', ...others] = await readdir(folder);
    expect(others).toEqual([]);
    expect(await state.textContent()).toContain(name);
    const file = await readFile(join(folder, name));
    const result = await inspectedBy(service.address, {'X-API-Key': key.key}, file);
    expect(result.labelValid).toBe(true);
    expect(watch.problems).toEqual([]);
  } finally {
    site.kill();
    await service.close();
    await rm(folder, {recursive: true, force: true});
  }
});
