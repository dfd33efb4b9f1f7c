import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readdir, readFile, rm} from 'node:fs/promises';
import {createServer, request as sendRequest, type RequestListener, type Server} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {pathToFileURL} from 'node:url';
import {createHttpDelivery} from '../../src/delivery/http-delivery.js';
import {deliveryContext, photo} from './delivery-context.js';

interface Example {
  uploadHandler: (options: {
    folder: string;
    origin?: string;
    isLoggedIn: (request: {headers: {authorization?: string}}) => boolean;
  }) => RequestListener;
}

const file = resolve(import.meta.dirname, '../../docs/examples/upload-server.mjs');
const Authorization = 'Bearer of-a-user';

describe('The upload server example', () => {
  let folder: string;
  let server: Server;
  let url: string;
  before(async () => {
    const {uploadHandler} = (await import(pathToFileURL(file).href)) as Example;
    folder = await mkdtemp(join(tmpdir(), 'sealed-capture-uploads-'));
    const isLoggedIn: Parameters<typeof uploadHandler>[0]['isLoggedIn'] = ({headers}) =>
      headers.authorization === Authorization;
    server = createServer(uploadHandler({folder, origin: 'https://app.example', isLoggedIn}));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/uploads`;
  });
  after(async () => {
    server.close();
    server.closeAllConnections();
    await rm(folder, {recursive: true, force: true});
  });

  const deliver = (body: Blob, captureId: string, headers: Record<string, string> = {}) =>
    createHttpDelivery({url, headers: {Authorization, ...headers}}).send(
      body,
      deliveryContext({captureId}),
    );

  it('stores a file once, however often it is uploaded, and returns its location', async () => {
    const captureId = randomUUID();
    const body = new Blob([new Uint8Array(3_000_000).fill(7)], {type: 'image/jpeg'});
    const location = new URL(`/uploads/${captureId}.jpg`, url).href;
    assert.deepEqual(await deliver(body, captureId), {location});
    const other = new Blob(['other'], {type: 'image/jpeg'});
    assert.deepEqual(await deliver(other, captureId), {location});
    const stored = await readFile(join(folder, `${captureId}.jpg`));
    assert.deepEqual(stored, Buffer.from(await body.arrayBuffer()));
    assert.equal((await readdir(folder)).filter((name) => name.startsWith(captureId)).length, 1);
  });

  it('stores nothing of an upload that is interrupted', async () => {
    const captureId = randomUUID();
    const headers = {
      Authorization,
      'Content-Type': 'image/jpeg',
      'Content-Length': '1000000',
      'Idempotency-Key': captureId,
    };
    const started = async () => (await readdir(folder)).some((name) => name.includes(captureId));
    const request = sendRequest(url, {method: 'POST', headers}).on('error', () => undefined);
    request.write(Buffer.alloc(500_000));
    while (!(await started())) await new Promise((again) => setTimeout(again, 10));
    request.destroy();
    while (await started()) await new Promise((again) => setTimeout(again, 10));
    await deliver(photo(), captureId);
    assert.equal((await readFile(join(folder, `${captureId}.jpg`))).length, 1_000);
  });

  it('refuses what it cannot store with an explanation for the person', async () => {
    const refused = (body: Blob, captureId: string, headers = {}) =>
      deliver(body, captureId, headers).then(
        () => undefined,
        ({code, message}: {code: string; message: string}) => `${code}: ${message}`,
      );
    const id = randomUUID();
    assert.equal(await refused(photo(), '../escape'), 'request_rejected: No Idempotency-Key.');
    const text = new Blob(['<script>'], {type: 'text/html'});
    assert.match((await refused(text, id)) ?? '', /^request_rejected: Only photos/);
    const headers = {Authorization: 'Bearer of-nobody'};
    assert.equal(await refused(photo(), id, headers), 'unauthorized: Sign in first.');
    const large = photo(100_000_001);
    assert.equal(await refused(large, id), 'too_large: The file is larger than 100 MB.');
  });

  it('lets pages of its origin send the delivery’s requests and read the answers', async () => {
    const {status, headers} = await fetch(url, {method: 'OPTIONS'});
    assert.equal(status, 204);
    assert.equal(headers.get('access-control-allow-origin'), 'https://app.example');
    for (const name of ['Idempotency-Key', 'Content-Disposition', 'Content-Type']) {
      assert.ok(headers.get('access-control-allow-headers')?.includes(name), name);
    }
    assert.match(headers.get('access-control-expose-headers') ?? '', /Location/);
  });
});
