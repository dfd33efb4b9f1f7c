import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {decodeJwt} from 'jose';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {envelope, idempotent, jpegOf, sealRequest} from '../requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';

describe('The service over HTTP', () => {
  let service: ServiceFixture;
  before(async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Demo</title>');
    await mkdir(join(root, 'assets'));
    for (const script of ['page', 'verification-worker', 'verification-worker-Dx1']) {
      await writeFile(join(root, `assets/${script}.js`), 'export {};');
    }
    const docs = await temporaryFolder();
    await writeFile(join(docs, '.hidden'), 'secret');
    await writeFile(join(docs, 'index.html'), '<!doctype html><title>Documentation</title>');
    service = await startFixture({
      site: {root, docs},
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
    assert.equal(paths['/demo/token'], undefined);
    assert.ok(webhooks.event?.post?.requestBody);
  });

  it('answers with problem documents to unknown addresses and methods', async () => {
    for (const [method, url, status] of [
      ['GET', '/nowhere', 404],
      ['GET', '/docs/nowhere', 404],
      ['GET', '/docs/.hidden', 404],
      ['POST', '/docs/index.html', 405],
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

  it('serves the site under a strict policy', async () => {
    const page = await service.app.inject('/');
    assert.equal(page.statusCode, 200);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /require-trusted-types-for 'script'/);
    assert.doesNotMatch(policy, /unsafe|\*/);
    assert.match(String(page.headers['permissions-policy']), /camera=\(self\)/);
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal((await service.app.inject('/assets/page.js')).statusCode, 200);
  });

  it('serves the documentation beside the site, under the same policy', async () => {
    const page = await service.app.inject('/docs/');
    assert.match(page.body, /Documentation/);
    assert.match(String(page.headers['content-security-policy']), /script-src 'self';/);
    const {statusCode, headers} = await service.app.inject('/docs');
    assert.deepEqual([statusCode, headers.location], [301, '/docs/']);
  });

  it('allows WebAssembly only in the worker that verifies', async () => {
    const policyOf = async (url: string) =>
      String((await service.app.inject(url)).headers['content-security-policy']);
    for (const script of ['/assets/verification-worker.js', '/assets/verification-worker-Dx1.js']) {
      assert.match(await policyOf(script), /script-src 'self' 'wasm-unsafe-eval';/);
      assert.match(await policyOf(script), /default-src 'none';/);
    }
    for (const other of ['/', '/assets/page.js', '/?a=/verification-worker.js']) {
      assert.match(await policyOf(other), /script-src 'self';/);
    }
  });

  it('gives pages of the site tokens for their own origin only', async () => {
    const host = 'localhost:8080';
    const askFrom = (headers: Record<string, string>) =>
      service.app.inject({method: 'POST', url: '/demo/token', headers: {host, ...headers}});
    const origin = `http://${host}`;
    const answer = await askFrom({origin});
    assert.equal(answer.headers['cache-control'], 'no-store');
    const authorization = `Bearer ${answer.json<{token: string}>().token}`;
    const request = sealRequest();
    const credentials = {'x-api-key': '', authorization, origin};
    const sealed = await service.post('/seal', request, {...idempotent(request), ...credentials});
    assert.equal(sealed.statusCode, 200);
    for (const other of ['https://evil.example', 'http://localhost:8081', 'null', '']) {
      assert.equal((await askFrom({origin: other})).statusCode, 403, other);
    }
  });

  it('gives no token for a revoked key, and the page shows what to do', async () => {
    const host = 'localhost:8080';
    const headers = {host, origin: `http://${host}`};
    const asked = {method: 'POST', url: '/demo/token', headers} as const;
    const {token} = (await service.app.inject(asked)).json<{token: string}>();
    await service.keys.revoke(decodeJwt(token).sub ?? '');
    // The service checks for such changes every 200 ms.
    await sleep(400);
    assert.equal((await service.app.inject(asked)).statusCode, 503);
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
