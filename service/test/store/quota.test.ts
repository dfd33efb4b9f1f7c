import assert from 'node:assert/strict';
import {randomBytes, randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {EmbeddedStore} from '../../src/store/embedded-store.js';
import {QuotaExceeded, type ExpiringStore, type Quota} from '../../src/store/expiring-store.js';
import {RedisStore} from '../../src/store/redis/redis-store.js';
import {idempotent, sealRequest} from '../requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from './redis-server.js';

const HOUR = 60 * 60 * 1000;
const MIB = 1024 * 1024;
const mark = Buffer.of(0);

const quotaOf = (key: string, limits: Partial<Quota> = {}): Quota => ({
  owner: `answer:live:${key}`,
  entries: 1000,
  bytes: MIB,
  total: 64 * MIB,
  lifetime: HOUR,
  ...limits,
});

/** Stores an answer as a request does. @returns its key */
async function answer(store: ExpiringStore, quota: Quota, bytes = 1000): Promise<string> {
  const key = `${quota.owner}:${randomUUID()}`;
  await store.putIfAbsent(key, mark, HOUR, quota);
  const to = {value: randomBytes(bytes), lifetime: HOUR, keep: 'held', quota} as const;
  await store.replace(key, mark, to);
  return key;
}

function quotaContract(open: () => Promise<ExpiringStore>): void {
  it('refuses answers of a key beyond its maximum number, and of no other key', async () => {
    const store = await open();
    const quota = quotaOf('a', {entries: 3});
    const [first] = [await answer(store, quota), await answer(store, quota)];
    await answer(store, quota);
    await assert.rejects(answer(store, quota), QuotaExceeded);
    assert.ok(await store.putIfAbsent(first, mark, HOUR, quota), 'what is there is given');
    await answer(store, quotaOf('b', {entries: 3}));
  });

  it('refuses answers of a key beyond its maximum size', async () => {
    const store = await open();
    const quota = quotaOf('c', {bytes: 20_000});
    await answer(store, quota, 12_000);
    await answer(store, quota, 12_000);
    await assert.rejects(answer(store, quota), QuotaExceeded);
  });

  it('counts nothing for work that failed', async () => {
    const store = await open();
    const quota = quotaOf('d', {entries: 1});
    for (let i = 0; i < 3; i++) {
      const key = `${quota.owner}:${randomUUID()}`;
      assert.equal(await store.putIfAbsent(key, mark, HOUR, quota), undefined);
      await store.remove(key, mark, quota);
    }
  });
}

const refused = (problem: Problem, retryAfter: unknown) => {
  assert.equal(problem.status, 429);
  assert.match(problem.detail ?? '', /all the room that one key may have\. Nothing was sealed/);
  assert.ok(Number(retryAfter) > 0);
};

const sealWith = async ({app}: ServiceFixture, key: string, request = sealRequest()) =>
  app.inject({
    method: 'POST',
    url: '/protection/sandbox/seal',
    headers: {'x-api-key': key, ...idempotent(request)},
    payload: request,
  });

async function fillsItsQuotaAlone(service: ServiceFixture): Promise<void> {
  const other = await service.keys.create('sandbox', 'other');
  const kept = sealRequest();
  const sealed = await sealWith(service, other.key, kept);
  assert.equal(sealed.statusCode, 200, sealed.body);
  for (let i = 0; i < 5; i++) {
    assert.equal((await sealWith(service, service.sandbox.key)).statusCode, 200);
  }
  const surplus = await sealWith(service, service.sandbox.key);
  refused(surplus.json<Problem>(), surplus.headers['retry-after']);
  const again = await sealWith(service, other.key, kept);
  assert.equal(again.headers['idempotency-replayed'], 'true');
  assert.deepEqual(again.rawPayload, sealed.rawPayload);
  assert.equal((await sealWith(service, other.key)).statusCode, 200);
}

describe('The quota of answers in the data folder', () => {
  const folders: string[] = [];
  const stores: EmbeddedStore[] = [];
  const open = async (limit = 64 * MIB) => {
    const dataFolder = await temporaryFolder();
    folders.push(dataFolder);
    const ignore = () => undefined;
    const options = {dataFolder, limit, onError: ignore, onLoss: ignore, upkeepEvery: 20};
    const store = await EmbeddedStore.open(options);
    stores.push(store);
    return store;
  };
  after(async () => {
    for (const store of stores) await store.close();
    for (const folder of folders) await rm(folder, {recursive: true, force: true});
  });

  quotaContract(open);

  it("is free again after the key's answers have expired", async () => {
    const store = await open();
    const quota = quotaOf('e', {entries: 1});
    await store.putIfAbsent(`${quota.owner}:${randomUUID()}`, mark, 50, quota);
    await assert.rejects(answer(store, quota), QuotaExceeded);
    let isFree = false;
    for (let wait = 0; wait < 100 && !isFree; wait++) {
      await sleep(100);
      isFree = await answer(store, quota).then(
        () => true,
        () => false,
      );
    }
    assert.ok(isFree);
  });

  it("never removes another key's answer, and beyond the total refuses keys above their share", async () => {
    const store = await open(MIB);
    const limits = {total: MIB, bytes: 8 * MIB};
    const kept = await answer(store, quotaOf('quiet', limits), 10_000);
    let stored = 0;
    await assert.rejects(async () => {
      for (; stored < 1000; stored++) await answer(store, quotaOf('loud', limits), 10_000);
    }, QuotaExceeded);
    assert.ok(stored >= 90, `${stored} stored`);
    await sleep(200);
    assert.ok(await store.putIfAbsent(kept, mark, HOUR), 'it is still there');
    await answer(store, quotaOf('quiet', limits), 10_000);
  });

  it('is reported to a client before anything is sealed', async () => {
    const service = await startFixture({answersPerKey: 5});
    await fillsItsQuotaAlone(service);
    await service.close();
  });
});

describe('The quota of answers in Redis', {skip: noRedis}, () => {
  let redis: RedisServer;
  const stores: RedisStore[] = [];
  const openIt = async (server = redis, warnings: string[] = []) => {
    const store = await RedisStore.open({
      url: server.url,
      onLost: () => undefined,
      onBack: () => undefined,
      onVolatile: (warning) => warnings.push(warning),
    });
    stores.push(store);
    return store;
  };
  before(async () => void (redis = await startRedis(undefined, {isPersistent: true})));
  after(async () => {
    for (const store of stores) await store.close();
    await redis.close();
  });

  quotaContract(() => openIt());

  it('is reported to a client before anything is sealed', async () => {
    const service = await startFixture({redis: redis.url, answersPerKey: 5});
    await fillsItsQuotaAlone(service);
    await service.close();
  });

  it('prevents a start with a Redis that evicts', async () => {
    const options = ['--maxmemory', '40mb', '--maxmemory-policy', 'allkeys-lru'];
    const evicting = await startRedis(undefined, {isPersistent: true, options});
    await assert.rejects(openIt(evicting), (error: unknown) => {
      assert.ok(error instanceof SettingsError);
      assert.match(error.message, /allkeys-lru.*Set maxmemory-policy noeviction/);
      return true;
    });
    await evicting.close();
  });

  it('warns of a Redis that writes nothing to disk, and of no other', async () => {
    const volatile = await startRedis();
    const warnings: string[] = [];
    await openIt(volatile, warnings);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /Set appendonly yes/);
    await openIt(redis, warnings);
    assert.equal(warnings.length, 1);
    await stores.at(-2)!.close();
    await volatile.close();
  });
});
