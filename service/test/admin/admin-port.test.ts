import assert from 'node:assert/strict';
import {once} from 'node:events';
import {chmod, copyFile, readFile, rm, writeFile} from 'node:fs/promises';
import {Agent, request} from 'node:https';
import {createServer, type AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {connect} from 'node:tls';
import {setTimeout as sleep} from 'node:timers/promises';
import Fastify, {type FastifyInstance} from 'fastify';
import {adminOf, openAdminPort, type AdminPort} from '../../src/admin/admin-port.js';
import {LocalCounts} from '../../src/http/request-counts.js';
import {Refusals} from '../../src/http/refusals.js';
import {startService} from '../../src/running-service.js';
import {readSettings, type Settings} from '../../src/settings/settings.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {atNight} from '../../../test/variants.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {startChild} from '../cli/child-service.js';
import {serviceOfSuite, temporaryFolder} from '../service-fixture.js';
import {askAs, makeAdminCertificates} from './admin-certificates.js';

/** An admin port with one route of each kind, on a service without other functions. */
async function open(
  given: Partial<Settings>,
): Promise<{service: FastifyInstance; port: AdminPort}> {
  const service = Fastify();
  const settings = {...readSettings({}), adminPort: 0, ...given};
  const port = await openAdminPort(service, settings, new Refusals(new LocalCounts(), 0), {
    open: async (app) => {
      await app.register((routes, _options, done) => {
        routes.get('/figures', () => 'figures');
        done();
      });
    },
    restricted: async (app) => {
      await app.register((routes, _options, done) => {
        routes.get('/who', (request) => adminOf(request));
        done();
      });
    },
  });
  assert.ok(port);
  return {service, port};
}

const refusedWith = (words: RegExp) => (error: unknown) =>
  error instanceof SettingsError && words.test(error.message);

describe('The admin port without TLS', () => {
  const service = serviceOfSuite({adminPort: 0});

  it('returns health and readiness, and forbids caching of the answers', async () => {
    const admin = service.app.admin;
    assert.ok(admin);
    const health = await admin.app.inject('/healthz');
    assert.equal(health.statusCode, 200);
    assert.equal(health.headers['cache-control'], 'no-store');
    assert.equal((await admin.app.inject('/readyz')).json<{status: string}>().status, 'ready');
  });

  it('has none of the routes of the service, and answers 404 in the same form', async () => {
    const answer = await service.app.admin!.app.inject('/openapi.json');
    assert.equal(answer.statusCode, 404);
    assert.equal(answer.headers['content-type'], 'application/problem+json');
  });

  it('does not exist unless it is configured', async () => {
    const plain = Fastify();
    const refusals = new Refusals(new LocalCounts(), 0);
    const none = {open: () => Promise.resolve(), restricted: () => Promise.resolve()};
    assert.equal(await openAdminPort(plain, readSettings({}), refusals, none), undefined);
  });

  it('serves only harmless routes', async () => {
    const {service, port} = await open({});
    const address = await port.listen();
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+$/);
    assert.equal(await (await fetch(`${address}/figures`)).text(), 'figures');
    assert.equal((await fetch(`${address}/who`)).status, 404);
    await service.close();
  });

  it('listens on loopback addresses only', async () => {
    for (const adminHost of ['0.0.0.0', '::', '10.0.0.7', 'example.org', '::ffff:10.0.0.7']) {
      await assert.rejects(open({adminHost}), refusedWith(/SEALED_CAPTURE_ADMIN_TLS/), adminHost);
    }
    for (const adminHost of ['localhost', '::1', '127.0.0.2']) {
      const {service} = await open({adminHost});
      await service.close();
    }
  });

  it('closes with the service', async () => {
    const {service, port} = await open({});
    const address = await port.listen();
    await fetch(`${address}/figures`);
    await service.close();
    await assert.rejects(fetch(`${address}/figures`));
  });

  it('keeps the service from starting if its address is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const folder = await temporaryFolder();
    const {port: adminPort} = other.address() as AddressInfo;
    try {
      const options = {dataFolder: folder, host: '127.0.0.1', port: 0, threads: 1, adminPort};
      await assert.rejects(
        startService({...options, logLevel: 'silent'}),
        refusedWith(/admin port .*EADDRINUSE.*SEALED_CAPTURE_ADMIN_PORT/),
      );
    } finally {
      other.close();
      await rm(folder, {recursive: true, force: true});
    }
  });

  // By day, metrics.test.ts checks the metrics of several processes, siblings.test.ts how they ask each other.
  atNight(it)(
    'is shared by all processes, and returns the metrics of all, whichever process answers',
    async () => {
      const folder = await temporaryFolder();
      const child = await startChild(folder, {
        SEALED_CAPTURE_PROCESSES: '2',
        SEALED_CAPTURE_THREADS: '1',
        SEALED_CAPTURE_ADMIN_PORT: '0',
      });
      try {
        const found = /The admin port is (\S+)/.exec(child.said())?.[1];
        const metrics = async () => (await fetch(`${found}/metrics`)).text();
        let text = await metrics();
        // If the second process starts slowly, the service answers before it is ready.
        for (let left = 300; left > 0 && !text.includes('process="2"'); left--) {
          await sleep(100);
          text = await metrics();
        }
        assert.match(text, /^sealed_capture_processes\{process="1"\} 1$/m);
        assert.match(text, /^sealed_capture_processes\{process="2"\} 1$/m);
      } finally {
        await child.stop();
        await rm(folder, {recursive: true, force: true, maxRetries: 3});
      }
    },
  );
});

describe('The admin port with mutual TLS', {skip: noOpenssl}, () => {
  let folder: string;
  let adminTls: string;
  before(async () => {
    folder = await temporaryFolder();
    adminTls = makeAdminCertificates(folder);
  });
  after(() => rm(folder, {recursive: true, force: true}));

  it('serves all routes, only to clients of its authority, and identifies them by name', async () => {
    const {service, port} = await open({adminTls});
    const address = await port.listen();
    assert.equal((await askAs(folder, 'anna', `${address}/figures`)).text, 'figures');
    const {text} = await askAs(folder, 'anna', `${address}/who`);
    assert.equal(text, 'C=GB,O=Example Org,CN=Example anna');
    await assert.rejects(askAs(folder, undefined, `${address}/figures`));
    await assert.rejects(askAs(folder, 'stranger', `${address}/figures`));
    await service.close();
  });

  it('listens on any configured address', async () => {
    const {service, port} = await open({adminTls, adminHost: '0.0.0.0'});
    assert.match(await port.listen(), /^https:\/\/0\.0\.0\.0:/);
    await service.close();
  });

  it('uses new files when the service reloads, and keeps the old ones if the new ones are invalid', async () => {
    const {service, port} = await open({adminTls});
    const address = await port.listen();
    const clients = join(adminTls, 'clients.pem');
    await copyFile(join(folder, 'other.pem'), clients);
    await port.reload();
    assert.equal((await askAs(folder, 'stranger', `${address}/figures`)).status, 200);
    await assert.rejects(askAs(folder, 'anna', `${address}/figures`));
    await writeFile(clients, 'nothing');
    await assert.rejects(port.reload(), refusedWith(/clients\.pem/));
    assert.equal((await askAs(folder, 'stranger', `${address}/figures`)).status, 200);
    await copyFile(join(folder, 'root.pem'), clients);
    await service.close();
  });

  it('refuses further requests of an open connection after its certificate is no longer accepted', async () => {
    const {service, port} = await open({adminTls});
    const address = await port.listen();
    const read = (name: string) => readFile(join(folder, name));
    const agent = new Agent({
      keepAlive: true,
      maxSockets: 1,
      ca: await read('root.pem'),
      cert: await read('anna.pem'),
      key: await read('anna.key'),
    });
    const ask = () =>
      new Promise<number>((resolve, reject) => {
        const sent = request(`${address}/figures`, {agent}, (answer) => {
          answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
        });
        sent.on('error', reject).end();
      });
    // This connection is not idle when the files are read, because its next request has begun.
    const socket = connect({
      port: Number(new URL(address).port),
      ca: await read('root.pem'),
      cert: await read('anna.pem'),
      key: await read('anna.key'),
    });
    await once(socket, 'secureConnect');
    socket.write('GET /figures HTTP/1.1\r\n');
    assert.equal(await ask(), 200);
    const clients = join(adminTls, 'clients.pem');
    await copyFile(join(folder, 'other.pem'), clients);
    await port.reload();
    await assert.rejects(ask());
    let text = '';
    socket.on('data', (bytes: Buffer) => (text += bytes.toString()));
    const closed = once(socket, 'close');
    socket.write('Host: localhost\r\n\r\n');
    await closed;
    assert.match(text, /^HTTP\/1\.1 403 [^]*Connect again/);
    await copyFile(join(folder, 'root.pem'), clients);
    agent.destroy();
    await service.close();
  });

  it('does not start with files that cannot be used, and names them', async () => {
    const broken = await temporaryFolder();
    const put = (from: string, to: string) => copyFile(join(folder, from), join(broken, to));
    const refused = (words: RegExp) => assert.rejects(open({adminTls: broken}), refusedWith(words));
    await refused(/holds no server\.pem/);
    await put('server.pem', 'server.pem');
    await refused(/holds no server\.key/);
    await put('anna.key', 'server.key');
    await refused(/holds no clients\.pem/);
    await put('server.csr', 'clients.pem');
    await refused(/clients\.pem holds no certificate/);
    await put('root.pem', 'clients.pem');
    await refused(/key of server\.pem/);
    await put('server.key', 'server.key');
    await chmod(join(broken, 'server.key'), 0o644);
    await refused(/can be read by other users/);
    await chmod(join(broken, 'server.key'), 0o600);
    const {service} = await open({adminTls: broken});
    await service.close();
    await rm(broken, {recursive: true});
  });
});
