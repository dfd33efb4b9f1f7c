import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {readdir, writeFile} from 'node:fs/promises';
import {request as sendRequest} from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {StoredUpload} from '../../src/service/demo-uploads.js';
import type {Problem} from '../../src/model/problem.js';
import {startFixture, temporaryFolder, type ServiceFixture} from './service-fixture.js';

const host = 'localhost:8080';
const origin = `http://${host}`;

describe('The demo site’s uploads', () => {
  let service: ServiceFixture;
  before(async () => {
    const root = await temporaryFolder();
    await writeFile(join(root, 'index.html'), '<!doctype html><title>Demo</title>');
    service = await startFixture({site: {root, uploads: {bytes: 1_000, files: 4}}});
  });
  after(() => service.close());

  const upload = (captureId: string, body = 'photo', headers: Record<string, string> = {}) =>
    service.app.inject({
      method: 'POST',
      url: '/uploads',
      payload: Buffer.from(body),
      headers: {
        host,
        origin,
        'content-type': 'image/jpeg',
        'idempotency-key': captureId,
        ...headers,
      },
    });
  const get = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({url, headers: {host, ...headers}});
  const listed = async () => (await get('/uploads')).json<StoredUpload[]>();
  const files = () => readdir(join(service.folder, 'uploads'));

  it('are stored once each, listed with the newest first, and returned', async () => {
    const [photo, recording] = [randomUUID(), randomUUID()];
    const answer = await upload(photo);
    assert.equal(answer.statusCode, 201);
    assert.equal(answer.headers['location'], `/uploads/${photo}`);
    const again = await upload(photo, 'other');
    assert.equal(again.statusCode, 200);
    assert.deepEqual(again.json(), answer.json());
    await new Promise((later) => setTimeout(later, 20));
    await upload(recording, 'sound', {'content-type': 'audio/mpeg'});
    const list = await listed();
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
    const given = await get(`/uploads/${photo}`);
    assert.equal(given.body, 'photo');
    assert.equal(given.headers['content-type'], 'image/jpeg');
    assert.equal(given.headers['cross-origin-resource-policy'], 'same-origin');
    const part = await get(`/uploads/${recording}`, {range: 'bytes=1-2'});
    assert.equal(part.statusCode, 206);
    assert.equal(part.body, 'ou');
  });

  it('are accepted from and shown to the site’s own pages only', async () => {
    for (const other of ['https://evil.example', 'http://localhost:8081', 'null', '']) {
      assert.equal((await upload(randomUUID(), 'photo', {origin: other})).statusCode, 403, other);
    }
    const [{address} = {address: ''}] = await listed();
    for (const url of ['/uploads', address]) {
      assert.equal((await get(url, {'sec-fetch-site': 'cross-site'})).statusCode, 403);
      assert.equal((await get(url, {'sec-fetch-site': 'same-site'})).statusCode, 403);
      assert.equal((await get(url, {'sec-fetch-site': 'same-origin'})).statusCode, 200);
    }
  });

  it('have UUIDs as names, so that no name leads out of their folder', async () => {
    const before = await files();
    for (const id of ['', '../demo-key', `${randomUUID()}/../x`, 'x'.repeat(36)]) {
      assert.equal((await upload(id)).statusCode, 400, id);
    }
    for (const path of ['%2e%2e%2fdemo-key', 'demo-key', `${randomUUID()}`, 'x%00']) {
      assert.equal((await get(`/uploads/${path}`)).statusCode, 404, path);
    }
    assert.deepEqual(await files(), before);
  });

  it('are refused if they are too large, too many, or neither a photo nor a recording', async () => {
    const refusal = async (sent: ReturnType<typeof upload>) => {
      const answer = await sent;
      return [answer.statusCode, typeof answer.json<Problem>().detail];
    };
    assert.deepEqual(await refusal(upload(randomUUID(), 'x'.repeat(1_001))), [413, 'string']);
    const html = {'content-type': 'text/html'};
    assert.deepEqual(await refusal(upload(randomUUID(), '<script>', html)), [415, 'string']);
    while ((await files()).length < 4) await upload(randomUUID());
    assert.deepEqual(await refusal(upload(randomUUID())), [507, 'string']);
    const [{captureId} = {captureId: ''}] = await listed();
    assert.equal((await upload(captureId)).statusCode, 200);
  });
});

describe('An upload to the demo site that is interrupted', () => {
  let service: ServiceFixture;
  before(async () => {
    service = await startFixture({site: {root: await temporaryFolder()}});
    await service.app.listen({port: 0, host: '127.0.0.1'});
  });
  after(() => service.close());

  it('leaves no file', async () => {
    const {port} = service.app.server.address() as AddressInfo;
    const folder = join(service.folder, 'uploads');
    const started = async () => (await readdir(folder)).length > 0;
    const request = sendRequest({
      port,
      host: '127.0.0.1',
      path: '/uploads',
      method: 'POST',
      headers: {
        origin: `http://127.0.0.1:${port}`,
        'content-type': 'image/jpeg',
        'content-length': 1_000_000,
        'idempotency-key': randomUUID(),
      },
    }).on('error', () => undefined);
    request.write(Buffer.alloc(500_000));
    while (!(await started())) await new Promise((again) => setTimeout(again, 10));
    request.destroy();
    while (await started()) await new Promise((again) => setTimeout(again, 10));
  });

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
    const open = await startFixture({site: {root}, host: '0.0.0.0'});
    await open.close();
    assert.equal(isWarned(open), true);
  });
});
