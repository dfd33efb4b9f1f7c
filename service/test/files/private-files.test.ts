import assert from 'node:assert/strict';
import {chmod, mkdir, readdir, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {sandboxCertificates} from '../../src/certificates/certificates.js';
import {makePrivateFolder} from '../../src/files/private-files.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {temporaryFolder} from '../service-fixture.js';

const onWindows = process.platform === 'win32' && 'Windows has no such modes';

describe('A private folder', {skip: onWindows}, () => {
  let base: string;
  before(async () => void (base = await temporaryFolder()));
  after(() => rm(base, {recursive: true}));

  const modeOf = async (path: string) => (await stat(path)).mode & 0o7777;
  const folderOf = async (name: string, mode: number) => {
    const path = join(base, name);
    await mkdir(path);
    await chmod(path, mode);
    return path;
  };

  it('is created with permissions for its owner only, with all parent folders', async () => {
    await makePrivateFolder(join(base, 'new/data'));
    assert.equal(await modeOf(join(base, 'new')), 0o700);
    assert.equal(await modeOf(join(base, 'new/data')), 0o700);
  });

  it('is refused by the name of its setting if there is a file at its path', async () => {
    const path = join(base, 'file');
    await writeFile(path, '');
    await assert.rejects(makePrivateFolder(path), (error) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /is a file, not a folder\. Name .* SEALED_CAPTURE_DATA\.$/);
      return true;
    });
  });

  it('keeps its mode if it exists', async () => {
    const path = await folderOf('kept', 0o755);
    await makePrivateFolder(path);
    await new ApiKeys(path).create('sandbox', 'test');
    assert.equal(await modeOf(path), 0o755);
    assert.equal(await modeOf(join(path, 'keys.db')), 0o600);
  });

  for (const mode of [0o1777, 0o777, 0o770]) {
    it(`is refused if others can write to it (${mode.toString(8)}), and not changed`, async () => {
      const path = await folderOf(`open-${mode}`, mode);
      const isRefusal = (error: unknown) =>
        error instanceof SettingsError && error.message.includes(path);
      await assert.rejects(sandboxCertificates(path, Date.now()), isRefusal);
      await assert.rejects(new ApiKeys(path).create('sandbox', 'test'), isRefusal);
      assert.equal(await modeOf(path), mode);
      assert.deepEqual(await readdir(path), []);
    });
  }
});
