import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {serviceOfSuite} from '../service-fixture.js';

const MIB = 1024 * 1024;
const ORIGIN = 'https://page.example';

const limits = {
  imageLimit: 7 * MIB,
  otherLimit: 9 * MIB,
  bodyTypes: ['application/json', 'application/octet-stream'],
};

describe('GET inspect', () => {
  const service = serviceOfSuite({
    imageLimit: 7 * MIB,
    audioLimit: 9 * MIB,
    allowedOrigins: [ORIGIN],
  });

  it('says how large a file may be and how it may be sent, to everybody and for a while', async () => {
    const answer = await service.app.inject({
      url: '/protection/inspect',
      headers: {origin: ORIGIN},
    });
    assert.equal(answer.statusCode, 200, answer.body);
    assert.deepEqual(answer.json(), limits);
    assert.match(String(answer.headers['cache-control']), /public, max-age=\d+/);
    assert.equal(answer.headers['access-control-allow-origin'], ORIGIN);
  });

  it('says the same for the sandbox', async () => {
    const answer = await service.app.inject({url: '/protection/sandbox/inspect'});
    assert.deepEqual(answer.json(), limits);
  });
});
