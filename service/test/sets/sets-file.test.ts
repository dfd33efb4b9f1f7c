import {DatabaseSync} from '@photostructure/sqlite';
import assert from 'node:assert/strict';
import {randomBytes, randomUUID} from 'node:crypto';
import {existsSync} from 'node:fs';
import {readdir, rename, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import type {SealedSet} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {idempotent} from '../requests.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {ofSet, setIn} from './set-requests.js';

describe('The file of sets', () => {
  let service: ServiceFixture;
  let path: string;
  const others: ServiceFixture[] = [];
  beforeEach(async () => {
    service = await startFixture();
    path = join(service.folder, 'sets.db');
  });
  afterEach(async () => {
    for (const one of others.splice(0)) await one.app.close();
    await service.close();
  });

  async function seal(id: string, by: ServiceFixture = service): Promise<SealedSet> {
    const request = ofSet(id);
    const answer = await by.post('/seal', request, idempotent(request));
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
    return setIn(answer.rawPayload);
  }
  async function isNewSet(id: string, before: SealedSet): Promise<void> {
    const next = await seal(id);
    assert.deepEqual([next.index, next.previous], [1, undefined]);
    assert.notEqual(next.set, before.set);
    assert.equal((await seal(id)).index, 2);
  }
  const warned = () => service.lines.filter((line) => /store of sets was damaged/.test(line));
  const restart = async () => {
    await service.app.close();
    const {folder: dataFolder, keys} = service;
    service = {...(await startFixture({dataFolder})), keys};
  };
  const inDatabase = (sql: string) => {
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
  };

  it('keeps the numbers over a restart, for its owner alone', async () => {
    const id = randomUUID();
    const first = await seal(id);
    for (const name of (await readdir(service.folder)).filter((one) => one.startsWith('sets'))) {
      assert.equal((await stat(join(service.folder, name))).mode & 0o777, 0o600, name);
    }
    const {key} = service.sandbox;
    await restart();
    const request = ofSet(id);
    const headers = {...idempotent(request), 'x-api-key': key};
    const answer = await service.post('/seal', request, headers);
    const next = setIn(answer.rawPayload);
    assert.deepEqual([next.set, next.index, next.previous], [first.set, 2, first.seal]);
  });

  it('is moved aside and reported if its bytes have changed, and new sets begin', async () => {
    const id = randomUUID();
    const first = await seal(id);
    inDatabase(
      `UPDATE entries SET value = CAST(replace(CAST(value AS TEXT), '"seals"', '"meals"') AS BLOB)`,
    );
    await isNewSet(id, first);
    assert.equal(warned().length, 1);
    assert.ok(warned()[0]?.includes(`${path}.damaged`));
    assert.ok(existsSync(`${path}.damaged`));
    assert.equal((await stat(path)).mode & 0o777, 0o600);
  });

  it('is moved aside and reported if it is no database at the start, and nothing beside it is taken over', async () => {
    const id = randomUUID();
    const first = await seal(id);
    await service.app.close();
    await writeFile(path, randomBytes(8192));
    await writeFile(`${path}-wal`, randomBytes(8192));
    await restart();
    const {key, id: keyId} = await service.keys.create('sandbox', 'second');
    assert.ok(keyId);
    assert.equal(warned().length, 1);
    assert.ok(existsSync(`${path}.damaged-wal`));
    const request = ofSet(id);
    const headers = {...idempotent(request), 'x-api-key': key};
    const answer = await service.post('/seal', request, headers);
    assert.notEqual(setIn(answer.rawPayload).set, first.set);
  });

  it('is moved aside once if two services find it damaged', async () => {
    const id = randomUUID();
    const first = await seal(id);
    const other = await startFixture({dataFolder: service.folder});
    others.push(other);
    assert.equal((await seal(id, other)).index, 1, 'with a key of its own');
    inDatabase(`UPDATE entries SET value = CAST('{' AS BLOB)`);
    await isNewSet(id, first);
    const request = ofSet(id);
    const headers = {...idempotent(request), 'x-api-key': service.sandbox.key};
    const answer = await other.post('/seal', request, headers);
    assert.equal(setIn(answer.rawPayload).index, 3, 'the new file counts for both');
    assert.ok(!other.lines.some((line) => line.includes('damaged')));
  });

  it('may be deleted while the service runs, and new sets begin', async () => {
    const id = randomUUID();
    const first = await seal(id);
    await rename(path, `${path}.away`);
    await isNewSet(id, first);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    assert.deepEqual(warned(), []);
  });
});
