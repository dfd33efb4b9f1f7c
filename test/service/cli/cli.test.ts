import assert from 'node:assert/strict';
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {chmod, rm, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {ApiKeys, type CreatedKey, type KeySummary} from '../../../src/service/auth/api-keys.js';
import {runKeys} from '../../../src/service/cli/cli-keys.js';
import {UsageError} from '../../../src/service/settings/settings-error.js';
import {command} from './child-service.js';
import {temporaryFolder} from '../service-fixture.js';

describe('The command sealed-capture', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  const run = async (args: string[], environment: NodeJS.ProcessEnv = {}) => {
    const child = spawn(process.execPath, [...command, ...args], {
      env: {...process.env, SEALED_CAPTURE_DATA: join(folder, 'data'), ...environment},
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number];
    return {status, out, err};
  };

  it('makes a key, lists it without its text, and revokes it', async () => {
    const args = ['keys', 'create', '--environment', 'sandbox', '--name', 'My app', '--json'];
    const {status, out} = await run(args);
    assert.equal(status, 0);
    const created = JSON.parse(out) as CreatedKey;
    assert.deepEqual(Object.keys(created).sort(), ['id', 'key', 'secret']);
    const keys = new ApiKeys(join(folder, 'data'));
    assert.equal((await keys.find(created.key))?.name, 'My app');

    const list = await run(['keys', 'list', '--json']);
    assert.ok(!list.out.includes(created.key) && !list.out.includes(created.secret));
    const [listed] = JSON.parse(list.out) as KeySummary[];
    assert.equal(listed?.id, created.id);
    assert.equal(listed?.environment, 'sandbox');

    const revoked = await run(['keys', 'revoke', created.id, '--json']);
    assert.equal(revoked.status, 0);
    assert.ok((JSON.parse(revoked.out) as KeySummary).revokedAt);
    assert.equal(await new ApiKeys(join(folder, 'data')).find(created.key), undefined);
  });

  it('makes a key that only signs where it is told so', async () => {
    const create = ['keys', 'create', '--environment', 'live', '--signed-only'];
    const {status, out} = await run(create);
    assert.equal(status, 0);
    assert.match(out, /sent itself, the key is refused/);
    const listed = await run(['keys', 'list']);
    assert.match(listed.out, /live .* active, signs only$/m);
    const [revoked] = JSON.parse((await run(['keys', 'list', '--json'])).out) as KeySummary[];
    assert.equal(revoked?.signedOnly, undefined);
  });

  it('keeps keys as hashes, in a file for their owner alone', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such modes');
    const file = join(folder, 'data/keys.db');
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await chmod(file, 0o644);
    const {status, err} = await run(['keys', 'list']);
    assert.equal(status, 1);
    assert.match(err, /can be read by other users/);
    await chmod(file, 0o600);
  });

  it('loses no key where several are made at once', async () => {
    const keys = new ApiKeys(join(folder, 'many'));
    const others = new ApiKeys(join(folder, 'many'));
    await Promise.all(
      Array.from({length: 20}, (_, i) => (i % 2 ? keys : others).create('live', `${i}`)),
    );
    assert.equal((await keys.list()).length, 20);
  });

  it('explains itself', async () => {
    const {status, out} = await run(['--help']);
    assert.equal(status, 0);
    for (const word of ['serve', 'keys create', 'keys revoke', 'SEALED_CAPTURE_DATA']) {
      assert.ok(out.includes(word), word);
    }
  });

  it('ends with 2 on wrong usage', async () => {
    for (const args of [[], ['keys', 'list', '--verbose']]) {
      const {status, out, err} = await run(args);
      assert.equal(status, 2);
      assert.equal(out, '');
      assert.match(err, /--help/);
    }
  });

  for (const args of [
    [],
    ['unknown'],
    ['create'],
    ['create', '--environment', 'test'],
    ['revoke'],
    ['revoke', 'one', 'two'],
  ]) {
    it(`takes "keys ${args.join(' ')}" for wrong usage`, async () => {
      await assert.rejects(runKeys(args), UsageError);
    });
  }

  it('ends with 1 and says what to do where something is wrong', async () => {
    const unknown = await run(['keys', 'revoke', 'key_unknown']);
    assert.equal(unknown.status, 1);
    assert.match(unknown.err, /no key with the id/);
    const anchors = await run(['serve'], {SEALED_CAPTURE_TRUST_ANCHORS: join(folder, 'nowhere')});
    assert.equal(anchors.status, 1);
    assert.match(anchors.err, /trust anchors/);
    assert.doesNotMatch(anchors.err, /\n\s+at /, 'no stack');
  });
});
