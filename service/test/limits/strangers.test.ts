import assert from 'node:assert/strict';
import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {after, before, describe, it} from 'node:test';
import {LocalCounts, SharedCounts, type RequestCounts} from '../../src/http/request-counts.js';
import {LocalTallies, SharedTallies, type Tallies} from '../../src/store/tallies.js';
import {RedisStore} from '../../src/store/redis/redis-store.js';
import type {Settings} from '../../src/settings/settings.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {sealing, send, signed} from '../auth/signing.js';

const MINUTE_MS = 60_000;
/** More than either kind of count remembers. */
const NETWORKS = 30_000;
const AT_ONCE = 500;

/** Runs the work for each number, many at the same time. */
async function each(count: number, work: (number: number) => Promise<unknown>): Promise<void> {
  for (let first = 0; first < count; first += AT_ONCE) {
    const numbers = Array.from({length: Math.min(AT_ONCE, count - first)}, (_, i) => first + i);
    await Promise.all(numbers.map(work));
  }
}
const networkNumber = (number: number) =>
  `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}/24`;

/** Fills each table from so many networks, in the middle of what a key does. */
async function keysKeepTheirCounts(counts: RequestCounts, tallies: Tallies): Promise<void> {
  for (let time = 1; time <= 10; time++) {
    assert.equal((await counts.count('key', 'requests:a-key', MINUTE_MS)).current, time);
    assert.equal(await tallies.add('sealsPerDay:a-key', 1, MINUTE_MS), time);
  }
  assert.ok(await tallies.take('in-flight:a-key', 'first', 1, MINUTE_MS));
  await each(NETWORKS, async (number) => {
    const name = networkNumber(number);
    await counts.count('network', `requests:${name}`, MINUTE_MS);
    await counts.count('network', `refusals:${name}`, MINUTE_MS);
  });
  assert.equal((await counts.count('key', 'requests:a-key', MINUTE_MS)).current, 11);
  assert.equal(await tallies.add('sealsPerDay:a-key', 1, MINUTE_MS), 11);
  assert.equal(await tallies.take('in-flight:a-key', 'second', 1, MINUTE_MS), false);
}

/** A key that has used its limit is refused also after strangers from more networks than are remembered. */
async function keysKeepTheirLimits(service: ServiceFixture): Promise<void> {
  const ask = async (key: string, client: string) =>
    (
      await service.app.inject({
        method: 'POST',
        url: '/protection/sandbox/check',
        remoteAddress: '192.0.2.1',
        headers: {'x-api-key': key, 'x-forwarded-for': client, 'content-type': 'application/json'},
        payload: '{}',
      })
    ).statusCode;
  const {key} = service.sandbox;
  const own: number[] = [];
  for (let time = 0; time < 11; time++) own.push(await ask(key, '198.51.100.1'));
  assert.equal(own.filter((status) => status === 429).length, 1);
  await each(21_000, async (number) => {
    const client = `10.${number >> 8}.${number & 255}.1`;
    assert.equal(await ask(createHash('sha256').update(client).digest('hex'), client), 401);
  });
  assert.equal(await ask(key, '198.51.100.1'), 429);
}

/** Bytes of all its data. */
function memoryOf({port}: RedisServer): number {
  const said = execFileSync('redis-cli', ['-p', String(port), 'info', 'memory'], {
    encoding: 'utf8',
  });
  return Number(/^used_memory_dataset:(\d+)/m.exec(said)?.[1]);
}

const limits: Partial<Settings> = {
  requestsPerMinute: 10,
  trustedProxies: ['192.0.2.1'],
  logLevel: 'silent',
};

describe('Strangers of more networks than are remembered', () => {
  it('make no key forgotten in the counts of one process, and are forgotten themselves', async () => {
    const counts = new LocalCounts();
    await keysKeepTheirCounts(counts, new LocalTallies());
    const name = `requests:${networkNumber(0)}`;
    assert.equal((await counts.count('network', name, MINUTE_MS)).current, 1);
  });

  it('take no key its limit in one process', async () => {
    const service = await startFixture(limits);
    await keysKeepTheirLimits(service);
    await service.close();
  });
});

describe(
  'Strangers of more networks than are remembered, with a shared Redis',
  {skip: noRedis},
  () => {
    let redis: RedisServer;
    before(async () => (redis = await startRedis(undefined, {isPersistent: true})));
    after(() => redis.close());

    it('make no key forgotten, and take little of its memory', async () => {
      const store = await RedisStore.open({
        url: redis.url,
        onLost: () => undefined,
        onBack: () => undefined,
      });
      const before = memoryOf(redis);
      await keysKeepTheirCounts(new SharedCounts(store), new SharedTallies(store));
      const taken = memoryOf(redis) - before;
      assert.ok(taken < 4_000_000, `${taken} bytes`);
      await store.close();
    });

    it('is not filled by the nonces of requests that a key sends beyond its limit', async () => {
      const service = await startFixture({...limits, redis: redis.url});
      const statuses: number[] = [];
      for (let number = 0; number < 30; number++) {
        const answer = await send(service.app, signed(sealing(), service.sandbox));
        statuses.push(answer.statusCode);
      }
      assert.equal(statuses.filter((status) => status === 429).length, 20);
      const args = ['-p', String(redis.port), '--scan', '--pattern', '*nonce:*'];
      const nonces = execFileSync('redis-cli', args, {encoding: 'utf8'}).trim().split('\n');
      assert.equal(nonces.length, 10);
      await service.close();
    });

    it('take no key its limit', async () => {
      const service = await startFixture({...limits, redis: redis.url});
      await keysKeepTheirLimits(service);
      await service.close();
    });
  },
);
