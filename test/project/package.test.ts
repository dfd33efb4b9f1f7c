import assert from 'node:assert/strict';
import {execFileSync, spawnSync} from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {runInNewContext} from 'node:vm';
import {parseAst, type ESTree} from 'vite';
import {bundlers, type Bundler} from './bundlers.js';

const root = resolve(import.meta.dirname, '../..');
/** Scripts that modules name by their address: workers and a worklet. */
const scripts = [
  './dist/ports/media-worker.js',
  './dist/ports/seal-reader-worker.js',
  './dist/ports/verification-worker.js',
  './dist/plates/plate-worker.js',
  './dist/ports/audio/recorder-worklet.js',
  './dist/ports/audio/encoder-worker.js',
  './dist/ports/audio/wasm-encoder-worker.js',
];
/** What the verification worker loads, named beside it. */
const engine = './dist/ports/c2pa.wasm';
/** For service workers that no bundler builds: as a module, and for importScripts. */
const serviceWorkers = [
  './dist/sealed-capture-service-worker.js',
  './dist/sealed-capture-service-worker.classic.js',
];
const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', args, {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});

const nameOf = (name: ESTree.ModuleExportName): string =>
  name.type === 'Literal' ? name.value : name.name;

interface PackageFile {
  exports: Record<string, string | {types: string; default: string}>;
  unpkg: string;
  jsdelivr: string;
  bin: Record<string, string>;
  peerDependencies: Record<string, string>;
}

describe('the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-pack-'));
  const installed = join(folder, 'node_modules', 'sealed-capture');

  before(() => {
    const [packed] = JSON.parse(
      npm(['pack', '--json', '--ignore-scripts', '--pack-destination', folder], root),
    ) as [{filename: string}];
    mkdirSync(installed, {recursive: true});
    execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', installed, '--strip=1']);
    // Its dependencies are the checkout's, without the optional ones: what is tested is this package's own content.
    const optional = Object.keys(packageFile().peerDependencies).map((name) => name.split('/')[0]);
    mkdirSync(join(installed, 'node_modules'));
    for (const name of readdirSync(join(root, 'node_modules'))) {
      if (optional.includes(name)) continue;
      symlinkSync(join(root, 'node_modules', name), join(installed, 'node_modules', name), 'dir');
    }
  });
  after(() => rmSync(folder, {recursive: true, force: true}));

  const packageFile = (): PackageFile =>
    JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as PackageFile;

  it('holds every file that its exports, its bundle and its command name', () => {
    const {exports, unpkg, jsdelivr, bin} = packageFile();
    const named = [
      ...Object.values(exports).flatMap((entry) =>
        typeof entry === 'string' ? [entry] : [entry.types, entry.default],
      ),
      unpkg,
      jsdelivr,
      ...Object.values(bin),
      ...scripts,
      engine,
      ...serviceWorkers,
      './LICENSE',
      './README.md',
    ];
    assert.deepEqual(
      named.filter((file) => !existsSync(join(installed, file))),
      [],
    );
  });

  it('leaves the demo, the tests and the sources of nothing else in it', () => {
    for (const file of ['test', 'demo', 'dist/demo', '.ci']) {
      assert.equal(existsSync(join(installed, file)), false, file);
    }
  });

  it('gives the core, the service and the delivery by HTTP to Node by their public names', () => {
    const program = `
      const core = await import('sealed-capture/core');
      const service = await import('sealed-capture/service');
      const worker = await import('sealed-capture/service-worker');
      console.log(typeof core.Core, typeof core.createProtection, typeof service.createService);
      const delivery = await import('sealed-capture/delivery-http');
      console.log(typeof worker.sealInBackground, typeof worker.createProtection);
      console.log(typeof delivery.createHttpDelivery({url: '/uploads'}).send);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'function function function\nfunction function\nfunction');
  });

  it('imports where there is no browser, as a server that renders pages does', () => {
    const program = `await import('sealed-capture'); console.log('imported');`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'imported');
  });

  it('gives the delivery by tus where its library is installed, and names it where it is not', async () => {
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
    const linked = join(installed, 'node_modules', library);
    symlinkSync(join(root, 'node_modules', library), linked, 'dir');
    try {
      assert.equal(print().stdout.trim(), 'function');
      for (const [name, bundle] of Object.entries(bundlers)) {
        const built = [...(await pageWith('delivery-tus', bundle)).values()].join('');
        assert.ok(built.includes('Tus-Resumable') && built.includes('XMLHttpRequest'), name);
      }
    } finally {
      unlinkSync(linked);
    }
  });

  it('gives the plate detector where its libraries are not installed, which nothing else needs', () => {
    for (const library of Object.keys(packageFile().peerDependencies)) {
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

  /** A page with all that an entry exports, built. */
  const pageWith = (entry: string, bundle: Bundler): Promise<Map<string, string>> => {
    const page = join(folder, `${entry}.js`);
    writeFileSync(page, `import * as all from 'sealed-capture/${entry}'; globalThis.all = all;`);
    return bundle(page);
  };

  for (const [name, bundle] of Object.entries(bundlers)) {
    for (const [entry, sideFiles] of Object.entries({
      'capture-image': ['ports/media-worker.js'],
      'capture-audio': [
        'ports/media-worker.js',
        'ports/audio/recorder-worklet.js',
        'ports/audio/encoder-worker.js',
      ],
      'wasm-encoder': ['ports/audio/wasm-encoder-worker.js'],
      'plate-detector': ['plates/plate-worker.js'],
      'seal-inspector': [
        'ports/media-worker.js',
        'ports/seal-reader-worker.js',
        'ports/verification-worker.js',
        'ports/c2pa.wasm',
      ],
    })) {
      it(`keeps the scripts of ${entry} as files that the page names when ${name} builds it`, async () => {
        const built = await pageWith(entry, bundle);
        const named = sideFiles.map((file) => {
          const content = readFileSync(join(installed, 'dist', file), 'utf8');
          const [output] = [...built].find(([, other]) => other === content) ?? [];
          assert.ok(output, `${file} is not among ${[...built.keys()].join(', ')}`);
          return output;
        });
        const page = [...built].filter(([output]) => !named.includes(output));
        for (const output of named) {
          assert.ok(
            page.some(([, content]) => content.includes(output)),
            `Nothing names ${output}.`,
          );
        }
      });
    }
  }

  it('builds a page that takes photos without the scripts that record', async () => {
    for (const bundle of Object.values(bundlers)) {
      const built = await pageWith('capture-image', bundle);
      const encoder = readFileSync(join(installed, 'dist/ports/audio/encoder-worker.js'), 'utf8');
      assert.ok(![...built.values()].includes(encoder));
    }
  });

  it('has no script so small that a bundler would put it into the page as a data: address', () => {
    for (const file of scripts) {
      // What vite, whose limit is the largest, takes for small.
      assert.ok(statSync(join(installed, file)).size > 4_096, file);
    }
  });

  it('names the encoders’ authors and licence in the files that hold them', () => {
    for (const file of scripts.filter((name) => name.includes('encoder'))) {
      const [banner] = readFileSync(join(installed, file), 'utf8').split('*/');
      assert.match(banner!, /^\/\*!/, file);
      assert.match(banner!, /Lesser General Public License/, file);
      assert.match(banner!, /https:\/\/github\.com\//, file);
    }
  });

  it('exports from its script-tag bundle what it exports itself', () => {
    const program = `console.log(Object.keys(await import('sealed-capture')).sort().join());`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    const {body} = parseAst(readFileSync(join(installed, packageFile().unpkg), 'utf8'));
    const exported = body.flatMap((statement) =>
      statement.type === 'ExportNamedDeclaration'
        ? statement.specifiers.map((specifier) => nameOf(specifier.exported))
        : [],
    );
    assert.equal(exported.sort().join(), printed.trim());
    for (const name of ['createProtection', 'setEncoderWorkerUrl', 'setRecorderWorkletUrl']) {
      assert.ok(exported.includes(name), name);
    }
  });

  it('is one ES module as a script-tag bundle, with no side files but the engine and its worker', () => {
    const file = join(installed, packageFile().unpkg);
    const bundle = readFileSync(file, 'utf8');
    const named = [...bundle.matchAll(/new URL\(\s*["'`](\.[^"'`]*)["'`],\s*import\.meta/g)].map(
      ([, beside = '']) => beside,
    );
    assert.deepEqual(named.sort(), ['./ports/c2pa.wasm', './ports/verification-worker.js']);
    for (const beside of named) assert.ok(existsSync(resolve(file, '..', beside)), beside);
    const {body} = parseAst(bundle);
    const imports = body.filter(
      (statement) =>
        statement.type === 'ImportDeclaration' || ('source' in statement && statement.source),
    );
    assert.deepEqual(imports, []);
    assert.ok(bundle.includes('customElements'));
    // The worklet and the encoder's worker are in it.
    assert.ok(bundle.includes('registerProcessor'));
    assert.ok(bundle.includes('Lesser General Public License'));
  });

  it('has a service worker’s part as one module and as one script, without side files', () => {
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
