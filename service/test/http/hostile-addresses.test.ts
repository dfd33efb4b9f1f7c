import assert from 'node:assert/strict';
import {once} from 'node:events';
import {connect, type AddressInfo} from 'node:net';
import {after, before, describe, it} from 'node:test';
import {idempotent, sealRequest} from '../requests.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';

/** A service on a real port, because `inject` normalizes addresses. */
let service: ServiceFixture;
let port: number;
before(async () => {
  service = await startFixture({refusalsPerMinute: 0, openRequestsPerMinute: 0});
  await service.app.listen({port: 0, host: '127.0.0.1'});
  ({port} = service.app.server.address() as AddressInfo);
});
after(() => service.close());

/** Sends these bytes on a connection of their own, and returns all that is answered until it is closed. */
async function exchange(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (part: string) => (answer += part));
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  // Not `end`: Node.js drops the requests of a client that has closed its side.
  socket.write(text, 'latin1');
  await once(socket, 'close');
  return answer;
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]);
/** Sends a request to seal, with the sandbox key unless the headers have another, without any change of the path. */
function sealAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  const request = sealRequest();
  const body = JSON.stringify(request);
  const sent = {
    host: 'localhost',
    connection: 'close',
    'content-type': 'application/json',
    'content-length': String(body.length),
    'x-api-key': service.sandbox.key,
    ...idempotent(request),
    ...headers,
  };
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`);
  return exchange(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`);
}

describe('The path of a request to seal', () => {
  it('needs the credentials of its environment, however it is written', async () => {
    const inspecting = await service.keys.create('sandbox', 'inspects', {roles: ['inspect']});
    assert.equal(statusOf(await sealAt('/protection/sandbox/seal')), 200);
    for (const path of [
      '/protection/sandbox/%73eal',
      '/%70rotection/sandbox/seal',
      '/protection/%73andbox/seal',
      '/protection/sandbox/seal?environment=live',
    ]) {
      for (const [status, key] of [
        [200, service.sandbox.key],
        [401, 'wrong'],
        [401, service.live.key],
        [403, inspecting.key],
      ] as const) {
        assert.equal(statusOf(await sealAt(path, {'x-api-key': key})), status, path);
      }
    }
  });

  it('leads from no environment to the other, and to no other route', async () => {
    for (const [key, paths] of [
      [
        service.sandbox.key,
        ['/protection/sandbox/../seal', '/protection/sandbox/%2e%2e/seal', '/protection/%73eal'],
      ],
      [service.live.key, ['/protection/./sandbox/seal', '/protection/%2e/sandbox/seal']],
      [
        service.sandbox.key,
        [
          '/protection/sandbox%2fseal',
          '/protection/sandbox//seal',
          '//protection/sandbox/seal',
          '/protection/sandbox/seal/',
          '/protection/sandbox/seal%00',
          '/protection/sandbox/seal;x=1',
          '/protection/sandbox/SEAL',
          '/protection/sandbox/%2573eal',
          '/protection\\sandbox\\seal',
        ],
      ],
    ] as const) {
      for (const path of paths) {
        const answer = await sealAt(path, {'x-api-key': key});
        assert.ok([400, 401, 404].includes(statusOf(answer)), `${path}: ${answer.slice(0, 200)}`);
      }
    }
  });
});

describe('A request whose length can be understood in two ways', () => {
  const smuggled = 'GET /smuggled HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const chunked = `0\r\n\r\n${smuggled}`;
  const forms: [what: string, headers: string, body: string][] = [
    ['has both kinds of length', `Content-Length: 5\r\nTransfer-Encoding: chunked`, chunked],
    ['has both, the other first', `Transfer-Encoding: chunked\r\nContent-Length: 5`, chunked],
    ['has two lengths', `Content-Length: 0\r\nContent-Length: ${smuggled.length}`, smuggled],
    ['has a list of lengths', `Content-Length: 0, ${smuggled.length}`, smuggled],
    ['has a signed length', 'Content-Length: +0', smuggled],
    ['has a hexadecimal length', 'Content-Length: 0x0', smuggled],
    ['has a space before the colon', 'Content-Length : 0', smuggled],
    ['has a space before the other colon', 'Transfer-Encoding : chunked', chunked],
    ['has an unknown encoding', 'Transfer-Encoding: xchunked', chunked],
    ['has an encoding after chunked', 'Transfer-Encoding: chunked, identity', chunked],
    ['has a folded header', 'Transfer-Encoding:\r\n chunked\r\nContent-Length: 5', chunked],
    ['has a vertical tab', 'Transfer-Encoding: \x0bchunked', chunked],
    ['has a header that ends with LF alone', 'X-One: 1\nContent-Length: 0', smuggled],
    ['has a header that ends with CR alone', 'X-One: 1\rContent-Length: 0', smuggled],
    ['has a chunk with a signed length', 'Transfer-Encoding: chunked', `+0\r\n\r\n${smuggled}`],
    ['has a chunk that ends too late', 'Transfer-Encoding: chunked', `1\r\nab\r\n${chunked}`],
    ['has a chunk that ends with LF alone', 'Transfer-Encoding: chunked', `0\n\n${smuggled}`],
  ];
  for (const [what, headers, body] of forms) {
    it(`is refused with its connection if it ${what}`, async () => {
      const head = 'POST /protection/sandbox/inspect HTTP/1.1\r\nHost: localhost\r\n';
      const key = `X-API-Key: ${service.sandbox.key}\r\nContent-Type: application/json\r\n`;
      const answer = await exchange(`${head}${key}${headers}\r\n\r\n${body}`);
      assert.equal(statusOf(answer), 400, answer);
      assert.equal(answer.match(/HTTP\/1\.1 /g)?.length, 1, answer);
      assert.ok(!service.lines.some((line) => line.includes('smuggled')));
      assert.ok(!answer.includes('smuggled'), answer);
    });
  }

  it('is not one with a plain length, whose body may look like a request', async () => {
    const plain = `POST /protection/sandbox/inspect HTTP/1.1\r\nHost: localhost\r\nX-API-Key: ${service.sandbox.key}\r\n`;
    const body = `Content-Type: application/json\r\nContent-Length: ${smuggled.length}\r\n\r\n${smuggled}`;
    const answer = await exchange(`${plain}${body}${smuggled}`);
    const statuses = [...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status);
    assert.deepEqual(statuses, ['400', '404'], 'the second is the request after the body');
  });
});
