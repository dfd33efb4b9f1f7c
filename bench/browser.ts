import {readdirSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {pathToFileURL} from 'node:url';
import {build} from 'esbuild';
import {chromium, type Browser, type BrowserContext, type Page} from 'playwright';
import {writeCameraFile, type CameraPicture} from '../test/camera-file.js';
import {isQuick} from './quick.js';
import {root} from './root.js';

/** Pages whose document is given to the browser would need a permission for a bare server on this machine. */
const ARGUMENTS = ['--no-sandbox', '--disable-features=LocalNetworkAccessChecks'];

/** The same Chromium as in the tests, with a profile on disk: a private window would store data in memory. */
export interface BenchBrowser {
  readonly context: BrowserContext;
  /** Folder of its profile, which is contained in the command lines of its processes. */
  readonly profile: string;
  close(): Promise<void>;
}

interface Chromiums {
  findChromium(): string;
}

let executablePath: string | undefined;

export async function chromiumPath(): Promise<string> {
  const script = pathToFileURL(resolve(root, 'test/browsers/chromium.mjs')).href;
  executablePath ??= ((await import(script)) as Chromiums).findChromium();
  return executablePath;
}

const allowed = {
  permissions: [
    'camera',
    'microphone',
    'geolocation',
    'accelerometer',
    'gyroscope',
    'magnetometer',
  ],
  // Without it, a capture would wait for a location that never arrives.
  geolocation: {latitude: 51.5, longitude: -0.12, accuracy: 9},
};

/** @param camera what its only camera shows */
export async function launchBrowser(camera?: CameraPicture): Promise<BenchBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'sealed-capture-bench-'));
  const args = [...ARGUMENTS];
  if (camera) {
    const film = join(folder, 'camera.y4m');
    await writeCameraFile(film, camera);
    args.push('--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${film}`);
  }
  const profile = join(folder, 'profile');
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: await chromiumPath(),
    args,
    ...allowed,
  });
  return {
    context,
    profile,
    async close() {
      await context.close();
      await rm(folder, {recursive: true, force: true, maxRetries: 3});
    },
  };
}

let shared: Promise<Browser> | undefined;

/**
 * A browser without a camera. In a quick run, it is a private window of one that all groups share, since its start is
 * the costly part; it ends with this process.
 */
export async function borrowBrowser(): Promise<Pick<BenchBrowser, 'context' | 'close'>> {
  if (!isQuick) return launchBrowser();
  const executablePath = await chromiumPath();
  shared ??= chromium.launch({executablePath, args: [...ARGUMENTS]});
  const context = await (await shared).newContext(allowed);
  return {context, close: () => context.close()};
}

const pageScripts = new Map<string, Promise<string>>();

/** One script of this folder, bundled for the browser. */
function pageScript(name: string): Promise<string> {
  const script = pageScripts.get(name) ?? bundled(name);
  pageScripts.set(name, script);
  return script;
}

async function bundled(name: string): Promise<string> {
  const {outputFiles} = await build({
    entryPoints: [resolve(import.meta.dirname, name)],
    bundle: true,
    format: 'esm',
    target: 'es2022',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}

/** A file that the bench serves under `/bench/` of a page's origin. */
type BenchFile = {contentType: string} & ({body: string | Buffer} | {path: string});

/** Playwright's routes do not see the request of a worklet, so its script is passed as a blob. */
const WORKLET = `
  import './sealed-capture.js';
  const script = await (await fetch('recorder-worklet.js')).blob();
  const {addModule} = AudioWorklet.prototype;
  globalThis.worklet = URL.createObjectURL(script);
  AudioWorklet.prototype.addModule = function () {
    return addModule.call(this, globalThis.worklet);
  };`;

/**
 * A page of this origin with the package's script-tag bundle and one of this folder's page scripts, which sets the
 * global `bench` when it is ready. The origin itself is the real service. After the page has loaded everything, call
 * `page.unrouteAll()`, so that the bench does not intercept its requests.
 */
export async function openPage(
  context: BrowserContext,
  origin: string,
  script: string,
  more: Record<string, BenchFile> = {},
): Promise<Page> {
  const page = await context.newPage();
  page.on('pageerror', (error) => console.error(error));
  const contentType = 'text/javascript';
  const files: Record<string, BenchFile> = {
    '': {
      contentType: 'text/html',
      body:
        '<!doctype html><html lang="en"><title>bench</title>' +
        `<script type="module">${WORKLET}</script>` +
        '<script type="module" src="page.js"></script>',
    },
    'sealed-capture.js': {contentType, path: resolve(root, 'dist/web/sealed-capture.js')},
    ...Object.fromEntries(
      readdirSync(resolve(root, 'dist/web/scripts')).flatMap((name) => {
        const file = {contentType, path: resolve(root, 'dist/web/scripts', name)};
        return [
          [name, file],
          [`scripts/${name}`, file],
        ];
      }),
    ),
    'page.js': {contentType, body: await pageScript(script)},
    'frame-worker.js': {contentType, body: await pageScript('page/frame-worker.ts')},
    ...more,
  };
  await page.route(`${origin}/bench/**`, async (route) => {
    const file = files[new URL(route.request().url()).pathname.slice('/bench/'.length)];
    await (file ? route.fulfill(file) : route.abort());
  });
  // The page script expects it one folder above its own, as in the package.
  await page.route(`${origin}/worker/media-worker.js`, (route) =>
    route.fulfill({contentType, path: resolve(root, 'dist/web/scripts/media-worker.js')}),
  );
  await page.goto(`${origin}/bench/`);
  await page.waitForFunction(() => 'bench' in globalThis && 'worklet' in globalThis);
  return page;
}

/** The screen of a phone, in CSS pixels. */
const PHONE = {width: 360, height: 740};

/**
 * Gives a page the screen of a phone, and a main thread that is this many times slower. Its workers keep their speed:
 * Chromium slows down main threads alone.
 */
export async function makePhone(page: Page, slowness: number): Promise<void> {
  await page.setViewportSize(PHONE);
  const debugging = await page.context().newCDPSession(page);
  await debugging.send('Emulation.setCPUThrottlingRate', {rate: slowness});
}
