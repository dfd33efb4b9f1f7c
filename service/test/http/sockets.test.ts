import assert from 'node:assert/strict';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import http from 'node:http';
import {connect, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {envelope, idempotent, jpegOf, sealRequest} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';

interface Answer {
  status: number;
  text: string;
}

describe('The service on real sockets', () => {
  let folder: string;
  let service: ChildService;
  let key: string;
  before(async () => {
    folder = await temporaryFolder();
    ({key} = await new ApiKeys(folder).create('sandbox', 'test'));
    service = await startChild(folder, {
      SEALED_CAPTURE_REQUEST_TIMEOUT_MS: '4000',
      SEALED_CAPTURE_BODY_MEMORY_MIB: '12',
      SEALED_CAPTURE_THREADS: '1',
    });
  });
  after(async () => {
    await service.stop();
    await rm(folder, {recursive: true, force: true});
  });

  const url = (path: string) => `${service.address}/protection/sandbox${path}`;
  const seal = () => {
    const request = sealRequest();
    return fetch(url('/seal'), {
      method: 'POST',
      headers: {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
      body: JSON.stringify(request),
    });
  };
  const open = async (): Promise<Socket> => {
    const socket = connect(Number(new URL(service.address).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  /** Acts like a client that reads no answer before everything is sent, and closes the connection afterwards. */
  const post = (
    body: string,
    headers: http.OutgoingHttpHeaders = {'content-length': Buffer.byteLength(body)},
  ): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const request = http.request(url('/inspect'), {
        method: 'POST',
        agent: new http.Agent({keepAlive: false}),
        headers: {
          'content-type': 'application/json',
          'x-api-key': key,
          ...headers,
        },
      });
      request.on('error', reject).on('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => resolve({status: response.statusCode ?? 0, text}));
      });
      request.end(body);
    });
  const head = (length: number) =>
    `POST /protection/sandbox/inspect HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${key}\r\n` +
    `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`;

  // Both tests wait for the service's time limit, so they run concurrently.
  describe('with slow clients', {concurrency: true}, () => {
    it('serves others while clients send single bytes, and closes those connections in time', async () => {
      const slow = await Promise.all(Array.from({length: 20}, open));
      const closed = Promise.all(slow.map((socket) => once(socket, 'close')));
      for (const socket of slow) socket.resume().write(head(1000));
      const drip = setInterval(() => slow.forEach((socket) => socket.write('x')), 200);
      for (let round = 0; round < 5; round++) assert.equal((await seal()).status, 200);
      await Promise.race([closed, sleep(40_000, undefined, {ref: false})]);
      clearInterval(drip);
      assert.ok(slow.every((socket) => socket.closed || socket.destroyed));
    });

    it('closes a connection that never completes its headers', async () => {
      const socket = await open();
      let answer = '';
      socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
      socket.write('POST /protection/sandbox/seal HTTP/1.1\r\nHost: loc');
      await once(socket, 'close');
      assert.match(answer, /^HTTP\/1\.1 408 /);
    });
  });

  it('answers data that is not HTTP with 400', async () => {
    const socket = await open();
    socket.write('HELLO\r\n\r\n');
    const [chunk] = (await once(socket, 'data')) as [Buffer];
    assert.match(chunk.toString(), /^HTTP\/1\.1 400 [^]*application\/problem\+json/);
    socket.destroy();
  });

  it('accepts a chunked body, and frees its memory when a client disconnects during the upload', async () => {
    for (let round = 0; round < 4; round++) {
      const socket = await open();
      socket.write(head(6_000_000));
      socket.write('x'.repeat(3_000_000));
      await sleep(100);
      socket.destroy();
    }
    await sleep(200);
    const body = envelope(jpegOf(4_000_000));
    const answer = await post(body, {'transfer-encoding': 'chunked'});
    assert.equal(answer.status, 200);
  });

  it('answers requests beyond its memory limit with Retry-After, and every client receives its answer', async () => {
    const body = envelope(jpegOf(2_200_000));
    // One sandbox key may use 6.75 of the 12 MiB: two bodies of 2.8 MiB, which never arrive here, and no third.
    const holding = await Promise.all([open(), open()]);
    for (const socket of holding) socket.write(head(body.length));
    await sleep(200);
    const refused = await Promise.all(Array.from({length: 6}, () => post(body)));
    assert.deepEqual(
      refused.map(({status}) => status),
      [503, 503, 503, 503, 503, 503],
    );
    for (const socket of holding) socket.destroy();
    for (let tries = 0; (await post(body)).status !== 200; tries++) {
      assert.ok(tries < 50, 'what they held is free');
      await sleep(100);
    }
    const answers = await Promise.all(Array.from({length: 12}, () => post(body)));
    const served = answers.filter(({status}) => status === 200);
    assert.ok(served.length >= 2);
    assert.equal(answers.filter(({status}) => status === 503).length, 12 - served.length);
    assert.equal((await post(body)).status, 200, 'its memory is back');
    const tooLarge = await post(envelope(Buffer.alloc(40_000_000)));
    assert.equal(tooLarge.status, 413);
    assert.equal((await post(body, {'x-api-key': 'wrong'})).status, 401);
  });

  it('completes requests in flight when it is told to stop', async () => {
    const inFlight = post(envelope(jpegOf(5_000_000)));
    // Like browsers: one connection opened in advance, one kept alive.
    await open();
    await seal();
    const slow = await open();
    const request = JSON.stringify({image: jpegOf(1000).toString('base64')});
    slow.write(head(request.length));
    slow.write(request.slice(0, 100));
    await sleep(50);
    const exit = once(service.process, 'exit');
    service.process.kill('SIGTERM');
    await sleep(200);
    await assert.rejects(open(), 'takes no new connections');
    slow.write(request.slice(100));
    const [chunk] = (await once(slow, 'data')) as [Buffer];
    assert.match(chunk.toString(), /^HTTP\/1\.1 200 /);
    assert.equal((await inFlight).status, 200);
    const [code] = (await exit) as [number | null];
    assert.equal(code, 0);
  });
});
