import assert from 'node:assert/strict';
import {spawn, type ChildProcess} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdtemp, readdir, rm, writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {text} from 'node:stream/consumers';
import {after, before, describe, it} from 'node:test';
import {freePort} from '../free-port.js';

const example = resolve(import.meta.dirname, '../../docs/examples/upload-site.mjs');

describe('The upload site example', () => {
  let folder: string;
  let host: string;
  let site: ChildProcess;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sealed-capture-hostile-'));
    host = `localhost:${await freePort()}`;
    site = spawn(process.execPath, [example], {
      env: {
        ...process.env,
        SERVICE: 'http://localhost:9',
        KEY_ID: 'id',
        API_SECRET: 'secret',
        ORIGIN: `http://${host}`,
        FOLDER: join(folder, 'uploads'),
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(site.stdout!, 'data');
  });
  after(async () => {
    site.kill();
    await rm(folder, {recursive: true, force: true});
  });

  /** Sends a request as it is written here: `fetch` sends no malformed one. */
  async function ask(line: string, headers: Record<string, string> = {}, body = '') {
    const socket = connect(Number(host.split(':')[1]), 'localhost');
    const given = {Host: host, Connection: 'close', ...headers};
    const lines = Object.entries(given).map(([name, value]) => `${name}: ${value}`);
    socket.write(`${line} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
    const answer = await text(socket);
    return {status: Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]), answer};
  }

  it('answers addresses that are none, and goes on', async () => {
    for (const address of [
      '//',
      '///',
      'http://',
      'http://[',
      '//a b',
      'http://localhost:99999/',
    ]) {
      assert.equal((await ask(`GET ${address.replace(' ', '%20')}`)).status, 400, address);
    }
    assert.equal((await ask('GET /')).status, 200);
    assert.equal(site.exitCode, null);
  });

  it('serves no file outside of the package’s folder, however its address is written', async () => {
    const planted = join(folder, 'planted.js');
    await writeFile(planted, 'planted');
    assert.equal((await ask('GET /sealed-capture/sealed-capture.js')).status, 200);
    for (const path of [
      `/${planted}`,
      `//${planted}`,
      `/file://${planted}`,
      `/..%2f..%2f..%2f..%2f..%2f..${planted}`,
      `/%2e%2e/%2e%2e/package.json`,
      '/../../package.json',
      '/https://localhost/a.js',
      '/nowhere.js',
      '/scripts',
      '/%00.js',
    ]) {
      const {status, answer} = await ask(`GET /sealed-capture${path}`);
      assert.equal(status, 404, path);
      assert.doesNotMatch(answer, /planted|"version"/, path);
    }
    assert.equal(site.exitCode, null);
  });

  it('takes only the media types that it names, and none that every object has', async () => {
    const upload = (type: string) =>
      ask(
        'POST /uploads',
        {
          Origin: `http://${host}`,
          'Content-Type': type,
          'Content-Length': '4',
          'Idempotency-Key': randomUUID(),
        },
        'file',
      );
    for (const type of ['constructor', 'toString', '__proto__', 'text/html']) {
      assert.equal((await upload(type)).status, 415, type);
    }
    assert.equal((await upload('image/jpeg')).status, 201);
    assert.match((await readdir(join(folder, 'uploads'))).join(), /^[\w-]+\.jpg$/);
  });
});
