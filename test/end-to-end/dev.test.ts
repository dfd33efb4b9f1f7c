import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, mkdtemp, readFile, rm, symlink, writeFile} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {expect, test} from '@playwright/test';
import {freePort} from '../free-port.js';
import {DemoPage} from './demo-page.js';

const checkout = resolve(import.meta.dirname, '../..');

/** `npm run dev` in a copy of the sources, which a test may change. */
async function startDev() {
  const root = await mkdtemp(join(tmpdir(), 'sealed-capture-dev-'));
  const folders = ['src', 'seal/src', 'service/src', 'demo'];
  const files = ['package.json', 'tsconfig.json', 'tsconfig.base.json', 'test/tsconfig.json'];
  const ofService = [
    'service/package.json',
    'service/tsconfig.json',
    'service/rolldown.config.mjs',
  ];
  for (const name of [...folders, ...files, ...ofService, 'package-lock.json']) {
    await cp(join(checkout, name), join(root, name), {recursive: true});
  }
  await symlink(join(checkout, 'node_modules'), join(root, 'node_modules'));
  // The service takes the next port.
  const port = await freePort();
  const child = spawn(process.execPath, ['demo/dev.mjs'], {
    cwd: root,
    env: {...process.env, PORT: String(port), SEALED_CAPTURE_DATA: join(root, 'data')},
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({input: child.stdout}), 'line')) as [string];
  return {
    line,
    address: `http://localhost:${port}`,
    async change(file: string, from: string, to: string): Promise<void> {
      const text = await readFile(join(root, file), 'utf8');
      if (!text.includes(from)) throw new RangeError(`${file} does not contain ${from}`);
      await writeFile(join(root, file), text.replace(from, to));
    },
    async close(): Promise<void> {
      child.kill();
      await once(child, 'exit');
      await rm(root, {recursive: true, force: true});
    },
  };
}

test('npm run dev shows a change in an element, in a worker and in the service', async ({page}) => {
  // Vite compiles each module on its first request.
  test.setTimeout(180_000);
  const dev = await startDev();
  try {
    expect(dev.line).toContain('ready');
    const demo = new DemoPage(page);
    await demo.open(dev.address);
    await demo.takeSealedPhoto();

    const words = 'src/lang/en.json';
    await dev.change(words, '"Turn on camera"', '"Camera, please"');
    await expect(page.getByRole('button', {name: 'Camera, please'})).toBeVisible();

    // This page has the inspector from the start.
    await page.goto(`${dev.address}/example.html`);
    await expect(page.getByRole('button', {name: 'Choose files'})).toBeVisible();
    const inspector = 'src/elements/seal-inspector.ts';
    await dev.change(inspector, '<div class="inspector">', '<div class="inspector" title="new">');
    await expect(page.locator('seal-inspector [title=new]')).toBeAttached();

    const said = page.waitForEvent('console', (message) => message.text() === 'a changed worker');
    await dev.change(
      'src/worker/media-worker.ts',
      '\n\n',
      "\n\nconsole.log('a changed worker');\n",
    );
    await said;

    const missing = `${dev.address}/protection/nothing`;
    const answer = async () => (await page.request.get(missing)).text();
    expect(await answer()).toContain('There is nothing at');
    await dev.change('service/src/http/error-answers.ts', 'There is nothing at', 'Nobody is at');
    const changed = expect.poll(() => answer().catch(String), {timeout: 30_000});
    await changed.toContain('Nobody is at');
  } finally {
    await dev.close();
  }
});
