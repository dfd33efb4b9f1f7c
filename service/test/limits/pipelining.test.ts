import assert from 'node:assert/strict';
import {connect, type AddressInfo} from 'node:net';
import {before, describe, it} from 'node:test';
import {serviceOfSuite} from '../service-fixture.js';

describe('Requests on one connection, sent before the answers are there', () => {
  const service = serviceOfSuite();
  let port = 0;
  before(async () => {
    await service.app.listen({port: 0, host: '127.0.0.1'});
    ({port} = service.app.server.address() as AddressInfo);
  });
  const request = 'GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n';

  it('are answered in their order if they are few', async () => {
    const socket = connect(port, '127.0.0.1');
    socket.write(request.repeat(3) + request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'));
    let text = '';
    for await (const chunk of socket) text += String(chunk);
    assert.equal(text.match(/HTTP\/1\.1 200/g)?.length, 4);
  });

  it('end the connection if they are many, and take neither memory nor the time of others', async () => {
    const before = process.memoryUsage().rss;
    const sockets = Array.from({length: 50}, () => {
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(request.repeat(1_500));
      return socket;
    });
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.resume().once('close', resolve))),
    );
    const start = performance.now();
    assert.equal((await fetch(`http://127.0.0.1:${port}/healthz`)).status, 200);
    assert.ok(performance.now() - start < 2_000);
    const grown = process.memoryUsage().rss - before;
    assert.ok(grown < 300_000_000, `${grown} bytes`);
  });
});
