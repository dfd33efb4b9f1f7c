import assert from 'node:assert/strict';
import {EventEmitter} from 'node:events';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import {OpenPace} from '../../../src/service/http/open-pace.js';
import {ProblemError} from '../../../src/service/http/problems.js';
import {serviceOfSuite} from '../service-fixture.js';

const rawOf = () => new EventEmitter() as ServerResponse;

describe('Requests without a key', () => {
  it('take turns of five milliseconds, and those that came too late are refused', async () => {
    const pace = new OpenPace(() => 0);
    const start = performance.now();
    const turns = Array.from({length: 500}, () => pace.turn(rawOf()).then(() => 'turn', String));
    const results = await Promise.all(turns);
    assert.equal(results.filter((result) => result === 'turn').length, 401);
    assert.ok(performance.now() - start > 1_900);
    await assert.rejects(pace.turn(rawOf()), (error) => error instanceof ProblemError);
  });

  it('do not wait when there are few, nor once their client has gone', async () => {
    let time = 0;
    const pace = new OpenPace(() => time);
    for (let number = 0; number < 100; number++) {
      const start = performance.now();
      await pace.turn(rawOf());
      assert.ok(performance.now() - start < 1_000);
      time += 10;
    }
    for (let number = 0; number < 100; number++) void pace.turn(rawOf());
    const raw = rawOf();
    const waiting = pace.turn(raw);
    raw.emit('close');
    const start = performance.now();
    await waiting;
    assert.ok(performance.now() - start < 400);
  });

  const spaced = serviceOfSuite();

  it('are spaced where they need none, also to what is not there, and requests with a key are not', async () => {
    const crowd = async (url: string, headers = {}) => {
      const start = performance.now();
      await Promise.all(Array.from({length: 100}, () => spaced.app.inject({url, headers})));
      return performance.now() - start;
    };
    assert.ok((await crowd('/protection/sandbox/trust.pem')) > 490);
    assert.ok((await crowd('/nowhere')) > 490);
    const before = performance.now();
    const waiting = crowd('/protection/sandbox/inspect');
    const {key} = spaced.sandbox;
    const check = {method: 'POST', url: '/protection/sandbox/check', payload: {}} as const;
    const {statusCode} = await spaced.app.inject({...check, headers: {'x-api-key': key}});
    assert.equal(statusCode, 204);
    assert.ok(performance.now() - before < 400, 'it does not wait for the others');
    await waiting;
  });

  const service = serviceOfSuite({openRequestsPerMinute: 5, refusalsPerMinute: 5});
  const routes: [method: 'GET' | 'POST', path: string][] = [
    ['GET', 'trust.json'],
    ['GET', 'trust.pem'],
    ['GET', 'inspect'],
    ['POST', 'ocsp'],
    ['GET', 'ocsp/MA=='],
    ['GET', 'authorities/root.cer'],
    ['POST', 'timestamp'],
    ['POST', 'tokens'],
    ['GET', 'nowhere'],
  ];
  for (const [number, [method, path]] of routes.entries()) {
    it(`are limited by network at ${method} ${path}, and refused late`, async () => {
      const ask = async (host: number, url = path) => {
        const start = performance.now();
        const {statusCode, headers} = await service.app.inject({
          method,
          url: `/protection/sandbox/${url}`,
          remoteAddress: `203.0.${number}.${host}`,
        });
        return {statusCode, headers, time: performance.now() - start};
      };
      for (let host = 1; host <= 5; host++) assert.notEqual((await ask(host)).statusCode, 429);
      const {statusCode, headers, time} = await ask(6);
      assert.equal(statusCode, 429);
      assert.ok(Number(headers['retry-after']) > 0);
      assert.ok(time >= 1_000, `${time} ms`);
    });
  }
});
