import assert from 'node:assert/strict';
import fs, {
  appendFile,
  chmod,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, beforeEach, describe, it} from 'node:test';
import {readOriginal, writeChanged, type FileSystem} from '../../../src/cli/files/changed-file.js';
import {SettingsError} from '../../../src/settings/settings-error.js';

describe('writeChanged', () => {
  let folder: string;
  let file: string;
  let beside: string;
  const content = Buffer.from('changed');
  const failure = (code: string) => Object.assign(new Error(code), {code});
  const withoutLinks: FileSystem = {...fs, link: () => Promise.reject(failure('EPERM'))};

  let umask: number;
  before(async () => {
    umask = process.umask(0o022);
    folder = await mkdtemp(join(tmpdir(), 'changed-file-'));
    file = join(folder, 'photo.jpg');
    beside = join(folder, 'photo.new.jpg');
  });
  after(async () => {
    process.umask(umask);
    await rm(folder, {recursive: true});
  });
  beforeEach(async () => {
    for (const name of await readdir(folder)) await rm(join(folder, name));
    await writeFile(file, 'as read');
    await chmod(file, 0o664);
  });

  const refuses = (work: Promise<void>, why: RegExp) =>
    assert.rejects(work, (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, why);
      return true;
    });

  const changes: [name: string, change: () => Promise<void>][] = [
    [
      'replaced',
      async () => {
        const {atime, mtime} = await stat(file);
        await writeFile(beside, 'another');
        await utimes(beside, atime, mtime);
        await rename(beside, file);
      },
    ],
    [
      'written to',
      async () => {
        const {atime, mtime} = await stat(file);
        await appendFile(file, ', and more');
        await utimes(file, atime, mtime);
      },
    ],
    [
      'written to without a change of its size',
      async () => {
        await writeFile(file, 'another');
        await utimes(file, 1, 1);
      },
    ],
  ];
  for (const [name, change] of changes) {
    it(`does not change a file that was ${name} since it was read`, async () => {
      // A time in whole seconds, which utimes can set again exactly.
      await utimes(file, 1000, 1000);
      const original = await readOriginal(file);
      await change();
      const now = await readFile(file, 'utf8');
      assert.notEqual(now, 'as read');
      await refuses(
        writeChanged(content, original, undefined),
        /photo\.jpg was changed by another program in the meantime\. .* run the command again\.$/,
      );
      assert.equal(await readFile(file, 'utf8'), now);
      assert.deepEqual(await readdir(folder), ['photo.jpg']);
    });
  }

  it('replaces the target of a symbolic link, and keeps the link', async () => {
    const link = join(folder, 'link.jpg');
    await symlink(file, link);
    await writeChanged(content, await readOriginal(link), undefined);
    assert.deepEqual(await readFile(file), content);
    assert.deepEqual(await fs.readlink(link), file);
  });

  for (const [name, fileSystem] of [
    ['with links', fs],
    ['without links', withoutLinks],
  ] as const) {
    it(`writes a second file with the permissions of the original on a file system ${name}`, async () => {
      await writeChanged(content, await readOriginal(file), beside, fileSystem);
      assert.deepEqual(await readFile(beside), content);
      assert.equal((await stat(beside)).mode & 0o777, 0o664);
      assert.equal(await readFile(file, 'utf8'), 'as read');
      assert.deepEqual((await readdir(folder)).sort(), ['photo.jpg', 'photo.new.jpg']);
    });

    it(`never overwrites an existing second file on a file system ${name}`, async () => {
      await writeFile(beside, 'mine');
      await refuses(
        writeChanged(content, await readOriginal(file), beside, fileSystem),
        /is there already, and stays as it is. Name another with --out/,
      );
      assert.equal(await readFile(beside, 'utf8'), 'mine');
      assert.deepEqual((await readdir(folder)).sort(), ['photo.jpg', 'photo.new.jpg']);
    });
  }

  it('leaves no temporary file if a file cannot be replaced', async () => {
    const full: FileSystem = {...withoutLinks, rename: () => Promise.reject(failure('ENOSPC'))};
    const original = await readOriginal(file);
    const noRoom =
      /^There is no room left on the disk for .+\. Make room, or name another with --out\.$/;
    await refuses(writeChanged(content, original, beside, full), noRoom);
    await refuses(writeChanged(content, original, undefined, full), noRoom);
    assert.deepEqual(await readdir(folder), ['photo.jpg']);
    assert.equal(await readFile(file, 'utf8'), 'as read');
  });
});
