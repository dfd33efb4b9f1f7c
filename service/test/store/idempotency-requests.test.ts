import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {rm} from 'node:fs/promises';
import http from 'node:http';
import type {AddressInfo} from 'node:net';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setImmediate, setTimeout as sleep} from 'node:timers/promises';
import type {FastifyInstance} from 'fastify';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {ExpiringTable} from '../../src/store/expiring-table.js';
import {createService, type ServiceOptions} from '../../src/service.js';
import {atNight} from '../../../test/variants.js';
import {startChild} from '../cli/child-service.js';
import {noRedis, startRedis, type RedisServer} from './redis-server.js';
import {idempotent, jpegOf, protectForm, sealRequest} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';

const REPLAYED = 'idempotency-replayed';

interface Answer {
  status: number;
  headers: http.IncomingHttpHeaders;
  bytes: Buffer;
}

/** Posts to a listening service. */
async function post(
  base: string,
  path: string,
  payload: string | Buffer,
  headers: http.OutgoingHttpHeaders,
): Promise<Answer> {
  const request = http.request(`${base}/protection/sandbox${path}`, {
    method: 'POST',
    agent: false,
    headers: {'content-length': Buffer.byteLength(payload), ...headers},
  });
  request.end(payload);
  const [response] = (await once(request, 'response')) as [http.IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const {statusCode = 0} = response;
  return {status: statusCode, headers: response.headers, bytes: Buffer.concat(chunks)};
}

const problemOf = ({bytes}: Answer) => JSON.parse(bytes.toString()) as Problem;

describe('A repeated request', () => {
  let folder: string;
  let key: string;
  let keyId: string;
  let otherKey: string;
  let app: FastifyInstance;
  let base: string;
  const start = async (options: ServiceOptions = {}) => {
    app = await createService({dataFolder: folder, threads: 1, logLevel: 'silent', ...options});
    await app.listen({host: '127.0.0.1', port: 0});
    base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  };
  before(async () => {
    folder = await temporaryFolder();
    const keys = new ApiKeys(folder);
    ({key, id: keyId} = await keys.create('sandbox', 'one'));
    ({key: otherKey} = await keys.create('sandbox', 'other'));
    await start();
  });
  after(async () => {
    await app.close();
    await rm(folder, {recursive: true, force: true});
  });

  const seal = (request = sealRequest(), at = base, by = key) =>
    post(at, '/seal', JSON.stringify(request), {
      'x-api-key': by,
      'content-type': 'application/json',
      ...idempotent(request),
    });
  const form = async (name: string = randomUUID(), media = jpegOf(200_000), time?: string) => {
    const made = await protectForm(media, 'image/jpeg', {tags: {site: 'A'}}, time);
    return {payload: made.payload, headers: {...made.headers, 'idempotency-key': name}};
  };
  const protect = ({payload, headers}: Awaited<ReturnType<typeof form>>, by = key) =>
    post(base, '/protect', payload, {'x-api-key': by, ...headers});

  it('for a seal gets the first answer byte for byte, marked as repeated', async () => {
    const request = sealRequest();
    const first = await seal(request);
    assert.equal(first.status, 200, first.bytes.toString());
    assert.equal(first.headers[REPLAYED], undefined);
    const second = await seal(request);
    assert.equal(second.status, 200);
    assert.equal(second.headers[REPLAYED], 'true');
    assert.equal(second.headers['content-type'], first.headers['content-type']);
    assert.deepEqual(second.bytes, first.bytes);
  });

  it('may be sent at another time, with its members in another order', async () => {
    const request = {...sealRequest(), requestedAt: '2026-11-20T15:00:00Z'};
    const first = await seal(request);
    const members = Object.entries({...request, requestedAt: '2026-11-20T15:00:09Z'}).reverse();
    const second = await seal(Object.fromEntries(members) as typeof request);
    assert.deepEqual(second.bytes, first.bytes);
    assert.equal(second.headers[REPLAYED], 'true');
  });

  it('for an upload gets the first answer byte for byte, whatever its multipart boundary', async () => {
    const name = randomUUID();
    const media = jpegOf(3_000_000);
    const first = await protect(await form(name, media, '2026-11-20T15:00:00Z'));
    assert.equal(first.status, 200, first.bytes.toString().slice(0, 300));
    const second = await protect(await form(name, media, '2026-11-20T15:00:09Z'));
    assert.equal(second.headers[REPLAYED], 'true');
    assert.equal(second.headers['content-type'], 'image/jpeg');
    assert.ok(second.bytes.equals(first.bytes));
    // A file that already has a seal is sealed by the engine: another code path, the same guarantee.
    const again = randomUUID();
    const third = await protect(await form(again, first.bytes));
    const fourth = await protect(await form(again, first.bytes));
    assert.equal(fourth.headers[REPLAYED], 'true');
    assert.ok(fourth.bytes.equals(third.bytes));
  });

  it('for an upload gets the seal of another request that was faster', async () => {
    const media = jpegOf(5_000_000);
    const stored = (name: string) => `answer:sandbox:${keyId}:${name}`;
    const table = new ExpiringTable(join(folder, 'remembered/answers.db'), 'temporary', 5000);
    try {
      const [earlier, name] = [randomUUID(), randomUUID()];
      const first = await protect(await form(earlier, media));
      const answer = table.get(stored(earlier));
      assert.ok(answer);
      const answering = protect(await form(name, media));
      while (!table.get(stored(name))) await setImmediate();
      // Its lock has expired, and another process was faster.
      const to = {value: answer, lifetime: 60_000, keep: 'while-room'} as const;
      const isReplaced = table.transaction(() => {
        const mark = table.get(stored(name));
        return mark && table.replace(stored(name), mark, to);
      });
      assert.ok(isReplaced);
      const late = await answering;
      const again = await protect(await form(name, media));
      for (const replayed of [late, again]) {
        assert.equal(replayed.headers[REPLAYED], 'true');
        assert.ok(replayed.bytes.equals(first.bytes));
      }
    } finally {
      table.close();
    }
  });

  it('with another body gets 422', async () => {
    const request = sealRequest();
    await seal(request);
    const changes = [
      {metadata: {tags: {site: 'B'}}},
      {mediaType: 'image/jpeg'},
      {digest: `${'A'.repeat(43)}=`},
    ] as const;
    for (const change of changes) {
      const answer = await seal({...request, ...change});
      assert.equal(answer.status, 422, JSON.stringify(change));
      assert.match(problemOf(answer).detail ?? '', /Idempotency-Key/);
      assert.equal(problemOf(answer).needed, undefined);
    }
    const name = randomUUID();
    await protect(await form(name));
    assert.equal((await protect(await form(name, jpegOf(100_000)))).status, 422);
    assert.equal((await protect(await form(request.captureId))).status, 422);
  });

  it('with another exclusion gets the size of the existing manifest', async () => {
    const request = sealRequest();
    await seal(request);
    const manifestSize = request.manifestSize - 1024;
    const exclusion = {...request.exclusion, length: manifestSize + 12};
    const answer = await seal({...request, manifestSize, exclusion});
    assert.equal(answer.status, 422);
    assert.equal(problemOf(answer).needed, request.manifestSize);
    assert.equal((await seal(request)).headers[REPLAYED], 'true');
  });

  it('after a failure is processed again', async () => {
    const tags = Object.fromEntries(
      Array.from({length: 90}, (_, i) => [`tag ${i}`, 'x'.repeat(400)]),
    );
    const request = sealRequest({metadata: {tags}});
    const {needed = 0} = problemOf(await seal(request));
    const larger = {...request, manifestSize: needed, exclusion: {start: 33, length: needed + 12}};
    const answer = await seal(larger);
    assert.equal(answer.status, 200);
    assert.equal(answer.headers[REPLAYED], undefined);
    const name = randomUUID();
    assert.equal((await protect(await form(name, jpegOf(9000).subarray(0, 200)))).status, 422);
    assert.equal((await protect(await form(name))).status, 200);
  });

  it('with another API key gets its own seal, and never the answer of the first', async () => {
    const request = sealRequest();
    const first = await seal(request);
    const second = await seal(request, base, otherKey);
    assert.equal(second.status, 200);
    assert.equal(second.headers[REPLAYED], undefined);
    assert.notDeepEqual(second.bytes, first.bytes);
  });

  it('is sealed once if 50 arrive at the same time', async () => {
    const request = sealRequest();
    const answers = await Promise.all(Array.from({length: 50}, () => seal(request)));
    const good = answers.filter(({status}) => status === 200);
    assert.equal(good.filter(({headers}) => !headers[REPLAYED]).length, 1);
    for (const {bytes} of good) assert.deepEqual(bytes, good[0]!.bytes);
    for (const {status, headers} of answers) {
      if (status !== 200) assert.deepEqual([status, headers['retry-after']], [409, '1']);
    }
  });

  it('after the client disconnected gets an answer at once', async () => {
    const requests = Array.from({length: 20}, () => sealRequest());
    const upload = await form();
    await Promise.all([
      ...requests.map((request) =>
        giveUp('/seal', JSON.stringify(request), {
          'content-type': 'application/json',
          ...idempotent(request),
        }),
      ),
      giveUp('/protect', upload.payload, upload.headers),
    ]);
    let replayed = 0;
    for (const send of [...requests.map((request) => () => seal(request)), () => protect(upload)]) {
      let answer = await send();
      for (let i = 0; answer.status === 409 && i < 50; i++) {
        await sleep(50);
        answer = await send();
      }
      assert.equal(answer.status, 200);
      if (answer.headers[REPLAYED]) replayed++;
    }
    assert.ok(replayed > 10, `${replayed} were finished and stored`);
  });

  it('gets the first answer after a restart of the service', async () => {
    const request = sealRequest();
    const first = await seal(request);
    const upload = await form();
    const firstUpload = await protect(upload);
    await app.close();
    await start();
    assert.deepEqual((await seal(request)).bytes, first.bytes);
    assert.ok((await protect(upload)).bytes.equals(firstUpload.bytes));
  });

  it('gets the first answer after the process was killed, and from another process at the same time', async () => {
    const child = await startChild(folder);
    const request = sealRequest();
    const first = await seal(request, child.address);
    assert.equal(first.status, 200);
    assert.deepEqual((await seal(request)).bytes, first.bytes);
    const alone = sealRequest();
    const last = await seal(alone, child.address);
    await child.stop();
    assert.deepEqual((await seal(alone)).bytes, last.bytes);
  });

  it('can be recognized as repeated by a page of another origin', async () => {
    await app.close();
    await start({allowedOrigins: ['https://page.example']});
    const request = sealRequest();
    const answer = await post(base, '/seal', JSON.stringify(request), {
      origin: 'https://page.example',
      'x-api-key': key,
      'content-type': 'application/json',
      ...idempotent(request),
    });
    assert.match(String(answer.headers['access-control-expose-headers']), /Idempotency-Replayed/);
  });

  /** Sends a whole request, and closes the connection before the answer. */
  async function giveUp(
    path: string,
    payload: string | Buffer,
    headers: http.OutgoingHttpHeaders,
  ): Promise<void> {
    const request = http.request(`${base}/protection/sandbox${path}`, {
      method: 'POST',
      agent: false,
      headers: {'content-length': Buffer.byteLength(payload), 'x-api-key': key, ...headers},
    });
    request.on('error', () => {});
    await new Promise<void>((resolve) => request.end(payload, resolve));
    await sleep(2);
    request.destroy();
  }
});

describe('A repeated request to services with a shared Redis', {skip: noRedis}, () => {
  let folders: string[];
  let redis: RedisServer;
  let apps: FastifyInstance[];
  let key: string;
  let lines: string[];
  before(async () => {
    redis = await startRedis('a-secret-word', {isPersistent: true});
    folders = [await temporaryFolder(), await temporaryFolder()];
    lines = [];
    apps = [];
    key = (await new ApiKeys(folders[0]!).create('sandbox', 'test')).key;
    for (const dataFolder of folders) {
      apps.push(
        await createService({
          dataFolder,
          threads: 1,
          redis: redis.url,
          logLevel: 'info',
          logDestination: {write: (line) => void lines.push(line)},
        }),
      );
    }
  });
  after(async () => {
    await Promise.all(apps.map((app) => app.close()));
    await redis.close();
    for (const folder of folders) await rm(folder, {recursive: true, force: true});
  });

  const seal = async (app: FastifyInstance, request = sealRequest()) =>
    app.inject({
      method: 'POST',
      url: '/protection/sandbox/seal',
      headers: {'x-api-key': key, ...idempotent(request)},
      payload: request,
    });

  it('gets the first answer from the other service', async () => {
    const request = sealRequest();
    const first = await seal(apps[0]!, request);
    assert.equal(first.statusCode, 200, first.body);
    const second = await seal(apps[1]!, request);
    assert.equal(second.headers[REPLAYED], 'true');
    assert.deepEqual(second.rawPayload, first.rawPayload);
  });

  // By day, redis-store.test.ts checks that one of many simultaneous calls gets the key.
  atNight(it)('is sealed once if 50 arrive at both at the same time', async () => {
    const request = sealRequest();
    const answers = await Promise.all(
      Array.from({length: 50}, (_, i) => seal(apps[i % 2]!, request)),
    );
    const good = answers.filter(({statusCode}) => statusCode === 200);
    assert.equal(good.filter(({headers}) => !headers[REPLAYED]).length, 1);
    for (const {rawPayload} of good) assert.deepEqual(rawPayload, good[0]!.rawPayload);
    for (const {statusCode} of answers) assert.ok([200, 409].includes(statusCode));
  });

  it('gets 503 with Retry-After while Redis is unreachable, and a seal when it is back', async () => {
    await redis.stop();
    const request = sealRequest();
    const refused = await seal(apps[0]!, request);
    assert.equal(refused.statusCode, 503);
    assert.ok(refused.headers['retry-after']);
    await redis.start();
    let answer = refused;
    for (let i = 0; answer.statusCode === 503 && i < 100; i++) {
      await sleep(50);
      answer = await seal(apps[0]!, request);
    }
    assert.equal(answer.statusCode, 200);
    const said = lines.join('');
    assert.match(said, /The connection to Redis is lost/);
    assert.match(said, /The connection to Redis is back/);
    assert.ok(!said.includes('a-secret-word'));
  });
});
