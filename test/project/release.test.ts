import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';

const root = resolve(import.meta.dirname, '../..');
const entry = '- A capture is sealed\n  twice as fast.\n';

describe('npm version', () => {
  const clone = mkdtempSync(join(tmpdir(), 'sealed-capture-release-'));
  const file = (path: string): string => readFileSync(join(clone, path), 'utf8');
  const versionOf = (path: string) => (JSON.parse(file(path)) as {version: string}).version;
  const run = (command: string, ...args: string[]): string =>
    execFileSync(command, args, {cwd: clone, encoding: 'utf8', stdio: 'pipe'}).trim();
  const git = (...args: string[]): string => run('git', ...args);
  const commit = () => git('commit', '--quiet', '--all', '--message', 'Changed');
  const change = (path: string, from: RegExp | string, to: string): void =>
    writeFileSync(join(clone, path), file(path).replace(from, to));

  before(() => {
    const files = execFileSync('git', ['ls-files'], {cwd: root, encoding: 'utf8'}).trim();
    for (const path of files.split('\n')) cpSync(join(root, path), join(clone, path));
    git('init', '--quiet');
    git('config', 'user.name', 'Test');
    git('config', 'user.email', 'test@page.example');
    change('CHANGELOG.md', /(?<=## Unreleased\n)[^]*/, `\n${entry}`);
    // All tests take too long here.
    change('package.json', / && npm run --silent verify/, '');
    git('add', '--all');
    commit();
  });
  after(() => rmSync(clone, {recursive: true, force: true}));

  it('sets the version everywhere, names the section of the changelog, commits and tags', () => {
    const old = versionOf('package.json');
    run('npm', 'version', 'minor');
    const version = versionOf('package.json');
    assert.notEqual(version, old);
    for (const path of ['seal/package.json', 'service/package.json', 'package-lock.json']) {
      assert.equal(versionOf(path), version, path);
    }
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('rev-parse', `v${version}^{commit}`), git('rev-parse', 'HEAD'));
    assert.ok(file('seal/src/model/version.ts').includes(`'${version}'`));
    assert.ok(file('docs/quick-start.md').includes(`sealed-capture-${version}.tgz`));
    assert.ok(file('docs/in-a-page.md').includes(`/sealed-capture@${version}/`));
    const documents = ['README.md', 'docs', 'examples', 'seal/src/model', '*/package.json'];
    assert.throws(() => git('grep', '--fixed-strings', old, '--', ...documents), {status: 1});
    const ofWorkspaces = new RegExp(`"(seal|service)": \\{\n[^}]*"version": "${version}"`, 'g');
    assert.equal(file('package-lock.json').match(ofWorkspaces)?.length, 2);
    const heading = new RegExp(`## Unreleased\n\n## ${version} - \\d{4}-\\d\\d-\\d\\d\n\n- A cap`);
    assert.match(file('CHANGELOG.md'), heading);
    const notes = run(process.execPath, 'demo/packages/changelog.mjs', version);
    assert.equal(notes, '- A capture is sealed twice as fast.');
  });

  it('changes nothing while the changelog has no entry, or while there are uncommitted changes', () => {
    const head = git('rev-parse', 'HEAD');
    // The release before has left no unreleased entry.
    assert.throws(() => run('npm', 'version', 'minor'), /no entry under Unreleased/);
    change('CHANGELOG.md', '## Unreleased\n', `## Unreleased\n\n${entry}`);
    assert.throws(() => run('npm', 'version', 'minor'), /not clean/);
    git('checkout', '--quiet', 'CHANGELOG.md');
    assert.equal(git('status', '--porcelain'), '');
    assert.equal(git('rev-parse', 'HEAD'), head);
  });
});
