import assert from 'node:assert/strict';
import {once} from 'node:events';
import {mkdir, writeFile} from 'node:fs/promises';
import {connect, type AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {demo} from '../../demo/server/demo.js';
import {
  startFixture,
  temporaryFolder,
  type ServiceFixture,
} from '../../service/test/service-fixture.js';

const PLANTED = 'planted-beside-the-site';

/** A service with a site and documentation on a real port, because `inject` normalizes addresses. */
let service: ServiceFixture;
let port: number;
before(async () => {
  const folder = await temporaryFolder();
  const [root, docs] = [join(folder, 'site'), join(folder, 'docs')];
  for (const one of [root, docs]) {
    await mkdir(join(one, 'assets'), {recursive: true});
    await writeFile(join(one, 'index.html'), '<!doctype html><title>Page</title>');
    await writeFile(join(one, 'assets/page.js'), 'export {};');
  }
  await writeFile(join(folder, 'planted.txt'), PLANTED);
  service = await startFixture({
    ...demo({root, docs}),
    refusalsPerMinute: 0,
    openRequestsPerMinute: 0,
  });
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
const get = (path: string) =>
  exchange(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

describe('The files of the site', () => {
  it('are the only ones that an address leads to, however it is written', async () => {
    assert.equal(statusOf(await get('/assets/page.js')), 200);
    const up = ['..', '%2e%2e', '.%2E', '%252e%252e', '..;', '%c0%ae%c0%ae', '..%00', '....'];
    const slashes = ['/', '%2f', '\\', '%5c', '%252f', '//'];
    const addresses = up.flatMap((dots) =>
      slashes.flatMap((slash) =>
        ['/', '/assets/', '/docs/', '/docs/assets/'].flatMap((start) => [
          `${start}${dots}${slash}planted.txt`,
          `${start}${dots}${slash}${dots}${slash}planted.txt`,
        ]),
      ),
    );
    const others = ['//../planted.txt', '/~/../planted.txt', 'http://localhost/../planted.txt'];
    for (const address of [...addresses, ...others]) {
      const answer = await get(address);
      const status = statusOf(answer);
      assert.ok(status >= 400 && status < 500, `${address}: ${answer.slice(0, 200)}`);
      assert.ok(!answer.includes(PLANTED), address);
    }
  });
});
