import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {serviceOfSuite} from '../service-fixture.js';

/** OPTIONS is the method of preflight requests, which are answered for any path. */
const methods = ['DELETE', 'GET', 'HEAD', 'PATCH', 'POST', 'PUT', 'TRACE'] as const;

describe('A known path with a wrong method', () => {
  const service = serviceOfSuite();

  it('gets 405 with the allowed methods, for every path of the description', async () => {
    const {paths} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    for (const [path, operations] of Object.entries(paths)) {
      const described = Object.keys(operations).map((method) => method.toUpperCase());
      const allowed = [...described, ...(described.includes('GET') ? ['HEAD'] : [])].sort();
      const url = path.replace(/\{[^}]+\}/g, 'x');
      for (const method of methods.filter((one) => !allowed.includes(one))) {
        const {statusCode, headers, body} = await service.app.inject({
          method: method as 'GET',
          url,
        });
        assert.equal(statusCode, 405, `${method} ${url}`);
        assert.equal(headers.allow, allowed.join(', '), `${method} ${url}`);
        assert.equal(headers['content-type'], 'application/problem+json');
        if (method === 'HEAD') continue;
        assert.match((JSON.parse(body) as Problem).detail ?? '', /^Send (GET|POST)/);
      }
    }
  });

  it('is told apart from an unknown path, which gets 404', async () => {
    for (const url of ['/protection/x', '/protection/sandbox/seals', '/protection/ocsp/x']) {
      const {statusCode, headers} = await service.app.inject({method: 'PUT', url});
      assert.deepEqual([statusCode, headers.allow], [404, undefined], url);
    }
  });
});
