import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readdir, utimes, writeFile} from 'node:fs/promises';
import {request as sendRequest} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import {demo} from '../../demo/server/demo.js';
import type {StoredUpload} from '../../demo/server/upload-folder.js';
import type {ServiceOptions} from '../../service/src/service.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {InjectOptions} from 'fastify';
import {
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../../service/test/service-fixture.js';

const host = 'localhost:8080';
const origin = `http://${host}`;

/** A site with one page. */
async function pages(): Promise<string> {
  const root = await temporaryFolder();
  await writeFile(join(root, 'index.html'), '<!doctype html><title>Demo</title>');
  return root;
}

/** A browser that has opened the site, or is about to. */
class Visitor {
  readonly #service: ServiceFixture;
  cookie = '';

  constructor(service: ServiceFixture) {
    this.#service = service;
  }

  async send(method: 'GET' | 'POST' | 'DELETE', url: string, given: InjectOptions = {}) {
    const answer = await this.#service.app.inject({
      method,
      url,
      ...given,
      headers: {
        host,
        'sec-fetch-site': 'same-origin',
        ...(method !== 'GET' && {origin}),
        ...(this.cookie && {cookie: `other=1; ${this.cookie}`}),
        ...given.headers,
      },
    });
    const [set] = [answer.headers['set-cookie']].flat();
    if (set !== undefined) [this.cookie = ''] = set.split(';');
    return answer;
  }

  upload(captureId: string, body = 'photo', headers: Record<string, string> = {}) {
    return this.send('POST', '/uploads', {
      payload: Buffer.from(body),
      headers: {'content-type': 'image/jpeg', 'idempotency-key': captureId, ...headers},
    });
  }

  get = (url: string, headers: Record<string, string> = {}) => this.send('GET', url, {headers});
  delete = (url: string, headers: Record<string, string> = {}) =>
    this.send('DELETE', url, {headers});
  listed = async () => (await this.get('/uploads')).json<StoredUpload[]>();
}

describe('The demo site’s uploads', () => {
  let service: ServiceFixture;
  let visitor: Visitor;
  before(async () => {
    const limits = {bytes: 1_000, files: 4, filesOfVisitor: 4};
    service = await startFixture(demo({root: await pages(), uploads: limits}));
    visitor = new Visitor(service);
    await visitor.get('/');
  });
  after(() => service.close());

  const files = () => readdir(join(service.folder, 'uploads'));

  it('are stored once each, listed with the newest first, and returned', async () => {
    const [photo, recording] = [randomUUID(), randomUUID()];
    const answer = await visitor.upload(photo);
    assert.equal(answer.statusCode, 201);
    assert.equal(answer.headers['location'], `/uploads/${photo}`);
    const again = await visitor.upload(photo, 'other');
    assert.equal(again.statusCode, 200);
    assert.deepEqual(again.json(), answer.json());
    await new Promise((later) => setTimeout(later, 20));
    await visitor.upload(recording, 'sound', {'content-type': 'audio/mpeg'});
    const list = await visitor.listed();
    assert.deepEqual(
      list.map(({uploadedAt, ...stored}) => [stored, Date.parse(uploadedAt) > 0]),
      [
        [
          {
            captureId: recording,
            mediaType: 'audio/mpeg',
            size: 5,
            address: `/uploads/${recording}`,
          },
          true,
        ],
        [{captureId: photo, mediaType: 'image/jpeg', size: 5, address: `/uploads/${photo}`}, true],
      ],
    );
    const given = await visitor.get(`/uploads/${photo}`);
    assert.equal(given.body, 'photo');
    assert.equal(given.headers['content-type'], 'image/jpeg');
    assert.equal(given.headers['cross-origin-resource-policy'], 'same-origin');
    const part = await visitor.get(`/uploads/${recording}`, {range: 'bytes=1-2'});
    assert.equal(part.statusCode, 206);
    assert.equal(part.body, 'ou');
  });

  it('are accepted from and shown to the site’s own pages only', async () => {
    for (const other of ['https://evil.example', 'http://localhost:8081', 'null', '']) {
      assert.equal(
        (await visitor.upload(randomUUID(), 'photo', {origin: other})).statusCode,
        403,
        other,
      );
    }
    const [{address} = {address: ''}] = await visitor.listed();
    for (const url of ['/uploads', address]) {
      assert.equal((await visitor.get(url, {'sec-fetch-site': 'cross-site'})).statusCode, 403);
      assert.equal((await visitor.get(url, {'sec-fetch-site': 'same-site'})).statusCode, 403);
      assert.equal((await visitor.get(url, {'sec-fetch-site': 'same-origin'})).statusCode, 200);
    }
  });

  it('have UUIDs as names, so that no name leads out of their folder', async () => {
    const before = await files();
    for (const id of ['', '../demo-key', `${randomUUID()}/../x`, 'x'.repeat(36)]) {
      assert.equal((await visitor.upload(id)).statusCode, 400, id);
    }
    for (const path of ['%2e%2e%2fdemo-key', 'demo-key', `${randomUUID()}`, 'x%00']) {
      assert.equal((await visitor.get(`/uploads/${path}`)).statusCode, 404, path);
      assert.equal((await visitor.delete(`/uploads/${path}`)).statusCode, 404, path);
    }
    assert.deepEqual(await files(), before);
  });

  it('are refused if they are too large, too many, or neither a photo nor a recording', async () => {
    const refusal = async (sent: ReturnType<Visitor['upload']>) => {
      const answer = await sent;
      return [answer.statusCode, typeof answer.json<Problem>().detail];
    };
    assert.deepEqual(await refusal(visitor.upload(randomUUID(), 'x'.repeat(1_001))), [
      413,
      'string',
    ]);
    const html = {'content-type': 'text/html'};
    assert.deepEqual(await refusal(visitor.upload(randomUUID(), '<script>', html)), [
      415,
      'string',
    ]);
    while ((await files()).length < 4) await visitor.upload(randomUUID());
    assert.deepEqual(await refusal(visitor.upload(randomUUID())), [507, 'string']);
    const [{captureId} = {captureId: ''}] = await visitor.listed();
    assert.equal((await visitor.upload(captureId)).statusCode, 200);
  });
});

describe('Visitors of the demo site', () => {
  let service: ServiceFixture;
  const newVisitor = () => new Visitor(service);
  before(async () => {
    const root = await pages();
    await writeFile(join(root, 'page.js'), 'export {};');
    const site = demo({root, uploads: {bytes: 1_000, files: 10}});
    service = await startFixture({...site, trustedProxies: ['127.0.0.1']});
  });
  after(() => service.close());

  it('list, download and delete their own files only, also if another has the same capture', async () => {
    const [one, other, stranger] = [newVisitor(), newVisitor(), newVisitor()];
    const captureId = randomUUID();
    const address = `/uploads/${captureId}`;
    assert.equal((await one.upload(captureId, 'of one')).statusCode, 201);
    // 201, because 200 would reveal that somebody has it.
    assert.equal((await other.upload(captureId, 'of the other')).statusCode, 201);
    assert.equal((await one.get(address)).body, 'of one');
    assert.equal((await other.get(address)).body, 'of the other');
    assert.deepEqual([(await one.listed()).length, (await other.listed()).length], [1, 1]);
    assert.deepEqual(await stranger.listed(), []);
    for (const id of [captureId, randomUUID()]) {
      for (const answer of [
        await stranger.get(`/uploads/${id}`),
        await stranger.delete(`/uploads/${id}`),
      ]) {
        assert.equal(answer.statusCode, 404);
        assert.equal(answer.json<Problem>().detail, 'You have no upload of this capture.');
      }
    }
    assert.equal((await other.delete(address)).statusCode, 204);
    assert.equal((await other.get(address)).statusCode, 404);
    assert.equal((await other.delete(address)).statusCode, 404);
    assert.deepEqual(await other.listed(), []);
    assert.equal((await one.get(address)).body, 'of one');
    assert.equal((await one.delete(address)).statusCode, 204);
    assert.deepEqual(await readdir(join(service.folder, 'uploads')), []);
  });

  it('delete from the site’s own pages only', async () => {
    const visitor = newVisitor();
    const captureId = randomUUID();
    await visitor.upload(captureId);
    const address = `/uploads/${captureId}`;
    const foreign: Record<string, string>[] = [
      {origin: 'https://evil.example'},
      {origin: ''},
      {'sec-fetch-site': 'same-site'},
    ];
    for (const given of foreign) {
      assert.equal((await visitor.delete(address, given)).statusCode, 403, JSON.stringify(given));
    }
    assert.equal((await visitor.delete(address)).statusCode, 204);
  });

  it('get a cookie when they open the site, which no script reads and no other site’s request carries', async () => {
    const attributes =
      /^sealed-capture-visitor=[\da-f]{32}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=31536000$/;
    const ask = async (url: string, headers: Record<string, string> = {}) =>
      (await service.app.inject({url, headers: {host, ...headers}})).headers;
    for (const relation of ['none', 'same-origin']) {
      const opened = await ask('/', {'sec-fetch-site': relation});
      assert.match(String(opened['set-cookie']), attributes);
      assert.equal(opened['cache-control'], 'private, no-cache');
    }
    const secure = await ask('/', {'sec-fetch-site': 'none', 'x-forwarded-proto': 'https'});
    assert.match(String(secure['set-cookie']), /; Secure$/);
    const [cookie = ''] = String(secure['set-cookie']).split(';');
    const again = await ask('/', {'sec-fetch-site': 'none', cookie});
    assert.equal(again['set-cookie'], undefined);
    const listed = await ask('/uploads', {'sec-fetch-site': 'same-origin', cookie});
    assert.ok(String(listed['set-cookie']).startsWith(`${cookie};`));
    const script = await ask('/page.js', {'sec-fetch-site': 'same-origin'});
    assert.equal(script['set-cookie'], undefined);
    const ids = await Promise.all(
      Array.from({length: 20}, async () => {
        return String((await ask('/', {'sec-fetch-site': 'none'}))['set-cookie']);
      }),
    );
    assert.equal(new Set(ids).size, 20);
  });

  it('keep their cookie when a link of another site leads to the demo, because browsers do not send it then', async () => {
    for (const relation of ['cross-site', 'same-site', undefined]) {
      const headers = {host, ...(relation !== undefined && {'sec-fetch-site': relation})};
      const opened = await service.app.inject({url: '/', headers});
      assert.equal(opened.statusCode, 200);
      assert.equal(opened.headers['set-cookie'], undefined);
    }
    const listed = await service.app.inject({url: '/uploads', headers: {host}});
    assert.deepEqual([listed.json(), listed.headers['set-cookie']], [[], undefined]);
  });

  it('are new ones with a malformed cookie', async () => {
    const id = 'a'.repeat(32);
    for (const wrong of [id.slice(1), `${id}a`, id.toUpperCase(), '../x', '']) {
      const visitor = newVisitor();
      visitor.cookie = `sealed-capture-visitor=${wrong}`;
      await visitor.listed();
      assert.match(visitor.cookie, /^sealed-capture-visitor=[\da-f]{32}$/);
      assert.notEqual(visitor.cookie, `sealed-capture-visitor=${wrong}`);
    }
    const prefixed = newVisitor();
    prefixed.cookie = `not-sealed-capture-visitor=${id}`;
    await prefixed.listed();
    assert.notEqual(prefixed.cookie, `sealed-capture-visitor=${id}`);
  });

  it('have files whose names do not contain the cookie', async () => {
    const visitor = newVisitor();
    const captureId = randomUUID();
    await visitor.upload(captureId);
    const [, id = ''] = visitor.cookie.split('=');
    assert.equal(id.length, 32);
    const names = await readdir(join(service.folder, 'uploads'));
    assert.ok(!names.join().includes(id));
    await visitor.delete(`/uploads/${captureId}`);
  });

  it('have a fifth of all places each, and get one back for a file that they delete', async () => {
    const [greedy, other] = [newVisitor(), newVisitor()];
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) assert.equal((await greedy.upload(id)).statusCode, 201);
    const refused = await greedy.upload(randomUUID());
    assert.equal(refused.statusCode, 507);
    assert.match(refused.json<Problem>().detail ?? '', /2 of your photos/);
    assert.equal((await other.upload(randomUUID())).statusCode, 201);
    await greedy.delete(`/uploads/${ids[0]}`);
    assert.equal((await greedy.upload(randomUUID())).statusCode, 201);
  });
});

describe('Places for uploads to the demo site', () => {
  const LIMIT = 300;
  const site = async () =>
    demo({
      root: await pages(),
      uploads: {bytes: 1_000_000, files: LIMIT, filesOfVisitor: LIMIT},
    });
  const opened: ServiceFixture[] = [];
  const open = async (options: ServiceOptions) => {
    const service = await startFixture(options);
    opened.push(service);
    return service;
  };
  const listen = async (options: ServiceOptions) => {
    const service = await open(options);
    await service.app.listen({port: 0, host: '127.0.0.1'});
    return {service, port: (service.app.server.address() as AddressInfo).port};
  };
  afterEach(async () => {
    for (const {app} of opened) app.server.closeAllConnections();
    await Promise.all(opened.splice(0).map((service) => service.close()));
  });
  const stored = async ({folder}: ServiceFixture) =>
    (await readdir(join(folder, 'uploads'))).filter((name) => !name.endsWith('.part'));

  /** Starts an upload. Without a body, the caller sends it. */
  const start = (port: number, length: number, onAnswer?: (status?: number) => void) =>
    sendRequest({
      port,
      host: '127.0.0.1',
      path: '/uploads',
      method: 'POST',
      headers: {
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'image/jpeg',
        'content-length': length,
        'idempotency-key': randomUUID(),
      },
    })
      .on('response', (answer) => onAnswer?.(answer.resume().statusCode))
      .on('error', () => onAnswer?.());
  const upload = (port: number) =>
    new Promise<number | undefined>((resolve) => start(port, 5, resolve).end('photo'));
  const count = (statuses: (number | undefined)[], status: number) =>
    statuses.filter((one) => one === status).length;

  it('are as many as the limit, however many uploads arrive in parallel', async () => {
    const {service, port} = await listen(await site());
    const statuses = await Promise.all(Array.from({length: 700}, () => upload(port)));
    assert.equal((await stored(service)).length, LIMIT);
    assert.deepEqual([count(statuses, 201), count(statuses, 507)], [LIMIT, 700 - LIMIT]);
  });

  it('are taken from the first byte, and free again when the client aborts', async () => {
    const uploads = {bytes: 1_000_000, files: 1, filesOfVisitor: 1};
    const {service, port} = await listen(demo({root: await pages(), uploads}));
    const names = () => readdir(join(service.folder, 'uploads'));
    const begun = start(port, 1_000_000);
    begun.write(Buffer.alloc(500_000));
    while ((await names()).length === 0) await sleep(10);
    assert.equal(await upload(port), 507);
    begun.destroy();
    while ((await names()).length > 0) await sleep(10);
    assert.equal(await upload(port), 201);
  });

  it('are not taken by drafts that were left over, nor by files of earlier versions, which nobody sees', async () => {
    const {service} = await listen(await site());
    const folder = join(service.folder, 'uploads');
    const early = `${randomUUID()}.jpg`;
    const visitor = 'a'.repeat(32);
    const draft = (name: string) => `${name}.${randomUUID()}.part`;
    const old = [draft(`${visitor}.${randomUUID()}`), draft(randomUUID())];
    const recent = draft(`${visitor}.${randomUUID()}`);
    for (const name of [early, ...old, recent]) await writeFile(join(folder, name), '');
    const long = Date.now() / 1_000 - 2 * 3_600;
    for (const name of old) await utimes(join(folder, name), long, long);
    const uploads = {bytes: 1_000, files: 2, filesOfVisitor: 2};
    const next = await open({
      ...demo({root: await pages(), uploads}),
      dataFolder: service.folder,
    });
    assert.deepEqual((await readdir(folder)).sort(), [early, recent].sort());
    const visitorNow = new Visitor(next);
    assert.equal((await visitorNow.upload(randomUUID())).statusCode, 201);
    // The recent draft may be of another process, so it has the second place.
    assert.equal((await visitorNow.upload(randomUUID())).statusCode, 507);
    assert.equal((await visitorNow.listed()).length, 1);
    assert.equal((await visitorNow.get(`/uploads/${early.slice(0, 36)}`)).statusCode, 404);
  });
});

describe('Pages of the demo site', () => {
  let service: ServiceFixture;
  before(async () => (service = await startFixture(demo({root: await pages()}))));
  after(() => service.close());

  it('have tokens only for pages of the same origin, as the browser reports it', async () => {
    const token = (relation?: string) =>
      service.app.inject({
        method: 'POST',
        url: '/demo/token',
        headers: {host, origin, ...(relation !== undefined && {'sec-fetch-site': relation})},
      });
    for (const relation of ['cross-site', 'same-site', 'none']) {
      const answer = await token(relation);
      assert.equal(answer.statusCode, 403);
      assert.match(answer.json<Problem>().detail ?? '', /demo/);
    }
    assert.equal((await token('same-origin')).statusCode, 200);
    assert.equal((await token()).statusCode, 200);
  });

  it('cause a warning if the service listens beyond this machine', async () => {
    const isWarned = ({lines}: ServiceFixture) =>
      lines.some((line) => line.includes('The demo gives'));
    assert.equal(isWarned(service), false);
    const root = await temporaryFolder();
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Demo</title>');
    const open = await startFixture({...demo({root}), host: '0.0.0.0'});
    await open.close();
    assert.equal(isWarned(open), true);
  });
});
