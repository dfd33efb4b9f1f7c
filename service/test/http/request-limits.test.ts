import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import {SignJWT} from 'jose';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {networkOf, wideNetworkOf} from '../../src/http/client-network.js';
import {LocalCounts, SharedCounts} from '../../src/http/request-counts.js';
import {sealing, signed, withHeaders} from '../auth/signing.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';
import {
  serviceOfSuite,
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../service-fixture.js';

const INSPECT = '/protection/sandbox/inspect';

/** Sends a request from an address, with a valid or invalid key. */
const ask = ({app, sandbox}: ServiceFixture, remoteAddress: string, key = sandbox.key) =>
  app.inject({
    method: 'POST',
    url: INSPECT,
    remoteAddress,
    headers: {'x-api-key': key, accept: 'application/problem+json'},
    payload: {image: ''},
  });

describe('Wrong credentials', () => {
  const service = serviceOfSuite({refusalsPerMinute: 5});

  it('are limited by network, and valid ones from there are still accepted', async () => {
    for (let i = 0; i < 5; i++) {
      assert.equal((await ask(service, '192.0.2.1', 'wrong')).statusCode, 401);
    }
    const refused = await ask(service, '192.0.2.1', 'wrong');
    assert.equal(refused.statusCode, 429, refused.body);
    assert.equal(refused.json<Problem>().status, 429);
    const wait = Number(refused.headers['retry-after']);
    assert.ok(wait > 0 && wait <= 60, `${wait} s`);
    assert.equal(refused.headers['ratelimit-limit'], '5');
    assert.equal((await ask(service, '192.0.2.1')).statusCode, 400, 'of the body alone');
    assert.equal((await ask(service, '192.0.2.200', 'wrong')).statusCode, 429, 'the same network');
    assert.equal((await ask(service, '192.0.3.1', 'wrong')).statusCode, 401, 'another network');
  });

  it('count whether they are keys, tokens or signatures', async () => {
    const from = (headers: Record<string, string>) => {
      const asked = withHeaders(sealing(), headers);
      return service.app.inject({
        method: 'POST',
        url: asked.path,
        remoteAddress: '192.0.6.1',
        headers: asked.headers,
        payload: asked.body,
      });
    };
    const guess = {id: service.sandbox.id, secret: 'guess'};
    const claims = new SignJWT({sub: guess.id}).setProtectedHeader({alg: 'HS256'});
    // Its expiry is no excuse, because the signature is another's.
    const token = await claims.setExpirationTime(1).sign(Buffer.alloc(32, 'guess'));
    for (const headers of [
      {'x-api-key': 'wrong'},
      {authorization: 'Bearer wrong'},
      {authorization: `Bearer ${token}`},
      signed(sealing(), guess).headers,
      signed(sealing(), {...guess, id: 'key_unknown'}).headers,
    ]) {
      assert.equal((await from(headers)).statusCode, 401);
    }
    const further = [{authorization: `Bearer ${token}`}, signed(sealing(), guess).headers];
    for (const {statusCode} of await Promise.all(further.map(from))) assert.equal(statusCode, 429);
    assert.equal((await from({'x-api-key': service.sandbox.key})).statusCode, 200);
  });

  it('count for the whole network of an IPv6 address', async () => {
    for (let i = 0; i < 5; i++) await ask(service, `2001:db8:1:2::${i}`, 'wrong');
    assert.equal((await ask(service, '2001:db8:1:2:ffff::1', 'wrong')).statusCode, 429);
    assert.equal((await ask(service, '2001:db8:1:3::1', 'wrong')).statusCode, 401);
  });

  it('count together with requests for unknown addresses', async () => {
    const nowhere = () => service.app.inject({url: '/nowhere', remoteAddress: '192.0.4.3'});
    for (let i = 0; i < 5; i++) assert.equal((await nowhere()).statusCode, 404);
    const refused = await nowhere();
    assert.equal(refused.statusCode, 429);
    assert.ok(refused.headers['retry-after']);
  });
});

describe('Behind a proxy', () => {
  const service = serviceOfSuite({refusalsPerMinute: 5, trustedProxies: ['192.0.2.0/28', '::1']});
  const askFor = (client: string, remoteAddress: string) =>
    service.app.inject({
      method: 'POST',
      url: INSPECT,
      remoteAddress,
      headers: {'x-api-key': 'wrong', 'x-forwarded-for': client},
      payload: {image: ''},
    });

  it('clients are counted instead of the proxy, if it is trusted', async () => {
    for (let i = 0; i < 5; i++) {
      assert.equal((await askFor('198.51.100.1', '192.0.2.1')).statusCode, 401);
    }
    assert.equal((await askFor('198.51.100.1', '192.0.2.1')).statusCode, 429);
    assert.equal((await askFor('198.51.100.1', '192.0.2.2')).statusCode, 429, 'another proxy');
    assert.equal((await askFor('198.51.101.2', '192.0.2.1')).statusCode, 401, 'another client');
  });

  it('forwarding headers of a client are ignored, directly or through the proxy', async () => {
    for (let i = 0; i < 5; i++) await askFor(`203.0.${i}.1`, '198.51.102.7');
    assert.equal((await askFor('203.0.9.1', '198.51.102.7')).statusCode, 429);
    for (let i = 0; i < 5; i++) await askFor(`203.0.${i}.1, 198.51.103.8`, '192.0.2.1');
    assert.equal((await askFor('203.0.9.1, 198.51.103.8', '192.0.2.1')).statusCode, 429);
  });
});

describe('Services that share a Redis', {skip: noRedis}, () => {
  let redis: RedisServer;
  let services: ServiceFixture[];
  before(async () => {
    redis = await startRedis(undefined, {isPersistent: true});
    const options = {redis: redis.url, requestsPerMinute: 20, refusalsPerMinute: 6};
    services = [];
    for (let i = 0; i < 3; i++) {
      services.push(await startFixture({dataFolder: await temporaryFolder(), ...options}));
    }
  });
  after(async () => {
    for (const service of services) await service.close();
    await redis.close();
  });

  it('count the requests of a key together', async () => {
    const {key} = services[0]!.sandbox;
    const statuses: number[] = [];
    for (let i = 0; i < 30; i++) {
      statuses.push((await ask(services[i % 3]!, '192.0.2.1', key)).statusCode);
    }
    assert.equal(statuses.filter((status) => status !== 429).length, 20);
  });

  it('count wrong credentials together', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 9; i++) {
      statuses.push((await ask(services[i % 3]!, '192.0.2.9', 'wrong')).statusCode);
    }
    assert.deepEqual(statuses, [401, 401, 401, 401, 401, 401, 429, 429, 429]);
  });
});

describe('Counts of requests', () => {
  it('start again after their window', async () => {
    let time = 0;
    const counts = new LocalCounts(() => time);
    assert.deepEqual(await counts.count('key', 'a', 1000), {current: 1, ttl: 1000});
    time += 400;
    assert.deepEqual(await counts.count('key', 'a', 1000), {current: 2, ttl: 600});
    time += 600;
    assert.deepEqual(await counts.count('key', 'a', 1000), {current: 1, ttl: 1000});
  });

  it('continue in each service while the shared ones are unreachable', async () => {
    const counts = new SharedCounts({count: () => Promise.reject(new Error('away'))});
    assert.equal((await counts.count('key', 'a', 1000)).current, 1);
    assert.equal((await counts.count('key', 'a', 1000)).current, 2);
  });

  it('are per first 24 bits of an IPv4 address, and per first 64 of an IPv6 address', () => {
    for (const [address, network] of [
      ['192.0.2.1', '192.0.2.0/24'],
      ['::ffff:192.0.2.1', '192.0.2.0/24'],
      ['2001:DB8::1', '2001:db8:0:0::/64'],
      ['2001:db8:0:0:1:2:3:4', '2001:db8:0:0::/64'],
      ['2001:0db8:0001::', '2001:db8:1:0::/64'],
      ['fe80::1%eth0', 'fe80:0:0:0::/64'],
      ['::1', '0:0:0:0::/64'],
    ] as const) {
      assert.equal(networkOf(address), network, address);
    }
    assert.equal(wideNetworkOf('2001:db8:1:2::3'), '2001:db8:1::/48');
    assert.equal(wideNetworkOf('192.0.2.1'), '192.0.2.0/24');
  });
});
