import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  mkdirSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {build} from 'vite';

const root = resolve(import.meta.dirname, '../..');
const npm = (args: string[], cwd: string): string =>
  execFileSync('npm', args, {cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore']});

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
  after(() => {
    rmSync(folder, {recursive: true, force: true});
  });

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
      './dist/ports/media-worker.js',
      './dist/ports/plate-detector/plate-worker.js',
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

  it('gives the core and the service to Node by their public names', () => {
    const program = `
      const core = await import('sealed-capture/core');
      const service = await import('sealed-capture/service');
      console.log(typeof core.Core, typeof core.createProtection, typeof service.createService);`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'function function function');
  });

  it('imports where there is no browser, as a server that renders pages does', () => {
    const program = `await import('sealed-capture'); console.log('imported');`;
    const printed = execFileSync(process.execPath, ['--input-type=module', '--eval', program], {
      cwd: folder,
      encoding: 'utf8',
    });
    assert.equal(printed.trim(), 'imported');
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

  for (const [entry, worker] of [
    ['elements/capture-image.js', /media-worker.*\.js$/],
    ['ports/plate-detector/index.js', /plate-worker.*\.js$/],
  ] as const) {
    it(`keeps the worker of ${entry} as a file of its own when a bundler builds a page with it`, async () => {
      const written = await build({
        root: folder,
        logLevel: 'silent',
        configFile: false,
        build: {write: false, rolldownOptions: {input: join(installed, 'dist', entry)}},
      });
      const outputs = (Array.isArray(written) ? written : [written]) as {
        output: {fileName: string}[];
      }[];
      const names = outputs.flatMap(({output}) => output.map(({fileName}) => fileName));
      assert.ok(
        names.some((name) => worker.test(name)),
        names.join(', '),
      );
    });
  }

  it('is one ES module without side files as a script-tag bundle', () => {
    const bundle = readFileSync(join(installed, packageFile().unpkg), 'utf8');
    assert.doesNotMatch(bundle, /from\s*["']|import\s*["']/);
    assert.match(bundle, /customElements/);
  });
});
