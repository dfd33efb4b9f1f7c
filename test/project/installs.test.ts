import assert from 'node:assert/strict';
import {execFile} from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {promisify} from 'node:util';
import {checkPackage, createPackageFromTarballData} from '@arethetypeswrong/core';
import {publint} from 'publint';
import {pack, type Packed} from '../npm.js';

const root = resolve(import.meta.dirname, '../..');
const execute = promisify(execFile);

/** The entries that pages import, without those that need libraries chosen by the page. */
function pageEntries(): string[] {
  const {exports} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    exports: Record<string, unknown>;
  };
  const others =
    /^\.\/(delivery-tus|react|react-jsx|preact|solid|svelte|vue|command|package\.json)$/;
  return Object.keys(exports)
    .filter((entry) => !others.test(entry))
    .map((entry) => `sealed-capture${entry.slice(1)}`);
}

/** Compilers, installed under separate names. `npm run node-versions` tests those between the oldest and the newest. */
const releases = {
  oldest: '5.4.5',
  ...(process.env.EVERY_COMPILER && {five: '5.9.3', six: '6.0.3'}),
  newest: '7.0.2',
};

interface Locked {
  version: string;
  integrity?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
}
/** A lock, or npm's own list of what is installed. */
interface Installed {
  packages: Record<string, Locked>;
}

const readLock = (...path: string[]): Installed['packages'] =>
  (JSON.parse(readFileSync(join(...path), 'utf8')) as Installed).packages;

/**
 * Installs the two packages with npm, each in its own project, as from a registry. `npm run node-versions` does it with
 * other versions of Node.
 */
describe('an installation', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-installs-'));
  after(() => rmSync(folder, {recursive: true, force: true}));

  const npm = async (cwd: string, ...args: string[]) =>
    await execute('npm', ['--no-audit', '--no-fund', '--loglevel=warn', ...args], {cwd});

  /** Fails, as in a strict project, if a package requires another Node version than this package. */
  const install = async (name: string, {file}: Packed, ...options: string[]) => {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({private: true, type: 'module'}));
    const strict = ['--prefer-offline', '--engine-strict', ...options];
    await npm(cwd, 'install', ...strict, file);
    const packages = readLock(cwd, 'node_modules/.package-lock.json');
    const files = readdirSync(join(cwd, 'node_modules'), {recursive: true, encoding: 'utf8'})
      .map((path) => join(cwd, 'node_modules', path))
      .filter((path) => statSync(path).isFile());
    return {cwd, packages, files};
  };

  describe('of the elements', () => {
    let packed: Packed;
    let installed: Awaited<ReturnType<typeof install>>;
    before(async () => {
      packed = await pack(root, folder);
      installed = await install('page', packed);
    });

    it('takes at most 15 packages and 12 MB, nothing native and no install script', () => {
      const {packages, files} = installed;
      assert.ok(Object.keys(packages).length <= 15, Object.keys(packages).join(' '));
      const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
      assert.ok(bytes <= 12e6, `${bytes} bytes`);
      assert.deepEqual(
        files.filter((file) => file.endsWith('.node')),
        [],
      );
      assert.deepEqual(
        Object.entries(packages).filter(([, {hasInstallScript}]) => hasInstallScript),
        [],
      );
    });

    it('downloads at most 3.5 MB in 520 files, without source maps and without the engine', () => {
      assert.ok(packed.size <= 3.5e6, `${packed.size} bytes`);
      assert.ok(packed.entryCount <= 520, `${packed.entryCount} files`);
      const unwanted = packed.files.filter(({path}) => /\.(map|wasm)$/.test(path));
      assert.deepEqual(unwanted, []);
    });

    it('has the command that copies the scripts', async () => {
      const {stdout} = await npm(
        installed.cwd,
        'exec',
        '--',
        'sealed-capture',
        'copy-scripts',
        's',
      );
      assert.match(stdout, /Copied 24 files/);
      assert.match(stdout, /c2pa\.wasm is not among them/);
    });

    it('has types that compile with TypeScript 5.4 to 7, down to the last declaration', async () => {
      const {cwd} = installed;
      const entries = pageEntries().map(
        (entry, index) => `import * as entry${index} from '${entry}';`,
      );
      const program = `${entries.join('\n')}
        const camera: entry0.CaptureImage = document.querySelector('capture-image')!;
        camera.addEventListener('captured', ({captureId, blob}) => {
          const id: string = captureId;
          const file: Blob = blob;
          console.log(id, file);
        });
        // @ts-expect-error: a number is no address
        camera.baseUrl = 7;
        console.log(${entries.map((_, index) => `entry${index}`).join()});`;
      writeFileSync(join(cwd, 'page.mts'), program);
      const compilers = Object.entries(releases).map(
        ([name, release]) => `${name}@npm:typescript@${release}`,
      );
      const compilersAlone = join(cwd, 'compilers');
      mkdirSync(compilersAlone);
      writeFileSync(join(compilersAlone, 'package.json'), '{"private": true}');
      await npm(compilersAlone, 'install', '--prefer-offline', ...compilers);
      const check = async (name: string, module: string, moduleResolution: string) => {
        const compilerOptions = {
          module,
          moduleResolution,
          target: 'es2022',
          lib: ['es2022', 'dom', 'dom.iterable'],
          types: [],
          strict: true,
          skipLibCheck: false,
          noEmit: true,
        };
        const config = join(cwd, `tsconfig.${name}.${moduleResolution}.json`);
        writeFileSync(config, JSON.stringify({compilerOptions, files: ['page.mts']}));
        const tsc = join(compilersAlone, 'node_modules', name, 'bin/tsc');
        const said = await execute(process.execPath, [tsc, '-p', config]).then(
          ({stdout}) => stdout,
          (error: {stdout: string}) => error.stdout,
        );
        assert.equal(said, '', `${name}, ${moduleResolution}`);
      };
      for (const name of Object.keys(releases)) {
        await Promise.all([check(name, 'nodenext', 'nodenext'), check(name, 'esnext', 'bundler')]);
      }
      await check('oldest', 'node16', 'node16');
    });

    it('is packed without a complaint of publint and are-the-types-wrong', async () => {
      const pkgDir = join(installed.cwd, 'node_modules/sealed-capture');
      const {messages} = await publint({pkgDir, pack: false, strict: true});
      assert.deepEqual(messages, []);
      const tarball = createPackageFromTarballData(readFileSync(packed.file));
      const analysis = await checkPackage(tarball);
      assert.ok(analysis.types);
      // Only ES modules: CommonJS imports them dynamically, or with the require() of newer Node versions.
      const wrong = analysis.problems.filter(
        (problem) =>
          problem.kind !== 'CJSResolvesToESM' &&
          !('resolutionKind' in problem && problem.resolutionKind === 'node10'),
      );
      assert.deepEqual(wrong, []);
    });

    it('imports every entry on a server, without a browser’s globals', async () => {
      const program = `for (const entry of ${JSON.stringify(pageEntries())}) await import(entry); console.log('all');`;
      const args = ['--input-type=module', '--eval', program];
      const {stdout} = await execute(process.execPath, args, {cwd: installed.cwd});
      assert.equal(stdout, 'all\n');
    });
  });

  it('imports every entry without a browser’s globals, with the optional libraries installed, too', async () => {
    const {exports} = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
      exports: Record<string, unknown>;
    };
    // The command runs as soon as it is imported.
    const modules = Object.keys(exports).filter((entry) => !/(command|json)$/.test(entry));
    assert.ok(modules.includes('./react') && modules.includes('./delivery-tus'));
    const entries = JSON.stringify(modules.map((entry) => `sealed-capture${entry.slice(1)}`));
    const program = `for (const entry of ${entries}) await import(entry);
      const {setScriptsBase} = await import('sealed-capture');
      setScriptsBase('/scripts');
      console.log('all');`;
    const args = ['--input-type=module', '--eval', program];
    assert.equal((await execute(process.execPath, args, {cwd: root})).stdout, 'all\n');
  });

  describe('of the service', () => {
    const built = join(root, 'dist/sealed-capture-service');
    let packed: Packed;
    before(async () => (packed = await pack(built, folder)));

    /** The command and a program seal and inspect. */
    async function expectToSeal(cwd: string, cli: string): Promise<void> {
      const env = {...process.env, SEALED_CAPTURE_DATA: join(cwd, 'data'), PORT: '0'};
      const command = (...args: string[]) => execute(join(cwd, cli), args, {cwd, env});
      const created = await command('keys', 'create', '--environment', 'sandbox', '--json');
      const {key} = JSON.parse(created.stdout) as {key: string};
      const photo = join(root, 'seal/test/media/small.jpg');
      writeFileSync(join(cwd, 'seal.js'), sealing);
      const {stdout} = await execute(process.execPath, ['seal.js', photo, key], {cwd, env});
      assert.equal(stdout.trim(), '200');
      assert.match((await command('inspect', 'sealed.jpg')).stdout, /valid/);
      await assert.rejects(command('inspect', photo), {code: 2});
    }

    it('seals and inspects, started with its command and from a program, without an install script', async () => {
      const {cwd} = await install('service', packed, '--ignore-scripts');
      await expectToSeal(cwd, 'node_modules/.bin/sealed-capture-service');
    });

    describe('that follows its lock, as operators make it', () => {
      /** Unpacks the package, changes its lock, and installs by it. */
      async function installByLock(name: string, change = (_lock: Installed['packages']) => {}) {
        const cwd = join(folder, name);
        mkdirSync(cwd);
        await execute('tar', ['-xzf', packed.file, '-C', cwd, '--strip-components=1']);
        const file = join(cwd, 'npm-shrinkwrap.json');
        const lock = JSON.parse(readFileSync(file, 'utf8')) as Installed;
        change(lock.packages);
        writeFileSync(file, JSON.stringify(lock));
        await npm(cwd, 'ci', '--omit=dev', '--ignore-scripts', '--prefer-offline');
        return {cwd, packages: readLock(cwd, 'node_modules/.package-lock.json')};
      }

      it('has the versions and digests of the repository’s lock, at every level, and runs', async () => {
        const {cwd, packages} = await installByLock('locked');
        const repository = readLock(root, 'package-lock.json');
        const {'': _own, ...lock} = readLock(built, 'npm-shrinkwrap.json');
        for (const [place, {version, integrity}] of Object.entries(packages)) {
          const tested = repository[place];
          assert.deepEqual([version, integrity], [tested?.version, tested?.integrity], place);
        }
        const missing = Object.keys(lock).filter((place) => !(place in packages));
        assert.ok(missing.length < 20 && Object.keys(packages).length > 100);
        for (const place of missing) assert.ok(lock[place]?.optional, `${place} is missing`);
        await expectToSeal(cwd, 'dist/cli.js');
      });

      it('has a library of a library in the locked version although there is a newer one in its range', async () => {
        const place = 'node_modules/process-warning';
        const {packages} = await installByLock('older', (lock) => {
          assert.notEqual(lock[place]?.version, older.version);
          Object.assign(lock[place] ?? {}, older);
        });
        assert.equal(packages[place]?.version, older.version);
      });

      it('fails for a library with another digest', async () => {
        const wrong = installByLock('changed', (lock) => {
          Object.assign(lock['node_modules/process-warning'] ?? {}, {integrity: older.integrity});
        });
        await assert.rejects(wrong, /EINTEGRITY/);
      });
    });
  });
});

/** A release of process-warning, which Fastify depends on as ^5.1.0. */
const older = {
  version: '5.1.0',
  integrity:
    'sha512-jQSaVHsPgtyw60e1rQ/A+/ArPEj/S8pS/vFnyGa/gYFXrKk/6RuDkoqVDQ5NI5MmS01698ltlAk0NoDBNLujRw==',
};

/** A program that starts the service, has it seal the given file, and writes the sealed file. */
const sealing = `
  import {readFile, writeFile} from 'node:fs/promises';
  import {readSettings, startService} from 'sealed-capture-service';
  const service = await startService({...readSettings(process.env), logLevel: 'silent'});
  const body = new FormData();
  body.set('media', new Blob([await readFile(process.argv[2])], {type: 'image/jpeg'}), 'a.jpg');
  body.set('metadata', '{}');
  const headers = {'X-API-Key': process.argv[3], 'Idempotency-Key': crypto.randomUUID()};
  const address = service.address + '/protection/sandbox/protect';
  const answer = await fetch(address, {method: 'POST', headers, body});
  console.log(answer.status);
  await writeFile('sealed.jpg', new Uint8Array(await answer.arrayBuffer()));
  await service.close();`;
