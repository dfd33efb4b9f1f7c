import assert from 'node:assert/strict';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import Fastify from 'fastify';
import type {LastingStore} from '../../src/store/expiring-store.js';
import {readyRoute} from '../../src/routes/health/ready.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {noRedis, startRedis} from '../store/redis-server.js';
import {seal} from '../timestamps/live-requests.js';
import {startLive} from '../timestamps/live-service.js';

interface Readiness {
  status: string;
  signers: {sandbox: string; live: string};
  store: {answers: string; keys: string};
  timeStamps?: {live: string};
  trustLists: {official: string};
}

/** Requests a fresh result: results are cached for a second. */
async function readiness({app}: ServiceFixture): Promise<[number, Readiness]> {
  await sleep(1_100);
  const answer = await app.inject('/readyz');
  return [answer.statusCode, answer.json<Readiness>()];
}

describe('GET /readyz', () => {
  it('lists the signers, the stores and the trust lists of a service that is ready', async () => {
    const service = await startFixture();
    try {
      const [status, found] = await readiness(service);
      assert.equal(status, 200);
      const {trustLists, ...rest} = found;
      assert.deepEqual(rest, {
        status: 'ready',
        signers: {sandbox: 'ready', live: 'absent'},
        store: {answers: 'working', keys: 'working'},
      });
      assert.ok(Date.parse(trustLists.official) > Date.parse('2025-01-01'), trustLists.official);
    } finally {
      await service.close();
    }
  });

  it('is degraded, but ready, if no authority issues time stamps', async () => {
    // Nothing listens on this port.
    const service = await startLive({timestampAddresses: ['http://127.0.0.1:9/']});
    try {
      const [, before] = await readiness(service);
      assert.equal(before.timeStamps?.live, 'working', 'as long as nothing was asked for');
      for (let time = 0; time < 6; time++) await seal(service);
      const [status, found] = await readiness(service);
      assert.equal(status, 200);
      assert.equal(found.status, 'degraded');
      assert.deepEqual(found.timeStamps, {live: 'failing'});
      assert.equal(found.signers.live, 'ready');
    } finally {
      await service.close();
    }
  });

  it(
    'answers 503 while its Redis is unreachable, and is ready when it is back',
    {skip: noRedis},
    async () => {
      const redis = await startRedis(undefined, {isPersistent: true});
      const service = await startFixture({redis: redis.url});
      try {
        assert.equal((await readiness(service))[0], 200);
        await redis.stop();
        const [status, found] = await readiness(service);
        assert.equal(status, 503);
        assert.equal(found.status, 'not ready');
        assert.deepEqual(found.store, {answers: 'failing', keys: 'failing'});
        await redis.start();
        const start = performance.now();
        let last = status;
        while (last !== 200 && performance.now() - start < 15_000)
          [last] = await readiness(service);
        assert.equal(last, 200);
      } finally {
        await service.close();
        await redis.close();
      }
    },
  );

  it('checks the stores once a second, and waits for none longer than two seconds', async () => {
    let asked = 0;
    const never = () => {
      asked++;
      return new Promise<undefined>(() => {});
    };
    const app = Fastify();
    const store = {putIfAbsent: never, get: never} as unknown as LastingStore;
    await app.register(readyRoute, {
      isClosing: () => false,
      hasSigner: () => true,
      isSigning: () => true,
      obstacle: () => undefined,
      answers: store,
      keys: store,
      time: () => undefined,
      isAuditWorking: () => undefined,
      listsOf: () => '2026-01-01T00:00:00Z',
    });
    const start = performance.now();
    const answers = await Promise.all(Array.from({length: 50}, () => app.inject('/readyz')));
    assert.ok(performance.now() - start < 10_000);
    assert.deepEqual(new Set(answers.map(({statusCode}) => statusCode)), new Set([503]));
    assert.equal(asked, 2, 'one for answers, one for keys');
    await app.close();
  });
});
