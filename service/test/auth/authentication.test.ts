import assert from 'node:assert/strict';
import {stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {idempotent, jpegOf, protectForm, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';

describe('Authentication', () => {
  const service = serviceOfSuite();

  const sealWith = (headers: Record<string, string>, url = '/protection/sandbox/seal') => {
    const payload = sealRequest();
    return service.app.inject({
      method: 'POST',
      url,
      headers: {...idempotent(payload), ...headers},
      payload,
    });
  };

  it('accepts a key of the environment', async () => {
    const answer = await sealWith({'x-api-key': service.sandbox.key});
    assert.equal(answer.statusCode, 200, answer.body);
  });

  for (const [what, key] of [
    ['no key', undefined],
    ['an empty key', ''],
    ['a short key', 'x'],
    ['an unknown key', `sc_sandbox_${'a'.repeat(43)}`],
    ['a very long key', 'k'.repeat(8000)],
  ] as const) {
    it(`answers 401 with a problem to ${what}`, async () => {
      const answer = await sealWith(key === undefined ? {} : {'x-api-key': key});
      assert.equal(answer.statusCode, 401);
      assert.equal(answer.headers['content-type'], 'application/problem+json');
      assert.equal(answer.json<{status: number}>().status, 401);
      assert.ok(answer.headers['www-authenticate']);
    });
  }

  it('never accepts a key of one environment in the other', async () => {
    const live = await sealWith({'x-api-key': service.sandbox.key}, '/protection/seal');
    assert.equal(live.statusCode, 401);
    const sandbox = await sealWith({'x-api-key': service.live.key});
    assert.equal(sandbox.statusCode, 401);
    assert.match(sandbox.json<{detail: string}>().detail, /live environment/);
  });

  it('answers 503 to a live key on every path while there is no live certificate', async () => {
    const accept = 'application/problem+json';
    const form = await protectForm(jpegOf(1000), 'image/jpeg', {});
    const seal = sealRequest();
    const bodies = {
      '/seal': {payload: seal, headers: idempotent(seal)},
      '/protect': form,
      '/inspect': {payload: {image: 'AAAA'}, headers: {accept}},
    };
    for (const [path, {payload, headers}] of Object.entries(bodies)) {
      const post = (change: Record<string, string>) =>
        service.app.inject({
          method: 'POST',
          url: `/protection${path}`,
          headers: {...headers, 'x-api-key': service.live.key, ...change},
          payload,
        });
      const answer = await post({});
      assert.equal(answer.statusCode, 503, path);
      assert.equal(answer.headers['content-type'], accept, path);
      assert.match(answer.json<{detail: string}>().detail, /no certificate/);
      assert.equal((await post({'x-api-key': 'wrong'})).statusCode, 401, path);
      const plain = await post({accept: '*/*'});
      assert.equal(plain.statusCode, 503, path);
      if (path === '/inspect') assert.equal(plain.body, '');
    }
    const trust = await service.app.inject('/protection/trust.pem');
    assert.equal(trust.statusCode, 503);
    assert.match(trust.json<{detail: string}>().detail, /no certificate/);
  });

  it('refuses a key that another process revoked, and accepts one that it created, without a restart', async () => {
    const elsewhere = new ApiKeys(service.folder);
    const made = await elsewhere.create('sandbox', 'made elsewhere');
    await sleep(250);
    assert.equal((await sealWith({'x-api-key': made.key})).statusCode, 200);
    await elsewhere.revoke(made.id);
    await sleep(250);
    assert.equal((await sealWith({'x-api-key': made.key})).statusCode, 401);
  });

  it('checks the key before it reads the body', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/protection/sandbox/seal',
      headers: {'content-type': 'application/json'},
      payload: '{broken',
    });
    assert.equal(answer.statusCode, 401);
  });

  it('stores keys and certificates with permissions for their owner only', async (t) => {
    if (process.platform === 'win32') return t.skip('Windows has no such modes');
    const mode = async (...path: string[]) =>
      ((await stat(join(service.folder, ...path))).mode & 0o777).toString(8);
    assert.equal(await mode(), '700');
    assert.equal(await mode('keys.db'), '600');
    assert.equal(await mode('sandbox'), '700');
    for (const name of ['root.key', 'signer.key', 'timestamp.key']) {
      assert.equal(await mode('sandbox', name), '600', name);
    }
  });
});
