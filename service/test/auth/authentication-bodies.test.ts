import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {before, describe, it} from 'node:test';
import type {AddressInfo} from 'node:net';
import {envelope, jpegOf, protectForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {detailOf, HOST, sealing, send, signed, withHeaders, type WireRequest} from './signing.js';

const MIB = 1024 * 1024;

describe('The body of a signed request', () => {
  const service = serviceOfSuite();
  before(() => service.app.listen({port: 0, host: '127.0.0.1'}));

  const upload = async (bytes: number): Promise<WireRequest> => {
    const {headers, payload} = await protectForm(jpegOf(bytes), 'image/jpeg', {tags: {a: 'b'}});
    return {
      method: 'POST',
      path: '/protection/sandbox/protect',
      headers: {host: HOST, ...headers},
      body: payload,
    };
  };
  const sign = (request: WireRequest) => signed(request, service.sandbox);

  const sendRaw = async (request: WireRequest): Promise<string> => {
    const {port} = service.app.server.address() as AddressInfo;
    const socket = connect(port, '127.0.0.1');
    const head = Object.entries({...request.headers, 'content-length': String(request.body.length)})
      .map(([name, value]) => `${name}: ${value}\r\n`)
      .join('');
    socket.write(`${request.method} ${request.path} HTTP/1.1\r\n${head}\r\n`);
    socket.write(request.body);
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    return answer.toString('latin1');
  };

  it('is accepted as a stream, whatever its size', async () => {
    for (const bytes of [2000, 70_000, 3 * MIB]) {
      const answer = await sendRaw(sign(await upload(bytes)));
      assert.match(answer, /^HTTP\/1\.1 200 /, answer.slice(0, 500));
    }
  });

  it('is not sealed if any byte of an upload was changed', async () => {
    for (const bytes of [2000, 200_000]) {
      const request = await upload(bytes);
      const end = request.body.length;
      const inMedia = [300, bytes >> 1, end - 400];
      const inForm = [2, 60, 80, 130, end - 150, end - 30, end - 3];
      for (const at of bytes > 65_536 ? inMedia : [...inMedia, ...inForm]) {
        const again = sign(request);
        const body = Buffer.from(again.body);
        body[at] = body[at]! ^ 1;
        const answer = await send(service.app, {...again, body});
        assert.equal(answer.statusCode, 401, `${at} of ${end}: ${answer.body.slice(0, 200)}`);
        assert.match(detailOf(answer), /Content-Digest/);
      }
    }
    const more = sign(await upload(2000));
    const body = Buffer.concat([more.body, Buffer.from('after the end of the form')]);
    assert.equal((await send(service.app, {...more, body})).statusCode, 401);
    assert.equal((await send(service.app, {...more, body: Buffer.alloc(0)})).statusCode, 401);
  });

  it('gets the usual error for invalid content if its digest is right', async () => {
    const broken = {...(await upload(2000)), body: Buffer.from('no form')};
    assert.equal((await send(service.app, sign(broken))).statusCode, 400);
    const text = withHeaders(sealing(), {'content-type': 'text/plain'});
    assert.equal((await send(service.app, sign(text))).statusCode, 415);
    const notJson = {...sealing(), body: Buffer.from('{')};
    assert.equal((await send(service.app, sign(notJson))).statusCode, 400);
    const compressed = withHeaders(sealing(), {'content-encoding': 'gzip'});
    assert.equal((await send(service.app, sign(compressed))).statusCode, 415);
  });

  it('is answered at once if it is too large, and the service continues', async () => {
    const large = {...sealing(), body: Buffer.alloc(6 * MIB, ' ')};
    const start = performance.now();
    assert.match(await sendRaw(sign(large)), /^HTTP\/1\.1 413 /);
    assert.ok(performance.now() - start < 3000, 'nothing waits for a body that nobody reads');
    assert.equal((await send(service.app, sign(sealing()))).statusCode, 200);
  });

  it('is a client error on every path if it is cut short', async () => {
    const inspection: WireRequest = {
      method: 'POST',
      path: '/protection/sandbox/inspect',
      headers: {host: HOST, 'content-type': 'application/json'},
      body: Buffer.from(envelope(jpegOf(100_000))),
    };
    const {port} = service.app.server.address() as AddressInfo;
    // It is refused because of its length, and therefore never read.
    const tooLong = {...sealing(), body: Buffer.alloc(6 * MIB)};
    for (const request of [tooLong, sealing(), inspection, await upload(100_000)]) {
      const {method, path, headers, body} = sign(request);
      const head = Object.entries({...headers, 'content-length': String(body.length)})
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('');
      const socket = connect(port, '127.0.0.1');
      socket.write(`${method} ${path} HTTP/1.1\r\n${head}\r\n`);
      socket.write(body.subarray(0, Math.min(body.length - 20, 100_000)));
      await sleep(100);
      socket.destroy();
      await once(socket, 'close');
    }
    assert.equal((await send(service.app, sign(sealing()))).statusCode, 200);
    assert.ok(!service.lines.some((line) => (JSON.parse(line) as {level: number}).level >= 50));
  });

  it('is checked against its digest for an inspection as well', async () => {
    const inspection = sign({
      method: 'POST',
      path: '/protection/sandbox/inspect',
      headers: {
        host: HOST,
        'content-type': 'application/json',
        accept: 'application/problem+json',
      },
      body: Buffer.from(envelope(jpegOf(50_000))),
    });
    const body = Buffer.from(inspection.body);
    body[1000] = body[1000]! ^ 1;
    const answer = await send(service.app, {...inspection, body});
    assert.equal(answer.statusCode, 401);
    assert.match(detailOf(answer), /Content-Digest/);
  });
});
