import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {writeFile} from 'node:fs/promises';
import {request as sendRequest, type IncomingMessage} from 'node:http';
import {connect, type AddressInfo} from 'node:net';
import {text} from 'node:stream/consumers';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {demo as withDemo} from '../../demo/server/demo.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {ServiceOptions} from '../../service/src/service.js';
import {
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../../service/test/service-fixture.js';

const opened: ServiceFixture[] = [];
after(() => Promise.all(opened.map((service) => service.close())));

/** A service that listens, and its answers to requests with any Host. */
async function listening(options: ServiceOptions) {
  const service = await startFixture(options);
  await service.app.listen({port: 0, host: '127.0.0.1'});
  const {port} = service.app.server.address() as AddressInfo;
  const ask = async (host: string, path = '/', method = 'GET', given = {}) => {
    const headers = {host, origin: `http://${host}`, ...given};
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      sendRequest({port, host: '127.0.0.1', path, method, headers}, resolve)
        .on('error', reject)
        .end();
    });
    return {status: answer.statusCode, headers: answer.headers, body: await text(answer)};
  };
  opened.push(service);
  return {port, ask};
}

async function pages(): Promise<string> {
  const root = await temporaryFolder();
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Demo</title>');
  return root;
}

describe('A server with the demo', () => {
  let demo: Awaited<ReturnType<typeof listening>>;
  before(async () => (demo = await listening(withDemo({root: await pages()}))));

  it('answers no request of a page whose name resolves to it (DNS rebinding), on any route', async () => {
    const {ask, port} = demo;
    for (const [path, method] of [
      ['/', 'GET'],
      ['/uploads', 'GET'],
      ['/uploads', 'POST'],
      [`/uploads/${randomUUID()}`, 'GET'],
      [`/uploads/${randomUUID()}`, 'DELETE'],
      ['/demo/token', 'POST'],
      ['/nowhere', 'GET'],
      ['/openapi.json', 'GET'],
      ['/protection/sandbox/trust.pem', 'GET'],
      ['/protection/sandbox/seal', 'POST'],
      ['/protection/sandbox/seal', 'OPTIONS'],
      ['/protection/sandbox/inspect', 'POST'],
      ['/protection/tokens', 'POST'],
    ] as const) {
      const accept = 'application/problem+json';
      const answer = await ask(`evil.example:${port}`, path, method, {accept});
      assert.equal(answer.status, 421, `${method} ${path}`);
      assert.equal(answer.headers['content-type'], accept, path);
      assert.equal(answer.headers['set-cookie'], undefined);
      assert.match(
        (JSON.parse(answer.body) as Problem).detail ?? '',
        /localhost.*SEALED_CAPTURE_PUBLIC_ADDRESS/,
      );
    }
    for (const open of ['/healthz', '/readyz']) {
      assert.equal((await ask('evil.example', open)).status, 200, open);
    }
  });

  it('answers as localhost and by its addresses, with any port', async () => {
    for (const host of [
      'localhost',
      'LocalHost:8080',
      'demo.localhost:1',
      '127.0.0.1',
      '192.168.1.5:8080',
      '[::1]:8080',
      '[fe80::1]',
    ]) {
      assert.equal((await demo.ask(host)).status, 200, host);
    }
    const token = await demo.ask('127.0.0.1:8080', '/demo/token', 'POST');
    assert.equal(token.status, 200);
  });

  it('answers no other, similar or malformed Host', async () => {
    for (const host of [
      'localhost.evil.example',
      'evillocalhost',
      'localhost@evil.example',
      'localhost/evil',
      'localhost:80:80',
      '127.0.0.1.evil.example',
      '[evil.example]',
      '::1',
      '2130706433.example',
    ]) {
      assert.equal((await demo.ask(host)).status, 421, host);
    }
    // HTTP/1.0 does not require a Host.
    for (const lines of [
      'HTTP/1.0',
      'HTTP/1.0\r\nHost: ',
      'HTTP/1.1\r\nHost:\r\nConnection: close',
    ]) {
      const socket = connect(demo.port, '127.0.0.1');
      socket.write(`GET /uploads ${lines}\r\n\r\n`);
      assert.match(await text(socket), /^HTTP\/1\.1 421 /, lines);
    }
  });
});

it('A server with the demo answers under the name that it listens on, and that of its public address', async () => {
  const {ask} = await listening({
    ...withDemo({root: await pages()}),
    host: 'Studio.local',
    publicAddress: 'https://demo.example:8443/seals',
  });
  for (const host of ['studio.local:8080', 'demo.example', 'DEMO.example:8443']) {
    assert.equal((await ask(host)).status, 200, host);
  }
  for (const host of ['evil.example', 'a.studio.local', 'seals']) {
    assert.equal((await ask(host)).status, 421, host);
  }
});

it('A server with the demo behind a trusted proxy checks the Host that arrived and the one that is passed on', async () => {
  const {ask} = await listening({
    ...withDemo({root: await pages()}),
    publicAddress: 'https://demo.example',
    trustedProxies: ['127.0.0.1'],
  });
  const through = async (host: string, passed: string) =>
    (await ask(host, '/', 'GET', {'x-forwarded-host': passed})).status;
  assert.equal(await through('localhost:8080', 'demo.example'), 200);
  assert.equal(await through('localhost:8080', 'evil.example'), 421);
  // A page under a rebound name can send the header itself.
  assert.equal(await through('evil.example', 'localhost:8080'), 421);
});

it('A service without the demo answers under every name, because clients need its credentials', async () => {
  const {ask} = await listening({});
  assert.equal((await ask('seals.example', '/protection/sandbox/trust.pem')).status, 200);
});
