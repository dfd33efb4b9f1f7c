import {DatabaseSync, type DatabaseSyncInstance} from '@photostructure/sqlite';
import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import type {SealedSet} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {openLastingStore} from '../../src/store/open-stores.js';
import {startChild, type ChildService} from '../cli/child-service.js';
import {makeQuickSandbox} from '../quick-sandbox.js';
import {idempotent} from '../requests.js';
import {temporaryFolder} from '../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from '../store/redis-server.js';
import {closingOf, ofSet, setIn} from './set-requests.js';

const COUNT = 24;
const settings = {SEALED_CAPTURE_THREADS: '1'};

let key: string;
const post = ({address}: ChildService, request: SealRequest): Promise<Response> =>
  fetch(`${address}/protection/sandbox/seal`, {
    method: 'POST',
    headers: {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
    body: JSON.stringify(request),
  });
async function seal(service: ChildService, request: SealRequest): Promise<SealedSet> {
  const answer = await post(service, request);
  assert.equal(answer.status, 200, await answer.clone().text());
  return setIn(new Uint8Array(await answer.arrayBuffer()));
}

/** Seals captures of one set by both services at the same time, and compares their numbers and links. */
async function numbersWithoutGaps(services: readonly ChildService[]): Promise<void> {
  const id = randomUUID();
  const requests = Array.from({length: COUNT}, () => ofSet(id));
  const sealed = await Promise.all(
    requests.map((request, i) => seal(services[i % services.length]!, request)),
  );
  sealed.sort((one, other) => one.index - other.index);
  assert.deepEqual(
    sealed.map(({index, previous, again}) => [index, previous, again]),
    sealed.map((_, i) => [i + 1, sealed[i - 1]?.seal, undefined]),
  );
  assert.equal(new Set(sealed.map(({set}) => set)).size, 1);
  const record = await seal(services[0]!, ofSet(id, {closing: closingOf(requests)}));
  assert.deepEqual(
    record.seals?.map((one) => one.seal),
    sealed.map((one) => one.seal),
  );
}

describe('Services that share a data folder', () => {
  let folder: string;
  const services: ChildService[] = [];
  before(async () => {
    folder = await temporaryFolder();
    await makeQuickSandbox(folder, {});
    const keys = new ApiKeys(folder);
    ({key} = await keys.create('sandbox', 'test'));
    await keys.close();
    for (let i = 0; i < 2; i++) services.push(await startChild(folder, settings));
  });
  after(() => Promise.all(services.map((one) => one.stop())));

  it('number one set without gaps, and no number twice', () => numbersWithoutGaps(services));

  it('begin new sets, and number them together, if the file is deleted while they run', async () => {
    const id = randomUUID();
    const [one, other] = services as [ChildService, ChildService];
    const first = await seal(one, ofSet(id));
    assert.equal((await seal(other, ofSet(id))).index, 2);
    await rm(join(folder, 'sets.db'));
    const sealed: SealedSet[] = [];
    for (const service of [one, other, one, one, other]) {
      sealed.push(await seal(service, ofSet(id)));
    }
    assert.deepEqual(
      sealed.map(({index, previous}) => [index, previous]),
      sealed.map((_, i) => [i + 1, sealed[i - 1]?.seal]),
    );
    assert.notEqual(sealed[0]?.set, first.set);
    await numbersWithoutGaps(services);
  });

  it('keep the numbers of a set if a process is killed before it answers: the repeated request names its first number', async () => {
    const id = randomUUID();
    const dying = await startChild(folder, settings);
    services.push(dying);
    const first = await seal(dying, ofSet(id));
    const request = ofSet(id);
    const sets = new DatabaseSync(join(folder, 'sets.db'));
    const answers = new DatabaseSync(join(folder, 'remembered/answers.db'));
    const has = (database: DatabaseSyncInstance, name: string, text = '') =>
      database
        .prepare('SELECT 1 FROM entries WHERE key LIKE ? AND CAST(value AS TEXT) LIKE ?')
        .get(`%${name}`, `%${text}%`) !== undefined;
    const until = async (condition: () => boolean) => {
      for (const end = Date.now() + 20_000; !condition(); await sleep(5)) {
        assert.ok(Date.now() < end, 'the service did not get so far');
      }
    };
    // Stops it before it stores the number, then before it stores the answer, where it is killed.
    sets.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
    const lost = post(dying, request).catch(() => 'no answer');
    await until(() => has(answers, request.captureId));
    answers.exec('PRAGMA busy_timeout = 10000; BEGIN IMMEDIATE');
    sets.exec('COMMIT');
    await until(() => has(sets, id, request.captureId));
    await dying.stop();
    answers.exec('COMMIT');
    assert.equal(await lost, 'no answer');
    sets.close();
    answers.close();

    const again = await startChild(folder, settings);
    services.push(again);
    let answer = await post(again, request);
    for (; answer.status === 409; answer = await post(again, request)) await sleep(200);
    assert.equal(answer.status, 200);
    const second = setIn(new Uint8Array(await answer.arrayBuffer()));
    assert.deepEqual([second.set, second.index, second.again], [first.set, 3, 2]);
    const {seals} = await seal(again, ofSet(id, {closing: closingOf([request])}));
    assert.deepEqual(
      seals?.map(({captureId, seal: one}) => [captureId, one]),
      [
        [first.captureId, first.seal],
        [request.captureId, second.previous],
        [request.captureId, second.seal],
      ],
    );
  });
});

describe('Services that share a Redis', {skip: noRedis}, () => {
  let redis: RedisServer;
  const services: ChildService[] = [];
  before(async () => {
    redis = await startRedis(undefined, {isPersistent: true});
    const store = await openLastingStore({dataFolder: '', redis: redis.url});
    const keys = new ApiKeys(await temporaryFolder(), store);
    ({key} = await keys.create('sandbox', 'test'));
    await keys.close();
    for (let i = 0; i < 2; i++) {
      const environment = {...settings, SEALED_CAPTURE_REDIS: redis.url};
      services.push(await startChild(await temporaryFolder(), environment));
    }
  });
  after(async () => {
    await Promise.all(services.map((one) => one.stop()));
    await redis.close();
  });

  it('number one set without gaps, and no number twice', () => numbersWithoutGaps(services));

  it('keep its numbers while Redis is restarted', async () => {
    const id = randomUUID();
    const first = await seal(services[0]!, ofSet(id));
    await redis.stop();
    assert.equal((await post(services[0]!, ofSet(id))).status, 503);
    await redis.start();
    const request = ofSet(id);
    let answer = await post(services[0]!, request);
    for (; answer.status === 503; answer = await post(services[0]!, request)) await sleep(100);
    const next = setIn(new Uint8Array(await answer.arrayBuffer()));
    assert.deepEqual([next.set, next.index, next.previous], [first.set, 2, first.seal]);
  });
});
