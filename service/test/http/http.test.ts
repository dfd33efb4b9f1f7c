import assert from 'node:assert/strict';
import {after, before, describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {envelope, idempotent, jpegOf, sealRequest} from '../requests.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';

describe('The service over HTTP', () => {
  let service: ServiceFixture;
  before(async () => {
    service = await startFixture({
      allowedOrigins: ['https://app.example'],
      requestsPerMinute: 25,
    });
  });
  after(() => service.close());

  it('reports its health, and which environments can seal', async () => {
    const answer = await service.app.inject('/healthz');
    assert.deepEqual(answer.json(), {status: 'ok', sealing: {sandbox: true, live: false}});
  });

  it('returns the sandbox roots without credentials, also to pages of allowed origins', async () => {
    const from = (origin: string) =>
      service.app.inject({url: '/protection/sandbox/trust.pem', headers: {origin}});
    const answer = await from('https://app.example');
    assert.equal(answer.statusCode, 200);
    assert.match(answer.body, /^-----BEGIN CERTIFICATE-----/);
    assert.equal(answer.headers['access-control-allow-origin'], 'https://app.example');
    const stranger = await from('https://other.example');
    assert.equal(stranger.headers['access-control-allow-origin'], undefined);
  });

  it('describes every endpoint', async () => {
    const {paths, openapi, webhooks} = (await service.app.inject('/openapi.json')).json<{
      openapi: string;
      webhooks: {event?: {post?: {requestBody?: unknown}}};
      paths: Record<string, Record<string, {requestBody?: unknown}>>;
    }>();
    assert.match(openapi, /^3\./);
    for (const base of ['/protection', '/protection/sandbox']) {
      for (const path of ['seal', 'protect', 'inspect']) {
        assert.ok(paths[`${base}/${path}`]?.['post']?.requestBody, `${base}/${path}`);
      }
      assert.ok(paths[`${base}/trust.pem`]?.['get']);
    }
    assert.ok(webhooks.event?.post?.requestBody);
  });

  it('answers with problem documents to unknown addresses and methods', async () => {
    for (const [method, url, status] of [
      ['GET', '/nowhere', 404],
      ['POST', '/protection/nowhere', 404],
      ['GET', '/protection/sandbox/seal', 405],
      ['DELETE', '/protection/sandbox/trust.pem', 405],
      ['GET', '/%zz', 400],
      ['GET', '/../../etc/passwd', 404],
      ['GET', '/..%2f..%2fetc%2fpasswd', 404],
    ] as const) {
      const answer = await service.app.inject({method, url});
      assert.ok([status, 403].includes(answer.statusCode), `${url} ${answer.statusCode}`);
      assert.equal(answer.headers['content-type'], 'application/problem+json', url);
      if (status === 405) assert.ok(answer.headers.allow, url);
    }
  });

  it('lets pages of allowed origins read answers, and no others', async () => {
    const from = async (origin: string) =>
      (await service.app.inject({url: '/healthz', headers: {origin}})).headers;
    const allowed = 'access-control-allow-origin';
    assert.equal((await from('https://app.example'))[allowed], 'https://app.example');
    assert.equal((await from('https://evil.example'))[allowed], undefined);
    const preflight = await service.app.inject({
      method: 'OPTIONS',
      url: '/protection/sandbox/seal',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'x-api-key,idempotency-key,content-type',
      },
    });
    assert.equal(preflight.statusCode, 204);
    assert.match(String(preflight.headers['access-control-allow-headers']), /Idempotency-Key/);
  });

  it('limits the requests of one key, with Retry-After', async () => {
    const {key} = await service.keys.create('sandbox', 'busy');
    const request = sealRequest();
    let last;
    for (let i = 0; i < 26; i++) {
      last = await service.post('/seal', request, {...idempotent(request), 'x-api-key': key});
      if (i === 0) assert.equal(last.headers['ratelimit-limit'], '25');
      assert.equal(last.statusCode, i < 25 ? 200 : 429, last.body.slice(0, 200));
    }
    assert.ok(Number(last?.headers['retry-after']) > 0);
    assert.equal(last?.json<Problem>().status, 429);
    const inspection = await service.post('/inspect', envelope(jpegOf(1000)), {'x-api-key': key});
    assert.equal(inspection.statusCode, 429);
    assert.equal(inspection.body, '');
    assert.equal((await service.post('/seal', request, idempotent(request))).statusCode, 200);
  });
});
