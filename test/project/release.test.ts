import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';

const root = resolve(import.meta.dirname, '../..');

interface Steps {
  build: () => void;
  verify: () => void;
}
type Release = (bump: string | undefined, options: {dryRun?: boolean}, steps: Steps) => string;
type NextVersion = (current: string, bump: string) => string;

const notCopied = ['node_modules', 'dist', '.git', 'test-results', '.test-build', 'coverage'];
const entry = '- A capture is sealed\n  twice as fast.\n';

describe('npm run release', () => {
  const clone = mkdtempSync(join(tmpdir(), 'sealed-capture-release-'));
  const output = join(clone, 'dist', 'release');
  let release: Release;
  let nextVersion: NextVersion;
  const verified: string[] = [];

  const file = (path: string): string => readFileSync(join(clone, path), 'utf8');
  const versionOf = (path: string) => (JSON.parse(file(path)) as {version: string}).version;
  const git = (...args: string[]): string => {
    const identity = ['-c', 'user.name=Test', '-c', 'user.email=test@page.example'];
    return execFileSync('git', [...identity, ...args], {cwd: clone, encoding: 'utf8'}).trim();
  };
  /** Simulates the build of a version, which takes minutes: the modules are those of the checkout. */
  const build = (): void => {
    execFileSync(process.execPath, ['demo/packages/service.mjs'], {cwd: clone});
    writeFileSync(join(clone, 'dist', '.built'), '');
  };
  const verify = (): void => void verified.push(versionOf('package.json'));
  const steps: Steps = {build, verify};
  const packed = (tarball: string, path: string): string =>
    execFileSync('tar', ['xzfO', join(output, tarball), `package/${path}`], {encoding: 'utf8'});

  before(async () => {
    cpSync(root, clone, {
      recursive: true,
      filter: (path) => !notCopied.some((name) => path === join(root, name)),
    });
    for (const name of ['web', 'service', 'seal', 'model']) {
      cpSync(join(root, 'dist', name), join(clone, 'dist', name), {recursive: true});
    }
    symlinkSync(join(root, 'node_modules'), join(clone, 'node_modules'), 'dir');
    git('init', '--quiet');
    mkdirSync(join(clone, '.git', 'info'), {recursive: true});
    writeFileSync(join(clone, '.git', 'info', 'exclude'), 'node_modules\n');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@page.example');
    const changelog = file('CHANGELOG.md').replace(/(?<=## Unreleased\n)[^]*/, `\n${entry}`);
    writeFileSync(join(clone, 'CHANGELOG.md'), changelog);
    git('add', '--all');
    git('commit', '--quiet', '--message', 'Everything');
    const path = new URL(`file://${clone}/demo/packages/release.mjs`).href;
    ({release, nextVersion} = (await import(path)) as {
      release: Release;
      nextVersion: NextVersion;
    });
  });
  afterEach(() => {
    git('reset', '--quiet', '--hard');
    git('clean', '--quiet', '--force');
    verified.length = 0;
  });
  after(() => rmSync(clone, {recursive: true, force: true}));

  it('creates packages, bills of materials, checksums and notes in a dry run, and changes nothing else', () => {
    const head = git('rev-parse', 'HEAD');
    const version = release('minor', {dryRun: true}, steps);
    assert.equal(version, nextVersion(versionOf('package.json'), 'minor'));
    assert.deepEqual(readdirSync(output).sort(), [
      'SHA256SUMS',
      'notes.md',
      `sealed-capture-${version}.tgz`,
      `sealed-capture-service-${version}.tgz`,
      'sealed-capture-service.cdx.json',
      'sealed-capture.cdx.json',
    ]);
    assert.equal(
      readFileSync(join(output, 'notes.md'), 'utf8'),
      '- A capture is sealed twice as fast.\n',
    );
    for (const name of ['sealed-capture', 'sealed-capture-service']) {
      const tarball = `${name}-${version}.tgz`;
      const described = JSON.parse(packed(tarball, 'package.json')) as Record<string, unknown>;
      assert.deepEqual([described['name'], described['version']], [name, version]);
      const bill = JSON.parse(readFileSync(join(output, `${name}.cdx.json`), 'utf8')) as {
        metadata: {component: {version: string}};
      };
      assert.equal(bill.metadata.component.version, version);
    }
    assert.match(
      packed(`sealed-capture-service-${version}.tgz`, 'CHANGELOG.md'),
      new RegExp(`## Unreleased\n\n## ${version} - \\d{4}-\\d\\d-\\d\\d\n\n- A capture`),
    );
    execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], {cwd: output});
    assert.deepEqual(verified, []);
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('rev-parse', 'HEAD'), head);
    assert.equal(git('tag'), '');
  });

  it('fails while there are uncommitted changes', () => {
    for (const change of ['README.md', 'new.txt']) {
      appendFileSync(join(clone, change), '\n');
      assert.throws(
        () => release('minor', {dryRun: true}, steps),
        new RegExp(`Commit[^]*${change}`),
      );
    }
  });

  it('fails without an entry in the changelog', () => {
    writeFileSync(join(clone, 'CHANGELOG.md'), file('CHANGELOG.md').replace(entry, ''));
    git('commit', '--quiet', '--all', '--message', 'Nothing to tell');
    assert.throws(() => release('minor', {dryRun: true}, steps), /no entry under Unreleased/);
    git('reset', '--quiet', '--hard', 'HEAD~1');
  });

  it('fails for an invalid version, and for one before the current', () => {
    for (const bump of [undefined, 'big', '1.0', '0.0.1']) {
      assert.throws(() => release(bump, {dryRun: true}, steps), /Usage|is before/, bump);
    }
    assert.equal(nextVersion('1.2.3', 'patch'), '1.2.4');
    assert.equal(nextVersion('1.2.3', 'minor'), '1.3.0');
    assert.equal(nextVersion('1.2.3', 'major'), '2.0.0');
    assert.equal(nextVersion('1.2.3', '1.2.10'), '1.2.10');
  });

  it('restores what it changed when the tests fail', () => {
    const failing = {
      build,
      verify: () => {
        assert.notEqual(git('status', '--porcelain'), '');
        throw new Error('1 failed');
      },
    };
    assert.throws(() => release('minor', {}, failing), /1 failed/);
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('tag'), '');
  });

  it('commits and tags a verified release, updates the version everywhere, and releases no version twice', () => {
    const before = versionOf('package.json');
    const version = release('minor', {}, steps);
    assert.deepEqual(verified, [version]);
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('rev-parse', `v${version}^{commit}`), git('rev-parse', 'HEAD'));
    assert.equal(versionOf('package-lock.json'), version);
    assert.ok(file('seal/src/model/version.ts').includes(`'${version}'`));
    assert.ok(file('docs/quick-start.md').includes(`sealed-capture-${version}.tgz`));
    const documents = ['README.md', 'docs', 'demo', 'seal/src/model', 'package.json'];
    assert.throws(() => git('grep', '--fixed-strings', before, '--', ...documents), {status: 1});
    const notes = execFileSync(process.execPath, ['demo/packages/changelog.mjs', version], {
      cwd: clone,
      encoding: 'utf8',
    });
    assert.equal(notes, readFileSync(join(output, 'notes.md'), 'utf8'));
    assert.ok(existsSync(join(output, `sealed-capture-${version}.tgz`)));
    assert.throws(() => release(version, {dryRun: true}, steps), /tag .* already/);
  });
});
