import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import Fastify from 'fastify';
import {answerErrors} from '../../src/http/error-answers.js';
import {refuseOverload} from '../../src/http/http-security.js';
import {LocalCounts} from '../../src/http/request-counts.js';
import {Refusals} from '../../src/http/refusals.js';
import {readSettings, type Settings} from '../../src/settings/settings.js';

/** A service with two routes. */
async function serviceWith(limits: Partial<Settings>) {
  const app = Fastify();
  answerErrors(app, new Refusals(new LocalCounts(), 0));
  await refuseOverload(app, {...readSettings({}), ...limits});
  await app.register((routes, _options, done) => {
    for (const path of ['/healthz', '/readyz', '/seal']) routes.get(path, () => 'answered');
    done();
  });
  await app.ready();
  return app;
}

describe('An overloaded service', () => {
  for (const [what, limits] of [
    ['whose heap is large', {heapLimit: 1024 * 1024}],
    ['whose event loop is late', {eventLoopLimit: 5}],
  ] as const) {
    it(`refuses requests with Retry-After, ${what}, and still answers health requests`, async () => {
      const app = await serviceWith(limits);
      // After the first second was measured, the event loop is blocked for half of the time.
      const until = performance.now() + 1_200;
      while (performance.now() < until) {
        const end = performance.now() + 100;
        while (performance.now() < end);
        await new Promise((resolve) => setImmediate(resolve));
      }
      const refused = await app.inject('/seal');
      assert.equal(refused.statusCode, 503);
      assert.equal(refused.headers['retry-after'], '5');
      assert.equal(refused.headers['content-type'], 'application/problem+json');
      for (const path of ['/healthz', '/readyz']) {
        assert.equal((await app.inject(path)).statusCode, 200);
      }
      await app.close();
    });
  }

  it('refuses nothing for this reason unless a limit is set', async () => {
    const app = await serviceWith({});
    assert.ok(!app.hasDecorator('isUnderPressure'));
    assert.equal((await app.inject('/seal')).statusCode, 200);
    await app.close();
  });
});
