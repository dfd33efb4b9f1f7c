import assert from 'node:assert/strict';
import {createHash, randomBytes, randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {copyFile, readFile, rename, rm, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import {DatabaseSync} from '@photostructure/sqlite';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {allRoles} from '../../src/keys/roles.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import type {LastingStore} from '../../src/store/expiring-store.js';
import {openLastingStore} from '../../src/store/open-stores.js';
import {keyIdOf} from '@sealed-capture/seal/model/seal/message-signature.js';
import {atNight} from '../../../test/variants.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';
import {startFixture, temporaryFolder} from '../service-fixture.js';
import {detailOf, sealing, send, signed, withHeaders} from '../auth/signing.js';

/** A key as the first version wrote it to `keys.json`. */
interface OldKey {
  id: string;
  key: string;
  secret: string;
  revokedAt?: string;
}

const oldKey = (
  revokedAt?: string,
  key = `sc_sandbox_${randomBytes(32).toString('base64url')}`,
) => ({
  id: keyIdOf(createHash('sha256').update(key).digest('base64url')),
  key,
  secret: randomBytes(32).toString('base64url'),
  ...(revokedAt !== undefined && {revokedAt}),
});

async function writeOldFile(folder: string, keys: OldKey[]): Promise<void> {
  const file = {
    version: 1,
    keys: keys.map(({key, ...stored}, i) => ({
      ...stored,
      name: `old ${i}`,
      environment: 'sandbox',
      digest: createHash('sha256').update(key).digest('base64'),
      createdAt: '2026-01-02T03:04:05.678Z',
    })),
  };
  await writeFile(join(folder, 'keys.json'), JSON.stringify(file, null, 2), {mode: 0o600});
}

describe('The keys of the first version in keys.json', () => {
  let folder: string;
  beforeEach(async () => void (folder = await temporaryFolder()));
  afterEach(() => rm(folder, {recursive: true, force: true}));

  it('are all imported, in their order, and revoked ones stay revoked', async () => {
    const revokedAt = '2026-02-03T04:05:06.789Z';
    const [one, gone, other] = [oldKey(), oldKey(revokedAt), oldKey()];
    await writeOldFile(folder, [one, gone, other]);
    const text = await readFile(join(folder, 'keys.json'), 'utf8');
    for (const keys of [new ApiKeys(folder), new ApiKeys(folder)]) {
      assert.deepEqual(await keys.list(), [
        {
          id: one.id,
          name: 'old 0',
          environment: 'sandbox',
          roles: allRoles(true),
          mayClaimCapture: true,
          createdAt: '2026-01-02T03:04:05.678Z',
          changedAt: '2026-01-02T03:04:05.678Z',
        },
        {
          id: gone.id,
          name: 'old 1',
          environment: 'sandbox',
          roles: allRoles(true),
          mayClaimCapture: true,
          createdAt: '2026-01-02T03:04:05.678Z',
          changedAt: revokedAt,
          revokedAt,
        },
        {
          id: other.id,
          name: 'old 2',
          environment: 'sandbox',
          roles: allRoles(true),
          mayClaimCapture: true,
          createdAt: '2026-01-02T03:04:05.678Z',
          changedAt: '2026-01-02T03:04:05.678Z',
        },
      ]);
      assert.equal((await keys.find(one.key))?.id, one.id);
      assert.equal(await keys.find(gone.key), undefined);
      assert.ok(await keys.findById(other.id));
      await keys.close();
    }
    assert.ok(!existsSync(join(folder, 'keys.json')));
    assert.equal(await readFile(join(folder, 'keys.json.taken-over'), 'utf8'), text);
  });

  it('are imported again if the first import was interrupted, and no revoked key becomes valid', async () => {
    const [one, two, other] = [oldKey(), oldKey(), oldKey()];
    await writeOldFile(folder, [one, two]);
    const before = new ApiKeys(folder);
    await before.revoke(one.id);
    await before.close();
    await writeOldFile(folder, [one, {...two, revokedAt: '2026-02-03T04:05:06.789Z'}, other]);
    const again = new ApiKeys(folder);
    assert.equal(await again.find(one.key), undefined);
    assert.equal(await again.find(two.key), undefined);
    assert.ok(await again.find(other.key));
    assert.equal((await again.list()).length, 3);
    await again.close();
  });

  it('are imported by one of many processes that open them at once', async () => {
    const keys = Array.from({length: 20}, () => oldKey());
    await writeOldFile(folder, keys);
    const many = Array.from({length: 5}, () => new ApiKeys(folder));
    await Promise.all(many.map((one) => one.load()));
    for (const one of many) {
      assert.equal((await one.list()).length, 20);
      await one.close();
    }
  });

  it('have the properties of the later one if two have the same text', async () => {
    const first = oldKey('2026-02-03T04:05:06.789Z');
    const second = oldKey(undefined, first.key);
    await writeOldFile(folder, [first, second]);
    const keys = new ApiKeys(folder);
    assert.ok(await keys.find(first.key));
    await keys.close();
  });

  it('are refused if the file is damaged, and stay there', async () => {
    for (const text of ['{"version": 1', '{"version": 1, "keys": [{"id": 7}]}']) {
      await writeFile(join(folder, 'keys.json'), text, {mode: 0o600});
      await assert.rejects(new ApiKeys(folder).load(), (error) => {
        assert.ok(error instanceof SettingsError);
        assert.match(error.message, /keys\.json is damaged/);
        return true;
      });
      assert.equal(await readFile(join(folder, 'keys.json'), 'utf8'), text);
    }
  });

  it('are found by their old random id and by the id that is derived from their text', async () => {
    const key = oldKey();
    const older = `key_${randomUUID()}`;
    await writeOldFile(folder, [{...key, id: older}]);
    const service = await startFixture({dataFolder: folder});
    const keys = new ApiKeys(folder);
    const statusOf = async (id: string) =>
      (await send(service.app, signed(sealing(), {...key, id}))).statusCode;
    assert.equal(await statusOf(older), 200);
    assert.equal(await statusOf(key.id), 200);
    const sent = await send(service.app, withHeaders(sealing(), {'x-api-key': key.key}));
    assert.equal(sent.statusCode, 200);
    assert.equal((await keys.revoke(key.id))?.id, older);
    await sleep(250);
    assert.equal(await statusOf(older), 401);
    assert.equal(await statusOf(key.id), 401);
    assert.equal((await keys.revoke(older))?.id, older);
    await keys.close();
    await service.close();
  });
});

describe('The file of API keys', () => {
  let folder: string;
  before(async () => void (folder = await temporaryFolder()));
  after(() => rm(folder, {recursive: true}));

  it('is refused by name if it is damaged, and not changed', async () => {
    const path = join(folder, 'keys.db');
    const keys = new ApiKeys(folder);
    const {key} = await keys.create('live', 'one');
    for (let i = 0; i < 20; i++) await keys.create('live', `${i}`);
    await keys.close();
    const whole = await readFile(path);
    const isRefusal = (error: unknown) =>
      error instanceof SettingsError && error.message.startsWith(`${path} is damaged`);
    const overwritten = Buffer.concat([whole.subarray(0, 4096), randomBytes(whole.length - 4096)]);
    for (const damage of [
      () => truncate(path, whole.length >> 1),
      () => truncate(path, 1000),
      () => writeFile(path, overwritten),
      () => writeFile(path, 'something else'),
    ]) {
      await writeFile(path, whole);
      await damage();
      const damaged = await readFile(path);
      await assert.rejects(new ApiKeys(folder).list(), isRefusal);
      assert.ok(damaged.equals(await readFile(path)));
    }
    await writeFile(path, whole);
    const again = new ApiKeys(folder);
    assert.ok(await again.find(key));
    await again.close();
  });

  it('is read again if another file replaces it, and no key is accepted if it was removed', async () => {
    const own = await temporaryFolder();
    const path = join(own, 'keys.db');
    const serving = new ApiKeys(own);
    const first = await serving.create('live', 'first');
    assert.ok(await serving.find(first.key));
    // Replaces the file by name while the service runs, as an operator restores a backup.
    await copyFile(path, `${path}.new`);
    await rename(`${path}.new`, path);
    const command = new ApiKeys(own);
    const second = await command.create('live', 'second');
    await command.revoke(first.id);
    await sleep(250);
    assert.equal(await serving.find(first.key), undefined);
    assert.ok(await serving.find(second.key));
    await rename(path, `${path}.away`);
    await sleep(250);
    await assert.rejects(serving.find(second.key), /keys\.db is not there any more/);
    assert.ok(!existsSync(path));
    await rename(`${path}.away`, path);
    await sleep(250);
    assert.ok(await serving.find(second.key));
    await command.close();
    await serving.close();
    await rm(own, {recursive: true});
  });

  it('is refused if the bytes of a key have changed', async () => {
    const keys = new ApiKeys(folder);
    const {key, id} = await keys.create('live', 'changed');
    await keys.revoke(id);
    await keys.close();
    const database = new DatabaseSync(join(folder, 'keys.db'));
    database.exec(
      `UPDATE entries SET value = CAST(replace(CAST(value AS TEXT), 'revokedAt', 'rewokedAt') AS BLOB)`,
    );
    database.close();
    await assert.rejects(new ApiKeys(folder).find(key), SettingsError);
  });

  it('never contains the text of a key', async () => {
    const place = await temporaryFolder();
    const keys = new ApiKeys(place);
    const {key} = await keys.create('live', 'secret');
    await keys.close();
    assert.ok(!(await readFile(join(place, 'keys.db'))).includes(key.slice(8)));
    await rm(place, {recursive: true});
  });
});

describe('API keys on Redis', {skip: noRedis}, () => {
  let redis: RedisServer;
  const folders: string[] = [];
  const opened: LastingStore[] = [];
  const folder = async () => {
    const path = await temporaryFolder();
    folders.push(path);
    return path;
  };
  const open = async (dataFolder: string) => {
    const store = await openLastingStore({redis: redis.url, dataFolder});
    opened.push(store);
    return new ApiKeys(dataFolder, store);
  };
  before(async () => void (redis = await startRedis('a-secret-word')));
  beforeEach(async () => {
    await redis.stop();
    await redis.start();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((store) => store.close()));
    for (const path of folders.splice(0)) await rm(path, {recursive: true});
  });
  after(() => redis.close());

  it('are shared by services without a shared folder: created, listed and revoked for all', async () => {
    const [here, there] = [await open(await folder()), await open(await folder())];
    const made = await here.create('sandbox', 'shared');
    assert.equal((await there.find(made.key))?.id, made.id);
    assert.deepEqual(await there.list(), await here.list());
    await there.revoke(made.id);
    await sleep(250);
    assert.equal(await here.find(made.key), undefined);
    assert.equal(await here.findById(made.id), undefined);
    assert.ok(!existsSync(join(folders[0]!, 'keys.db')));
  });

  it('are not lost if several are created at once', async () => {
    const many = [await open(await folder()), await open(await folder())];
    await Promise.all(Array.from({length: 20}, (_, i) => many[i % 2]!.create('live', `${i}`)));
    assert.equal((await many[0]!.list()).length, 20);
  });

  it('are imported from the data folder, and revoked ones stay revoked', async () => {
    const [first, second] = [await folder(), await folder()];
    const [one, gone] = [oldKey(), oldKey('2026-02-03T04:05:06.789Z')];
    await writeOldFile(first, [one, gone]);
    const local = new ApiKeys(second);
    const made = await local.create('live', 'local');
    const revoked = await local.create('live', 'revoked');
    await local.revoke(revoked.id);
    await local.close();
    await (await open(first)).load();
    const keys = await open(second);
    assert.deepEqual(
      (await keys.list()).map(({id, revokedAt}) => [id, revokedAt !== undefined]),
      [
        [one.id, false],
        [gone.id, true],
        [made.id, false],
        [revoked.id, true],
      ],
    );
    assert.ok(await keys.find(one.key));
    assert.ok(await keys.find(made.key));
    assert.equal(await keys.find(revoked.key), undefined);
    assert.ok(existsSync(join(second, 'keys.db.taken-over')));
  });

  it('never expire from Redis', async () => {
    const keys = await open(await folder());
    const {id} = await keys.create('live', 'lasting');
    await keys.revoke(id);
    const {createClient} = await import('redis');
    const client = await createClient({url: redis.url}).connect();
    const names = await client.keys('*');
    assert.equal(names.length, 1);
    for (const name of names) assert.equal(await client.pTTL(name), -1, name);
    await client.close();
  });

  // By day, keys are shared without a folder above; idempotency-requests.test.ts checks the 503, token-secret.test.ts the tokens.
  atNight(it)(
    'work in services with two folders, tokens included, and get 503 while Redis is unreachable',
    async () => {
      const options = {redis: redis.url};
      const services = [await startFixture(options), await startFixture(options)];
      try {
        const {sandbox} = services[0]!;
        const shown = () => withHeaders(sealing(), {'x-api-key': sandbox.key});
        for (const {app} of services) {
          assert.equal((await send(app, shown())).statusCode, 200);
          assert.equal((await send(app, signed(sealing(), sandbox))).statusCode, 200);
        }
        const origin = 'https://page.example';
        const minting = sealing('/protection/sandbox/tokens', {origin});
        const minted = await send(services[0]!.app, signed(minting, sandbox));
        const authorization = `Bearer ${minted.json<{token: string}>().token}`;
        const sealed = await send(
          services[1]!.app,
          withHeaders(sealing(), {origin, authorization}),
        );
        assert.equal(sealed.statusCode, 200, sealed.body);
        await redis.stop();
        await sleep(250);
        const refused = await send(services[1]!.app, shown());
        assert.equal(refused.statusCode, 503, detailOf(refused));
        assert.ok(refused.headers['retry-after']);
      } finally {
        await Promise.all(services.map((service) => service.close()));
      }
    },
  );
});
