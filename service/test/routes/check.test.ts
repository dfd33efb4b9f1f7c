import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {serviceOfSuite} from '../service-fixture.js';

const PAGE = 'https://page.example';

describe('POST check', () => {
  const service = serviceOfSuite({allowedOrigins: [PAGE]});

  const check = (headers: Record<string, string>, url = '/protection/sandbox/check') =>
    service.app.inject({
      method: 'POST',
      url,
      headers: {'content-type': 'application/json', ...headers},
      payload: '{}',
    });

  it('says that a capture could be sealed, to a page of another origin, too', async () => {
    const answer = await check({'x-api-key': service.sandbox.key, origin: PAGE});
    assert.equal(answer.statusCode, 204, answer.body);
    assert.equal(answer.body, '');
    assert.equal(answer.headers['access-control-allow-origin'], PAGE);
    assert.equal(answer.headers['cache-control'], 'no-store');
  });

  it('refuses as POST seal does: unknown keys, other roles, other origins, no certificate', async () => {
    const {keys, live} = service;
    const silent = await keys.create('sandbox', 'programs', {roles: ['seal']});
    const inspecting = await keys.create('sandbox', 'desk', {roles: ['inspect']});
    const bound = await keys.create('sandbox', 'shop', {origins: ['https://shop.example']});
    const refused: [status: number, detail: RegExp, key: string, url?: string][] = [
      [401, /key/, 'unknown'],
      [403, /"seal"/, inspecting.key],
      [403, /"claim-capture"/, silent.key],
      [403, /certain origins/, bound.key],
      [503, /no certificate yet/, live.key, '/protection/check'],
    ];
    for (const [status, detail, key, url] of refused) {
      const answer = await check({'x-api-key': key, origin: PAGE}, url);
      assert.equal(answer.statusCode, status, answer.body);
      assert.match(answer.json<Problem>().detail ?? '', detail);
    }
  });
});
