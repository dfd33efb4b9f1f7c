import assert from 'node:assert/strict';
import {mkdir, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {brotliCompressSync, brotliDecompressSync} from 'node:zlib';
import {decodeJwt} from 'jose';
import {demo} from '../../demo/server/demo.js';
import {idempotent, sealRequest} from '../../service/test/requests.js';
import {
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../../service/test/service-fixture.js';

describe('The demo over HTTP', () => {
  let service: ServiceFixture;
  before(async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Demo</title>');
    await mkdir(join(root, 'assets'));
    for (const script of ['page', 'verification-worker', 'verification-worker-Dx1']) {
      await writeFile(join(root, `assets/${script}.js`), 'export {};');
    }
    await writeFile(join(root, 'assets/page.js.br'), brotliCompressSync('export {};'));
    const docs = await temporaryFolder();
    await writeFile(join(docs, '.hidden'), 'secret');
    await writeFile(join(docs, '404.html'), '<!doctype html><title>Nothing here</title>');
    await writeFile(join(docs, 'index.html'), '<!doctype html><title>Documentation</title>');
    service = await startFixture(demo({root, docs}));
  });
  after(() => service.close());

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

  it('sends the compressed copy of a file to browsers that take it', async () => {
    const get = (encoding: string) =>
      service.app.inject({url: '/assets/page.js', headers: {'accept-encoding': encoding}});
    const {headers, rawPayload} = await get('gzip, deflate, br');
    assert.equal(headers['content-encoding'], 'br');
    assert.match(String(headers['content-type']), /javascript/);
    assert.equal(brotliDecompressSync(rawPayload).toString(), 'export {};');
    assert.equal((await get('gzip')).body, 'export {};');
  });

  it('serves the documentation beside the site, under the same policy but for Vue’s Trusted Types', async () => {
    const page = await service.app.inject('/docs/');
    assert.match(page.body, /Documentation/);
    const policy = String(page.headers['content-security-policy']);
    assert.match(policy, /script-src 'self';/);
    assert.match(policy, /trusted-types vue lit-html sealed-capture demo$/);
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

  it('answers with problem documents to unknown addresses and methods', async () => {
    for (const [method, url, status] of [
      ['GET', '/nowhere', 404],
      ['GET', '/docs/nowhere', 404],
      ['GET', '/docs/.hidden', 404],
      ['POST', '/docs/index.html', 405],
      ['GET', '/protection/sandbox/seal', 405],
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

  it('shows people a page at an unknown address, and finds pages without their ending', async () => {
    for (const url of ['/nowhere', '/docs/nowhere']) {
      const {statusCode, headers, body} = await service.app.inject({
        url,
        headers: {accept: 'text/html,*/*'},
      });
      assert.equal(statusCode, 404);
      assert.match(String(headers['content-type']), /^text\/html/);
      assert.match(body, /Nothing here/);
      assert.match(String(headers['content-security-policy']), /trusted-types vue/);
    }
    assert.match((await service.app.inject('/docs/index')).body, /Documentation/);
  });

  it('is not in the description of the service', async () => {
    const {paths} = (await service.app.inject('/openapi.json')).json<{paths: object}>();
    assert.ok('/protection/seal' in paths);
    assert.ok(!('/demo/token' in paths));
  });
});
