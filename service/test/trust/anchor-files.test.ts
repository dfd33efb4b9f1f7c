import assert from 'node:assert/strict';
import {rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {Value} from 'typebox/value';
import {forAnyUse, TrustAnchors} from '@sealed-capture/seal/model/inspection/trust-anchors.js';
import {readAnchors} from '../../src/trust/anchor-files.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {temporaryFolder} from '../service-fixture.js';

describe('the name of a file with trust anchors, which people see as that of a list', () => {
  it('has at most 64 characters, and none that is hidden or forges what is read', async () => {
    const {rootPem} = await makeAuthority();
    const folder = await temporaryFolder();
    const read = async (name: string) => {
      const file = join(folder, `${name}.pem`);
      await writeFile(file, rootPem);
      try {
        const [one, all] = [await readAnchors(file), await readAnchors(folder)];
        return [one, all].flatMap(({names}) => Object.values(names));
      } finally {
        await rm(file);
      }
    };
    const camera = '\u{1F4F7}';
    for (const name of ['Makers of Köln', camera.repeat(50), 'x'.repeat(64)]) {
      // In a file system, a name has at most 255 bytes.
      assert.deepEqual(await read(name), [name, name]);
    }
    for (const name of ['a\u202eb', 'a\u200bb', 'a\nb', 'a\u001b[2Jb', 'x'.repeat(65)]) {
      await assert.rejects(read(name), (error: unknown) => {
        assert.ok(error instanceof SettingsError);
        assert.match(error.message, /Rename it: at most 64 characters/);
        return true;
      });
    }
  });

  it('stands for all certificates of the file: a damaged one is refused', async () => {
    const folder = await temporaryFolder();
    const {rootPem} = await makeAuthority();
    const file = join(folder, 'cut.pem');
    const cut = rootPem.slice(0, 400);
    for (const text of [`${rootPem}\n${cut}`, `${cut}\n${rootPem}`]) {
      await writeFile(file, text);
      await assert.rejects(readAnchors(file), /cut\.pem holds a damaged certificate/);
    }
  });

  it('is not taken from a service if it is longer', () => {
    const isTaken = (length: number) =>
      Value.Check(TrustAnchors, {...forAnyUse(''), names: {ab: 'x'.repeat(length)}});
    assert.deepEqual([isTaken(64), isTaken(65)], [true, false]);
  });
});
