import assert from 'node:assert/strict';
import {EventEmitter, once} from 'node:events';
import {rm} from 'node:fs/promises';
import http from 'node:http';
import type {AddressInfo} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import type {FastifyReply, FastifyRequest, LightMyRequestResponse as Answer} from 'fastify';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {KeyLimits} from '../../src/keys/key-limits.js';
import {KeyLimiter} from '../../src/limits/key-limiter.js';
import {InFlight} from '../../src/limits/in-flight.js';
import {EmbeddedStore} from '../../src/store/embedded-store.js';
import {RedisStore} from '../../src/store/redis/redis-store.js';
import {LocalTallies, SharedTallies, type Tallies} from '../../src/store/tallies.js';
import {sealing, send, signed} from '../auth/signing.js';
import {envelope, idempotent, jpegOf, protectForm, sealRequest} from '../requests.js';
import {
  serviceOfSuite,
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';

const make = async ({keys}: ServiceFixture, limits: KeyLimits) =>
  (await keys.create('sandbox', 'limited', {limits})).key;

const seal = (service: ServiceFixture, key: string, request = sealRequest()) =>
  service.post('/seal', request, {'x-api-key': key, ...idempotent(request)});

const isRefused = (answer: Answer, reason: string | undefined, limit: number) => {
  assert.equal(answer.statusCode, 429, answer.body);
  assert.equal(answer.json<Problem>().reason, reason);
  assert.ok(Number(answer.headers['retry-after']) > 0);
  assert.equal(answer.headers['ratelimit-limit'], String(limit));
  assert.equal(answer.headers['ratelimit-remaining'], '0');
  assert.ok(Number(answer.headers['ratelimit-reset']) > 0);
};

describe('The limits of a key', () => {
  const service = serviceOfSuite({requestsPerMinute: 50, sealsPerDay: 4});

  it('replace those of the service, and 0 means no limit', async () => {
    const [few, many] = [await make(service, {perMinute: 3}), await make(service, {perMinute: 0})];
    for (let i = 0; i < 3; i++) {
      const answer = await service.post('/inspect', '{}', {'x-api-key': few});
      assert.equal(answer.headers['ratelimit-limit'], '3');
    }
    const headers = {accept: 'application/problem+json', 'x-api-key': few};
    isRefused(await service.post('/inspect', '{}', headers), undefined, 3);
    for (let i = 0; i < 55; i++) {
      const answer = await service.post('/inspect', '{}', {'x-api-key': many});
      assert.notEqual(answer.statusCode, 429);
    }
  });

  it('count the seals of a day, including uploads, but neither repeated nor failed requests', async () => {
    const key = await make(service, {sealsPerDay: 3});
    const first = sealRequest();
    for (let i = 0; i < 3; i++) {
      assert.equal((await seal(service, key, first)).statusCode, 200, 'the same once more');
      assert.equal((await seal(service, key, sealRequest({manifestSize: 100}))).statusCode, 400);
    }
    const {payload, headers} = await protectForm(jpegOf(1_000), 'image/jpeg', {});
    const uploaded = await service.post('/protect', payload, {...headers, 'x-api-key': key});
    assert.equal(uploaded.statusCode, 200, uploaded.body);
    assert.equal((await seal(service, key)).statusCode, 200);
    isRefused(await seal(service, key), 'quota_used', 3);
    const more = await protectForm(jpegOf(1_000), 'image/jpeg', {});
    const refused = await service.post('/protect', more.payload, {
      ...more.headers,
      'x-api-key': key,
    });
    isRefused(refused, 'quota_used', 3);
    assert.equal((await seal(service, key, first)).statusCode, 200, 'what was sealed is answered');
  });

  it('count inspections separately, and are those of the service if a key has none', async () => {
    const key = await make(service, {inspectionsPerDay: 1});
    const headers = {'x-api-key': key, accept: 'application/problem+json'};
    assert.equal((await service.post('/inspect', envelope(jpegOf(500)), headers)).statusCode, 200);
    isRefused(await service.post('/inspect', envelope(jpegOf(500)), headers), 'quota_used', 1);
    for (let i = 0; i < 4; i++) assert.equal((await seal(service, key)).statusCode, 200);
    isRefused(await seal(service, key), 'quota_used', 4);
  });

  it('of a day are not exceeded by requests that arrive at the same time, however they are authenticated', async () => {
    const limits = {sealsPerDay: 3};
    const key = await service.keys.create('sandbox', 'limited', {limits});
    const answers = await Promise.all(
      Array.from({length: 16}, (_, i) =>
        i % 2 === 0 ? seal(service, key.key) : send(service.app, signed(sealing(), key)),
      ),
    );
    const refused = answers.filter(({statusCode}) => statusCode !== 200);
    assert.equal(refused.length, 13);
    for (const answer of refused) isRefused(answer, 'quota_used', 3);
  });

  it('change with the key', async () => {
    const {key, id} = await service.keys.create('sandbox', 'x', {limits: {sealsPerDay: 1}});
    assert.equal((await seal(service, key)).statusCode, 200);
    assert.equal((await seal(service, key)).statusCode, 429);
    await service.keys.change(id, {limits: {sealsPerDay: 2}});
    await sleep(220);
    assert.equal((await seal(service, key)).statusCode, 200);
  });
});

describe('A key with the maximum number of requests in flight', () => {
  const service = serviceOfSuite();
  let port: number;
  before(async () => {
    await service.app.listen({port: 0, host: '127.0.0.1'});
    ({port} = service.app.server.address() as AddressInfo);
  });

  /** Sends a request without the rest of its body. */
  const beginWith = (key: string) => {
    const request = sealRequest();
    const headers = {
      'x-api-key': key,
      'content-type': 'application/json',
      ...idempotent(request),
    };
    const path = '/protection/sandbox/seal';
    const sent = http.request({port, host: '127.0.0.1', path, method: 'POST', headers});
    sent.on('error', () => undefined).write('{');
    return {sent, rest: JSON.stringify(request).slice(1)};
  };

  it('gets no more requests accepted if many arrive at the same time', async () => {
    const key = await make(service, {concurrency: 2});
    let arrived = 0;
    const count = () => void arrived++;
    service.app.server.on('request', count);
    const begun = Array.from({length: 12}, () => beginWith(key));
    const statuses = begun.map(async ({sent}) => {
      const [answer] = (await once(sent, 'response')) as [http.IncomingMessage];
      return answer.resume().statusCode;
    });
    const end = Date.now() + 10_000;
    while (arrived < begun.length) {
      assert.ok(Date.now() < end, `${arrived} have arrived`);
      await sleep(10);
    }
    service.app.server.off('request', count);
    // The time that the service needs to accept or refuse them.
    await sleep(300);
    for (const {sent, rest} of begun) sent.end(rest);
    const answered = await Promise.all(statuses);
    assert.deepEqual(
      answered.toSorted(),
      Array.from(answered, (_, i) => (i < 2 ? 200 : 429)),
    );
  });

  it('gets no further request accepted until one is answered or its connection ends', async () => {
    const key = await make(service, {concurrency: 2});
    const begin = () => beginWith(key);
    // What was begun is in flight by then; to ask earlier would itself take the place of one.
    const arrive = () => sleep(1_000);
    const [one, two] = [begin(), begin()];
    await arrive();
    isRefused(await seal(service, key), 'too_many_in_flight', 2);
    const answered = once(one.sent, 'response') as Promise<[http.IncomingMessage]>;
    one.sent.end(one.rest);
    const [answer] = await answered;
    answer.resume();
    assert.equal(answer.statusCode, 200);
    await once(answer, 'end');
    assert.equal((await seal(service, key)).statusCode, 200);
    const three = begin();
    await arrive();
    isRefused(await seal(service, key), 'too_many_in_flight', 2);
    two.sent.destroy();
    const end = Date.now() + 10_000;
    while ((await seal(service, key)).statusCode === 429) assert.ok(Date.now() < end, 'it is free');
    assert.equal((await seal(service, key)).statusCode, 200);
    three.sent.destroy();
  });
});

it('a request whose client disconnects while its key is looked up uses no slot', async () => {
  const taken = new Set<string>();
  const tallies = {
    take: (_name: string, holder: string) => Promise.resolve(Boolean(taken.add(holder))),
    free: (_name: string, holder: string) => Promise.resolve(void taken.delete(holder)),
  } as unknown as Tallies;
  const limiter = new KeyLimiter(tallies, {concurrency: 2, sealsPerDay: 0, inspectionsPerDay: 0});
  const request = {keyId: 'key', grant: undefined} as unknown as FastifyRequest;
  const raw = Object.assign(new EventEmitter(), {destroyed: true});
  await limiter.enter(request, {raw} as unknown as FastifyReply);
  await sleep(0);
  assert.equal(taken.size, 0);
});

it('a key without limits causes no call of the store', async () => {
  const never = () => assert.fail('The store is asked.');
  const tallies: Tallies = {add: never, take: never, free: never};
  const none = {concurrency: 0, sealsPerDay: 0, inspectionsPerDay: 0};
  const limiter = new KeyLimiter(tallies, none);
  const request = {keyId: 'key_a', grant: {limits: {perMinute: 7}}} as unknown as FastifyRequest;
  assert.equal(limiter.enter(request, {} as FastifyReply), undefined);
  const done = await limiter.during(request, 'sealsPerDay', () => Promise.resolve('sealed'));
  assert.equal(done, 'sealed');
});

it('a day counts successful requests only, and the next day starts at zero', async () => {
  let now = Date.parse('2026-11-24T23:59:30Z');
  const defaults = {concurrency: 0, sealsPerDay: 2, inspectionsPerDay: 0};
  const limiter = new KeyLimiter(new LocalTallies(), defaults, undefined, () => now);
  const request = {keyId: 'key_a', grant: {limits: {}}} as unknown as FastifyRequest;
  const done = () => limiter.during(request, 'sealsPerDay', () => Promise.resolve('done'));
  const failing = () =>
    limiter.during(request, 'sealsPerDay', () => Promise.reject(new Error('x')));
  for (let i = 0; i < 5; i++) await assert.rejects(failing(), /x/);
  assert.deepEqual([await done(), await done()], ['done', 'done']);
  await assert.rejects(done(), {
    headers: {
      'retry-after': '30',
      'ratelimit-limit': '2',
      'ratelimit-remaining': '0',
      'ratelimit-reset': '30',
    },
  });
  now += 30_000;
  assert.equal(await done(), 'done');
});

/** The contract of tallies, wherever they are stored. @param open opens the same tallies as another service does */
function isTallies(open: () => Promise<Tallies>): void {
  it('are the same for all that share them, and expire', async () => {
    const [here, there] = [await open(), await open()];
    assert.equal(await here.add('a', 1, 60_000), 1);
    assert.equal(await there.add('a', 1, 60_000), 2);
    assert.equal(await here.add('a', -1, 1_000), 1);
    assert.deepEqual(
      [
        await here.take('b', 'one', 2, 1_000),
        await there.take('b', 'two', 2, 60_000),
        await here.take('b', 'three', 2, 60_000),
        await there.take('b', 'one', 2, 1_000),
      ],
      [true, true, false, true],
    );
    await sleep(1_050);
    assert.equal(await there.add('a', 1, 60_000), 1, 'the number has begun anew');
    assert.equal(await there.take('b', 'three', 2, 60_000), true, 'its holder was not heard of');
    assert.equal(await here.take('b', 'four', 2, 60_000), false);
    await there.free('b', 'two');
    await there.free('b', 'unknown');
    assert.equal(await here.take('b', 'four', 2, 60_000), true);
  });

  it('never give out more slots than there are, however many are requested at once', async () => {
    const many = [await open(), await open()];
    const asked = Array.from({length: 20}, (_, i) => many[i % 2]!.take('c', `${i}`, 7, 60_000));
    assert.equal((await Promise.all(asked)).filter(Boolean).length, 7);
  });

  it('keep the slots of slow requests, and free those of a process that has died', async () => {
    // Renewed many times in its lifetime, since a busy processor delays some of them.
    const [dead, living] = [
      new InFlight(await open(), 1_000, 10_000),
      new InFlight(await open(), 1_000, 60),
    ];
    assert.ok(await dead.enter('key', 2));
    const leave = await living.enter('key', 2);
    assert.ok(leave);
    assert.equal(await living.enter('key', 2), undefined);
    await sleep(1_300);
    const other = await living.enter('key', 2);
    assert.ok(other, 'of the one that died');
    assert.equal(await living.enter('key', 2), undefined, 'the long one has its slot');
    leave();
    other();
    await sleep(50);
    assert.ok(await living.enter('key', 1));
  });
}

describe('Tallies of one process', () => {
  let tallies = new LocalTallies();
  before(() => void (tallies = new LocalTallies()));
  isTallies(() => Promise.resolve(tallies));

  it('continue while the shared ones are unreachable', async () => {
    const away = () => Promise.reject(new Error('away'));
    const shared = new SharedTallies({add: away, take: away, free: away});
    assert.equal(await shared.add('a', 1, 1_000), 1);
    assert.equal(await shared.add('a', 1, 1_000), 2);
    assert.equal(await shared.take('b', 'one', 1, 1_000), true);
    assert.equal(await shared.take('b', 'two', 1, 1_000), false);
    await shared.free('b', 'one');
    assert.equal(await shared.take('b', 'two', 1, 1_000), true);
  });
});

describe('Tallies of services that share a data folder', () => {
  let folder: string;
  const opened: EmbeddedStore[] = [];
  before(async () => void (folder = await temporaryFolder()));
  after(async () => {
    for (const store of opened) await store.close();
    await rm(folder, {recursive: true});
  });
  isTallies(async () => {
    const ignore = () => undefined;
    const options = {dataFolder: folder, limit: 1e9, onError: ignore, onLoss: ignore};
    const store = await EmbeddedStore.open(options);
    opened.push(store);
    return store;
  });
});

describe('Services that share a Redis', {skip: noRedis}, () => {
  let redis: RedisServer;
  const opened: RedisStore[] = [];
  before(async () => void (redis = await startRedis(undefined, {isPersistent: true})));
  after(async () => {
    for (const store of opened) await store.close();
    await redis.close();
  });
  isTallies(async () => {
    const store = await RedisStore.open({
      url: redis.url,
      onLost: () => undefined,
      onBack: () => undefined,
    });
    opened.push(store);
    return store;
  });

  it('count the seals of a key together', async () => {
    const options = {redis: redis.url};
    const services = [
      await startFixture({dataFolder: await temporaryFolder(), ...options}),
      await startFixture({dataFolder: await temporaryFolder(), ...options}),
    ];
    try {
      const key = await make(services[0]!, {sealsPerDay: 3});
      const statuses: number[] = [];
      for (let i = 0; i < 5; i++) statuses.push((await seal(services[i % 2]!, key)).statusCode);
      assert.deepEqual(statuses, [200, 200, 200, 429, 429]);
    } finally {
      for (const service of services) await service.close();
    }
  });
});
