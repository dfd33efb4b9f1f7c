import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {chromium, type Browser, type Page} from 'playwright';
import {writeCameraFile, type CameraPicture} from './camera-file.js';
import {root} from './prepare.js';

/** The same Chromium as in the tests, with one camera that shows this picture. */
export interface CameraBrowser {
  readonly browser: Browser;
  /**
   * A page of this origin with the package's script-tag bundle and one of this folder's page scripts.
   * The origin itself is the real service: its requests are not touched.
   */
  open: (origin: string, script: string) => Promise<Page>;
  close(): Promise<void>;
}

interface Chromiums {
  findChromium(): string;
}

let executablePath: string | undefined;

async function chromiumPath(): Promise<string> {
  const script = pathToFileURL(resolve(root, 'test/browsers/chromium.mjs')).href;
  executablePath ??= ((await import(script)) as Chromiums).findChromium();
  return executablePath;
}

export const launchChromium = async (args: readonly string[] = []): Promise<Browser> =>
  chromium.launch({executablePath: await chromiumPath(), args: ['--no-sandbox', ...args]});

export async function launchWithCamera(picture: CameraPicture): Promise<CameraBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  const film = join(folder, 'camera.y4m');
  await writeCameraFile(film, picture);
  const browser = await launchChromium([
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${film}`,
  ]);
  return {
    browser,
    open: (origin, script) => openPage(browser, origin, script),
    async close() {
      await browser.close();
      await rm(folder, {recursive: true, force: true});
    },
  };
}

/** One script of this folder as the browser can run it. */
async function pageScript(name: string): Promise<string> {
  const {outputFiles} = await build({
    entryPoints: [resolve(import.meta.dirname, name)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

async function openPage(browser: Browser, origin: string, script: string): Promise<Page> {
  const context = await browser.newContext({permissions: ['camera', 'geolocation']});
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const files: Record<string, {contentType: string; body?: string; path?: string}> = {
    '/bench/': {
      contentType: 'text/html',
      body:
        '<!doctype html><html lang="en"><title>bench</title>' +
        '<script type="module" src="/bench/sealed-capture.js"></script>' +
        '<script type="module" src="/bench/page.js"></script>',
    },
    '/bench/sealed-capture.js': {
      contentType: 'text/javascript',
      path: resolve(root, 'dist/sealed-capture.js'),
    },
    '/bench/page.js': {contentType: 'text/javascript', body: await pageScript(script)},
    '/bench/frame-worker.js': {
      contentType: 'text/javascript',
      body: await pageScript('page/frame-worker.ts'),
    },
  };
  await page.route(`${origin}/bench/**`, async (route) => {
    const file = files[new URL(route.request().url()).pathname];
    await (file ? route.fulfill(file) : route.abort());
  });
  await page.goto(`${origin}/bench/`);
  await page.waitForFunction(() => 'bench' in globalThis);
  // From here on the browser talks to the service as it would to any.
  await page.unrouteAll();
  return page;
}
