import assert from 'node:assert/strict';
import http from 'node:http';
import {once} from 'node:events';
import {connect} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';
import {before, describe, it} from 'node:test';
import type {InspectedSets} from '@sealed-capture/seal/model/inspection/sets-report.js';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {HOST, send, signed} from '../auth/signing.js';
import {jpegOf, sentForm} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {MOST_BYTES, MOST_FILES} from '../../src/routes/sets/set-limits.js';
import {formOf} from './sealed-folder.js';

const MIB = 1024 * 1024;
const picture = jpegOf(1_000);

const part = (disposition: string, body: string | Buffer, type = 'image/jpeg') =>
  Buffer.concat([
    Buffer.from(
      `--b\r\nContent-Disposition: form-data; ${disposition}\r\nContent-Type: ${type}\r\n\r\n`,
    ),
    Buffer.from(body),
    Buffer.from('\r\n'),
  ]);
const end = Buffer.from('--b--\r\n');
const file = (name: string, body: string | Buffer = picture, type?: string) =>
  part(`name="media"; filename="${name}"`, body, type);

describe('The forms of POST inspect-set', () => {
  const service = serviceOfSuite({imageLimit: MIB, audioLimit: MIB});
  let base: string;
  before(async () => {
    base = `${await service.app.listen({port: 0, host: '127.0.0.1'})}/protection/sandbox`;
  });

  async function post(
    body: Buffer | string,
    headers: Record<string, string> = {},
    key = service.sandbox.key,
  ): Promise<{status: number; text: string}> {
    const answer = await fetch(`${base}/inspect-set`, {
      method: 'POST',
      headers: {
        'x-api-key': key,
        'content-type': 'multipart/form-data; boundary=b',
        accept: 'application/problem+json',
        ...headers,
      },
      body: typeof body === 'string' ? body : Uint8Array.from(body),
    });
    return {status: answer.status, text: await answer.text()};
  }

  const many = (count: number) =>
    Buffer.concat([...Array.from({length: count}, (_, at) => file(`${at}.jpg`, 'x')), end]);
  const nested = Buffer.from(
    '--c\r\nContent-Disposition: file; filename="a.jpg"\r\n\r\nx\r\n--c--\r\n',
  );
  const cases: [string, number, RegExp, Buffer | string, Record<string, string>?][] = [
    ['another type of body', 415, /\/openapi\.json/, '{}', {'content-type': 'application/json'}],
    ['an empty body', 400, /"media" is missing/, ''],
    ['a form without parts', 400, /"media" is missing|not well-formed/, end],
    [
      'a form that ends early',
      400,
      /ends|well-formed/,
      Buffer.concat([file('a.jpg'), Buffer.from('--b\r\nContent')]),
    ],
    [
      'a form without a boundary',
      400,
      /not well-formed/,
      many(1),
      {'content-type': 'multipart/form-data'},
    ],
    [
      'a part of another name',
      400,
      /"picture" is not a part/,
      Buffer.concat([part('name="picture"; filename="a.jpg"', picture), end]),
    ],
    [
      'a part named like a member of all objects',
      400,
      /Object\.prototype/,
      Buffer.concat([part('name="__proto__"; filename="a.jpg"', picture), end]),
    ],
    [
      'a part without a file name',
      400,
      /"media" has no file name/,
      Buffer.concat([part('name="media"', 'text', 'text/plain'), end]),
    ],
    ['a file whose name is empty', 400, /"media" has no file name/, Buffer.concat([file(''), end])],
    [
      'the same name twice',
      400,
      /has the file name "a\.jpg" twice/,
      Buffer.concat([file('a.jpg'), file('b.jpg'), file('a.jpg'), end]),
    ],
    ['a long name', 400, /more than 512 characters/, Buffer.concat([file('a'.repeat(600)), end])],
    [
      'parts within a part',
      400,
      /holds parts of its own/,
      Buffer.concat([file('a.jpg', nested, 'multipart/mixed; boundary=c'), end]),
    ],
    ['more files than are accepted', 413, /more than 500 files/, many(MOST_FILES + 1)],
    [
      'a file that is too large',
      413,
      /"b\.jpg" is larger/,
      Buffer.concat([file('a.jpg'), file('b.jpg', jpegOf(MIB + 9)), end]),
    ],
  ];
  for (const [what, status, detail, body, headers] of cases) {
    it(`refuse ${what} with ${status}, and say why`, async () => {
      const answer = await post(body, headers);
      assert.equal(answer.status, status, answer.text);
      assert.match((JSON.parse(answer.text) as Problem).detail ?? '', detail);
      assert.equal((await post(Buffer.concat([file('a.jpg'), end]))).status, 200);
    });
  }

  it('refuse a body whose announced size is too large before any of it is sent', async () => {
    const {port, hostname} = new URL(base);
    const socket = connect(Number(port), hostname);
    socket.write(
      `POST /protection/sandbox/inspect-set HTTP/1.1\r\nHost: a\r\nX-API-Key: ${service.sandbox.key}\r\n` +
        `Content-Type: multipart/form-data; boundary=b\r\nContent-Length: ${MOST_BYTES + 1}\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(answer.toString(), /^HTTP\/1\.1 413 /);
  });

  it('have errors without a body, unless problem details are asked for', async () => {
    assert.deepEqual(await post(end, {accept: '*/*'}), {status: 400, text: ''});
  });

  it('may have as many files as are accepted, in order, of any kind', async () => {
    const {status, text} = await post(many(MOST_FILES));
    assert.equal(status, 200);
    const {files, state, others} = JSON.parse(text) as InspectedSets;
    assert.deepEqual(
      files.map(({file}) => file),
      Array.from({length: MOST_FILES}, (_, at) => `${at}.jpg`),
    );
    assert.equal(state, 'none');
    assert.equal(others.length, MOST_FILES);
  });

  it('need the role of inspections, and each file counts for its limit of the day', async () => {
    const body = Buffer.concat([file('a.jpg'), file('b.jpg'), file('c.jpg'), end]);
    const sealingOnly = await service.keys.create('sandbox', 'seals', {roles: ['seal']});
    assert.equal((await post(body, {}, sealingOnly.key)).status, 403);
    assert.equal((await post(body, {}, '')).status, 401);
    const {key} = await service.keys.create('sandbox', 'few', {limits: {inspectionsPerDay: 4}});
    assert.equal((await post(body, {}, key)).status, 200);
    const second = await post(body, {}, key);
    assert.equal(second.status, 429);
    assert.match(second.text, /4 inspections of today/);
  });

  it('are answered with limits that need no key', async () => {
    const answer = await fetch(`${base}/inspect-set`);
    assert.deepEqual(await answer.json(), {
      files: MOST_FILES,
      totalLimit: MOST_BYTES,
      imageLimit: MIB,
      otherLimit: MIB,
    });
  });

  it('can be signed; a form that was changed on its way is refused', async () => {
    const {payload: body, headers} = await sentForm(formOf(new Map([['a.jpg', picture]])));
    const request = {
      method: 'POST' as const,
      path: '/protection/sandbox/inspect-set',
      headers: {host: HOST, 'content-type': headers['content-type']},
      body,
    };
    assert.equal((await send(service.app, signed(request, service.sandbox))).statusCode, 200);
    const changed = {...signed(request, service.sandbox), body: Buffer.from(body)};
    changed.body[body.length >> 1]! ^= 1;
    assert.equal((await send(service.app, changed)).statusCode, 401);
  });

  it('use the memory of one file at a time, and give it back', async () => {
    const large = jpegOf(MIB - 9);
    const names = Array.from({length: 40}, (_, at) => `${at}.jpg`);
    const body = Buffer.concat([...names.map((name) => file(name, large)), end]);
    const {files} = service.app.budgets;
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, files.claimed)), 1);
    const {status} = await post(body);
    clearInterval(watch);
    assert.equal(status, 200);
    assert.ok(most < 4 * MIB, `${most} bytes`);
    assert.ok(most > MIB / 2, `${most} bytes`);
    assert.equal(files.claimed, 0);
  });

  it('are not inspected further once their client has gone', async () => {
    const {app} = service;
    const run = app.engine.run.bind(app.engine);
    let inspected = 0;
    const signals: (AbortSignal | undefined)[] = [];
    app.engine.run = (...args) => {
      inspected += 1;
      signals.push(args[1]);
      return run(...args);
    };
    try {
      const request = http.request(`${base}/inspect-set`, {
        method: 'POST',
        headers: {
          'x-api-key': service.sandbox.key,
          'content-type': 'multipart/form-data; boundary=b',
        },
      });
      request.on('error', () => undefined);
      request.write(Buffer.concat([file('a.jpg'), file('b.jpg'), file('c.jpg').subarray(0, 200)]));
      await sleep(1_000);
      assert.equal(inspected, 2);
      request.destroy();
      await sleep(200);
      assert.equal(inspected, 2);
      assert.ok(signals.every((signal) => signal?.aborted));
      assert.equal(app.budgets.files.claimed, 0);
    } finally {
      app.engine.run = run;
    }
  });
});
