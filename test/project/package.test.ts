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
import {languages} from '../../demo/packages/languages.mjs';
import {pack} from '../npm.js';
import {bundlers, type Bundler} from './bundlers.js';

const root = resolve(import.meta.dirname, '../..');
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
  'capture-failures',
  'inspection-results',
  'photo-viewer',
  'shots',
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

  before(async () => {
    const {file} = await pack(root, folder);
    mkdirSync(installed, {recursive: true});
    execFileSync('tar', ['xzf', file, '-C', installed, '--strip=1']);
    // Uses the checkout's dependencies without the optional ones, because only the package's own content is tested.
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

  it('contains every file of its exports, its bundle and its command', () => {
    const {exports, unpkg, jsdelivr, bin} = packageFile();
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
    for (const file of ['test', 'demo', 'dist/demo', 'dist/elements', 'dist/service', '.ci']) {
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

  it('exports the plate detector without its libraries, which nothing else needs', () => {
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

  /** A built page with all exports of an entry. */
  const pageWith = (entry: string, bundle: Bundler): Promise<Map<string, string>> => {
    const page = join(folder, `${entry}.js`);
    writeFileSync(page, `import * as all from 'sealed-capture/${entry}'; globalThis.all = all;`);
    return bundle(page);
  };

  for (const [name, bundle] of Object.entries(bundlers)) {
    for (const [entry, sideFiles] of Object.entries({
      'capture-image': ['scripts/media-worker.js'],
      'capture-audio': [
        'scripts/media-worker.js',
        'scripts/recorder-worklet.js',
        'scripts/encoder-worker.js',
      ],
      'wasm-encoder': ['scripts/wasm-encoder-worker.js'],
      'plate-detector': ['scripts/plate-worker.js'],
      'seal-inspector': [
        'scripts/media-worker.js',
        'scripts/seal-reader-worker.js',
        'scripts/verification-worker.js',
      ],
    })) {
      it(`keeps the scripts of ${entry} as separate files that the page loads when ${name} builds it`, async () => {
        const built = await pageWith(entry, bundle);
        const named = sideFiles.map((file) => {
          const content = readFileSync(join(installed, web, file), 'utf8');
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

  for (const [name, bundle] of Object.entries(bundlers)) {
    it(`registers an element that is imported only for its side effect when ${name} builds it`, async () => {
      for (const element of ['capture-image', 'capture-audio', 'seal-inspector']) {
        const page = join(folder, 'effect.js');
        writeFileSync(page, `import 'sealed-capture/${element}';`);
        const built = [...(await bundle(page)).values()].join('\n');
        assert.match(built, new RegExp(`["'\`]${element}["'\`]`), element);
        assert.match(built, /customElements\.define|define\(/, element);
      }
    });

    it(`includes the engine with local verification, and only then, when ${name} builds it`, async () => {
      const engine = readFileSync(join(root, 'dist/web/scripts/c2pa.wasm')).toString();
      const library = join(folder, 'node_modules/@contentauth');
      assert.ok(![...(await pageWith('seal-inspector', bundle)).values()].includes(engine));
      symlinkSync(join(root, 'node_modules/@contentauth'), library, 'dir');
      try {
        const built = await pageWith('local-verification', bundle);
        const [wasm] = [...built].find(([, content]) => content === engine) ?? [];
        assert.ok(wasm, [...built.keys()].join(' '));
        assert.ok([...built.values()].some((content) => content.includes(wasm)));
      } finally {
        unlinkSync(library);
      }
    });
  }

  it('builds a page that takes photos without the scripts that record', async () => {
    for (const bundle of Object.values(bundlers)) {
      const built = await pageWith('capture-image', bundle);
      const encoder = readFileSync(join(installed, web, 'scripts/encoder-worker.js'), 'utf8');
      assert.ok(![...built.values()].includes(encoder));
    }
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

  it('has a script-tag bundle that is one ES module, with its scripts beside it', () => {
    const file = join(installed, packageFile().unpkg);
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
