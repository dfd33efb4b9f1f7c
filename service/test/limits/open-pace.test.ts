import assert from 'node:assert/strict';
import {EventEmitter} from 'node:events';
import type {ServerResponse} from 'node:http';
import {describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {OpenPace} from '../../src/limits/open-pace.js';
import {ProblemError} from '../../src/http/problems.js';
import {serviceOfSuite} from '../service-fixture.js';

const rawOf = () => new EventEmitter() as ServerResponse;

describe('Requests without a key', () => {
  it('take turns of five milliseconds, and no more than a hundred of one network wait', async () => {
    const pace = new OpenPace();
    const start = performance.now();
    const turns = Array.from({length: 550}, (_, number) =>
      pace.turn(`10.0.${number % 5}.0/24`, rawOf()).then(() => 'turn', String),
    );
    const results = await Promise.all(turns);
    assert.equal(results.filter((result) => result === 'turn').length, 501);
    assert.ok(performance.now() - start > 2_400);
  });

  it('of all networks wait in a limited number', async () => {
    const pace = new OpenPace();
    const raw = rawOf().setMaxListeners(0);
    for (let number = 0; number < 2_001; number++) void pace.turn(`10.${number}.0.0/24`, raw);
    await assert.rejects(pace.turn('10.3000.0.0/24', rawOf()), ProblemError);
    raw.emit('close');
    await pace.turn('10.3000.0.0/24', rawOf());
  });

  it('do not wait when there are few, nor once their client has gone', async () => {
    const pace = new OpenPace();
    for (let number = 0; number < 100; number++) {
      const start = performance.now();
      await pace.turn('10.0.0.0/24', rawOf());
      assert.ok(performance.now() - start < 1_000);
      await sleep(11);
    }
    for (let number = 0; number < 100; number++) void pace.turn('10.0.0.0/24', rawOf());
    const raw = rawOf();
    const waiting = pace.turn('10.0.1.0/24', raw);
    raw.emit('close');
    const start = performance.now();
    await waiting;
    assert.ok(performance.now() - start < 400);
  });

  it('wait for one of each network, not for all of another one', async () => {
    const pace = new OpenPace();
    const done: string[] = [];
    const turn = (network: string) =>
      pace.turn(network, rawOf()).then(() => void done.push(network));
    const crowd = Array.from({length: 90}, () => turn('crowd'));
    await turn('other');
    assert.ok(done.length <= 3, `${done.length} turns`);
    await Promise.all(crowd);
  });

  const spaced = serviceOfSuite();

  it('are spaced where they need none, and requests with a key are not', async () => {
    const crowd = async (url: string, headers = {}) => {
      const start = performance.now();
      await Promise.all(Array.from({length: 100}, () => spaced.app.inject({url, headers})));
      return performance.now() - start;
    };
    assert.ok((await crowd('/protection/sandbox/trust.pem')) > 490);
    let isOver = false;
    const waiting = crowd('/protection/sandbox/inspect').then(() => (isOver = true));
    const {key} = spaced.sandbox;
    const check = {method: 'POST', url: '/protection/sandbox/check', payload: {}} as const;
    const {statusCode} = await spaced.app.inject({...check, headers: {'x-api-key': key}});
    assert.equal(statusCode, 204);
    assert.equal(isOver, false, 'it does not wait for the others');
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
