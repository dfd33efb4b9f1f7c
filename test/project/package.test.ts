import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {existsSync, readFileSync, statSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {runInNewContext} from 'node:vm';
import {parseAst, type ESTree} from 'vite';
import {languages} from '../../demo/languages/catalogue.mjs';
import {PackedPackage} from './packed-package.js';

const web = './dist/web';
/** Scripts that modules load by address: workers and a worklet. */
const scripts = [
  'media-worker.js',
  'seal-reader-worker.js',
  'verification-worker.js',
  'plate-worker.js',
  'recorder-worklet.js',
  'encoder-worker.js',
  'wasm-encoder-worker.js',
].map((name) => `${web}/scripts/${name}`);
/** Files that the script-tag bundles load later. */
const bundleParts = [
  'camera-controls',
  'camera-panels',
  'capture-failures',
  'fill',
  'inspection-results',
  'photo-import',
  'photo-viewer',
  'recordings',
  'shots',
  'waveform',
  'way-out',
  ...languages.map((language) => `language-${language}`),
].map((name) => `${web}/scripts/${name}.js`);
/** For service workers without a bundler: as a module, and for importScripts. */
const serviceWorkers = [
  `${web}/sealed-capture-service-worker.js`,
  `${web}/sealed-capture-service-worker.classic.js`,
];
const nameOf = (name: ESTree.ModuleExportName): string =>
  name.type === 'Literal' ? name.value : name.name;

describe('the packed package', () => {
  const packed = new PackedPackage();
  const {project: folder, folder: installed} = packed;
  before(() => packed.install());
  after(() => packed.remove());

  it('contains every file of its exports, its bundle and its command', () => {
    const {exports, unpkg, jsdelivr, bin} = packed.file;
    const named = [
      ...Object.values(exports).flatMap((entry) =>
        typeof entry === 'string' ? [entry] : [entry.types, entry.default],
      ),
      unpkg,
      jsdelivr,
      ...Object.values(bin),
      ...scripts,
      ...bundleParts,
      ...serviceWorkers,
      './LICENSE',
      './README.md',
    ];
    assert.deepEqual(
      named.filter((file) => !existsSync(join(installed, file))),
      [],
    );
  });

  it('contains neither the demo, the tests nor other sources', () => {
    for (const file of ['test', 'demo', 'dist/demo', 'seal', 'service', 'website', '.ci']) {
      assert.equal(existsSync(join(installed, file)), false, file);
    }
  });

  it('exports the core and HTTP delivery to Node under their public names', () => {
    const program = `
      const core = await import('sealed-capture/core');
      const worker = await import('sealed-capture/service-worker');
      console.log(typeof core.Core, typeof core.createProtection);
      const delivery = await import('sealed-capture/delivery-http');
      console.log(typeof worker.sealInBackground, typeof worker.createProtection);
      console.log(typeof delivery.createHttpDelivery({url: '/uploads'}).send);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'function function\nfunction function\nfunction');
  });

  it('can be imported without a browser, as on a server that renders pages', () => {
    const program = `await import('sealed-capture'); console.log('imported');`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'imported');
  });

  it('exports tus delivery if its library is installed, and otherwise names the library', async () => {
    const library = 'tus-js-client';
    const program = `
      const {createTusDelivery} = await import('sealed-capture/delivery-tus');
      console.log(typeof createTusDelivery({endpoint: '/files'}).send);`;
    const print = () =>
      spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
        cwd: folder,
        encoding: 'utf8',
      });
    assert.match(print().stderr, /Cannot find package 'tus-js-client'/);
    await packed.with(library, 'package', () => assert.equal(print().stdout.trim(), 'function'));
  });

  it('exports the plate detector without its libraries, which nothing else needs', () => {
    for (const library of Object.keys(packed.file.peerDependencies)) {
      assert.equal(existsSync(join(installed, 'node_modules', library)), false, library);
    }
    const program = `
      const {createPlateDetector} = await import('sealed-capture/plate-detector');
      console.log(typeof createPlateDetector({files: '/plates/'}).detect);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'function');
  });

  it('has no script so small that a bundler would inline it as a data: address', () => {
    for (const file of scripts) {
      // The limit of vite, which is the largest.
      assert.ok(statSync(join(installed, file)).size > 4_096, file);
    }
  });

  it('contains the encoders’ authors and license in the files that include them', () => {
    for (const file of scripts.filter((name) => name.includes('encoder'))) {
      const [banner] = readFileSync(join(installed, file), 'utf8').split('*/');
      assert.match(banner!, /^\/\*!/, file);
      assert.match(banner!, /Lesser General Public License/, file);
      assert.match(banner!, /https:\/\/github\.com\//, file);
    }
  });

  it('exports the same from its script-tag bundle as from its modules', () => {
    const program = `console.log(Object.keys(await import('sealed-capture')).sort().join());`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    const {body} = parseAst(readFileSync(join(installed, packed.file.unpkg), 'utf8'));
    const exported = body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration'
        ? statement.specifiers.map((specifier) => nameOf(specifier.exported))
        : [],
    );
    assert.equal(exported.sort().join(), printed.trim());
    for (const name of ['createProtection', 'registerStrings', 'setScriptsBase']) {
      assert.ok(exported.includes(name), name);
    }
  });

  it('has a script-tag bundle that is one ES module, with its scripts beside it', () => {
    const file = join(installed, packed.file.unpkg);
    const bundle = readFileSync(file, 'utf8');
    const named = [...bundle.matchAll(/new URL\(\s*["'`](\.[^"'`]*)["'`],\s*import\.meta/g)].map(
      ([, beside = '']) => beside,
    );
    assert.ok(named.length > 4 && named.every((beside) => beside.startsWith('./scripts/')));
    for (const beside of named) assert.ok(existsSync(resolve(file, '..', beside)), beside);
    const {body} = parseAst(bundle);
    const imports = body.filter(
      (statement) =>
        statement.type === 'ImportDeclaration' || ('source' in statement && statement.source),
    );
    assert.deepEqual(imports, []);
    assert.ok(bundle.includes('customElements'));
    // Its late parts are loaded when they are needed.
    assert.ok(!bundle.includes('registerProcessor'));
    assert.ok(!bundle.includes('Lesser General Public License'));
  });

  it('has the service worker part as one module and as one script, without other files', () => {
    const [module = '', classic = ''] = serviceWorkers.map((file) =>
      readFileSync(join(installed, file), 'utf8'),
    );
    for (const text of [module, classic]) {
      assert.ok(!/from\s*["']|import\s*["'(]/.test(text));
      // A service worker has no page and starts no worker.
      assert.ok(!/\bdocument\.|new Worker\b|customElements/.test(text));
    }
    assert.match(module, /export\s*\{[^}]*\bsealInBackground\b/);
    const globals = {TextDecoder, TextEncoder};
    const scope: typeof globals & {sealedCapture?: Record<string, unknown>} = globals;
    runInNewContext(classic, scope);
    assert.equal(typeof scope.sealedCapture?.['sealInBackground'], 'function');
    assert.equal(typeof scope.sealedCapture?.['createProtection'], 'function');
  });
});
