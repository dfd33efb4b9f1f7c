import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {existsSync} from 'node:fs';
import {chmod, rm, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {tokenSecret} from '../../src/auth/token-secret.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {LastingFile} from '../../src/store/lasting-file.js';
import {temporaryFolder} from '../service-fixture.js';

describe('The token secret', () => {
  let folder: string;
  let opened: LastingFile[];
  const open = async () => {
    const store = await LastingFile.open(join(folder, 'keys.db'));
    opened.push(store);
    return store;
  };
  beforeEach(async () => {
    folder = await temporaryFolder();
    opened = [];
  });
  afterEach(async () => {
    await Promise.all(opened.map((store) => store.close()));
    await rm(folder, {recursive: true});
  });

  it('is the same for all processes that create it at once, and after a restart', async () => {
    const stores = await Promise.all(Array.from({length: 4}, open));
    const secrets = await Promise.all(
      Array.from({length: 8}, (_, i) => tokenSecret(stores[i % 4]!, folder, 'live')),
    );
    secrets.push(await tokenSecret(await open(), folder, 'live'));
    for (const secret of secrets) assert.ok(Buffer.from(secret).equals(secrets[0]!));
    assert.equal(secrets[0]!.length, 32);
  });

  it('differs between environments', async () => {
    const store = await open();
    const live = Buffer.from(await tokenSecret(store, folder, 'live'));
    assert.ok(!live.equals(await tokenSecret(store, folder, 'sandbox')));
  });

  it('is imported from the file of the first version', async (t) => {
    const secret = randomBytes(32);
    const path = join(folder, 'token-secret-live');
    await writeFile(path, `${secret.toString('base64url')}\n`, {mode: 0o600});
    const store = await open();
    if (process.platform === 'win32') t.diagnostic('Windows has no such modes');
    else {
      await chmod(path, 0o644);
      await assert.rejects(tokenSecret(store, folder, 'live'), SettingsError);
      await chmod(path, 0o600);
    }
    assert.ok(secret.equals(await tokenSecret(store, folder, 'live')));
    assert.ok(!existsSync(path));
    assert.ok(secret.equals(await tokenSecret(store, folder, 'live')));
  });

  it('is refused if the file of the first version is damaged', async () => {
    await writeFile(join(folder, 'token-secret-live'), 'short\n', {mode: 0o600});
    await assert.rejects(tokenSecret(await open(), folder, 'live'), /is damaged. Remove it/);
  });
});
