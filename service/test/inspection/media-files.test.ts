import assert from 'node:assert/strict';
import {mkdir, rm, symlink, writeFile} from 'node:fs/promises';
import {createServer} from 'node:net';
import {join, relative} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {mediaFiles} from '../../src/inspection/media-files.js';
import {temporaryFolder} from '../service-fixture.js';

describe('The files of an inspection', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  const found = async (...paths: string[]): Promise<string[]> => {
    const all: string[] = [];
    for await (const file of mediaFiles(paths.map((path) => join(folder, path)))) {
      const path = relative(folder, file.path);
      all.push(
        file.name === 'file' ? `${path}${file.isNamed ? ', named' : ''}` : `${path}: ${file.code}`,
      );
    }
    return all;
  };

  it('are those of a folder sorted by name, with subfolders in order, and named files in their given order', async () => {
    await mkdir(join(folder, 'tree/b/deep'), {recursive: true});
    for (const path of ['tree/c.jpg', 'tree/a.jpg', 'tree/b/deep/one.png', 'other.jpg']) {
      await writeFile(join(folder, path), '');
    }
    assert.deepEqual(await found('other.jpg', 'tree'), [
      'other.jpg, named',
      'tree/a.jpg',
      'tree/b/deep/one.png',
      'tree/c.jpg',
    ]);
  });

  it('end if symbolic links form a cycle, and include the targets of links to files', async () => {
    await mkdir(join(folder, 'links/inner'), {recursive: true});
    await writeFile(join(folder, 'links/a.jpg'), '');
    await symlink('..', join(folder, 'links/inner/up'));
    await symlink('../a.jpg', join(folder, 'links/inner/same.jpg'));
    await symlink('itself', join(folder, 'links/itself'));
    await symlink('nowhere', join(folder, 'links/lost'));
    assert.deepEqual(await found('links'), [
      'links/a.jpg',
      'links/inner/same.jpg',
      'links/itself: not_found',
      'links/lost: not_found',
    ]);
  });

  it('exclude sockets, and a missing name is reported', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no sockets in folders');
    await mkdir(join(folder, 'special'));
    const server = createServer().listen(join(folder, 'special/socket'));
    await new Promise((resolve) => server.once('listening', resolve));
    assert.deepEqual(await found('special', 'absent'), ['absent: not_found']);
    server.close();
  });
});
