import assert from 'node:assert/strict';
import {copyFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {afterEach, beforeEach, describe, it} from 'node:test';
import {keyIdOf} from '@sealed-capture/seal/model/seal/message-signature.js';
import {ApiKeys} from '../../src/keys/api-keys.js';
import {digestOfText} from '../../src/keys/stored-key.js';
import {sealing, send, signed, withHeaders} from '../auth/signing.js';
import {sealRequest} from '../requests.js';
import {serviceOfSuite, temporaryFolder} from '../service-fixture.js';

const HOUR = 3_600_000;

describe('A key that is rotated', () => {
  let folder: string;
  let keys: ApiKeys;
  let now = 0;
  beforeEach(async () => {
    folder = await temporaryFolder();
    now = Date.parse('2026-11-24T12:00:00Z');
    keys = new ApiKeys(folder, undefined, () => now);
  });
  afterEach(async () => {
    await keys.close();
    await rm(folder, {recursive: true});
  });
  const rotate = async (id: string, overlap: number) => {
    const outcome = await keys.rotate(id, overlap);
    assert.equal(outcome.state, 'rotated');
    return outcome;
  };

  it('works with the old and the new text until the overlap is over, and keeps its id', async () => {
    const before = await keys.create('sandbox', 'one');
    const {created, key} = await rotate(before.id, HOUR);
    assert.equal(created.id, before.id);
    assert.notEqual(created.key, before.key);
    assert.equal(key.formerUntil, '2026-11-24T13:00:00.000Z');
    for (const text of [before.key, created.key]) {
      assert.equal((await keys.find(text))?.id, before.id);
    }
    assert.equal((await keys.findById(before.id))?.secrets.length, 2);
    now += HOUR;
    assert.equal(await keys.find(before.key), undefined);
    assert.equal((await keys.find(created.key))?.id, before.id);
    assert.equal((await keys.findById(before.id))?.secrets.length, 1);
    assert.equal((await keys.get(before.id))?.formerUntil, undefined);
  });

  it('is found by the id of its new text, as pages compute it', async () => {
    const before = await keys.create('sandbox', 'one');
    const {created} = await rotate(before.id, HOUR);
    const id = keyIdOf(digestOfText(created.key).toString('base64url'));
    assert.equal((await keys.findById(id))?.id, before.id);
    assert.equal((await keys.revoke(id))?.id, before.id);
    assert.equal(await keys.find(created.key), undefined);
    assert.equal(await keys.find(before.key), undefined);
  });

  it('does not work with the old text if there is no overlap', async () => {
    const first = await keys.create('sandbox', 'one');
    const second = (await rotate(first.id, 24 * HOUR)).created;
    const third = (await rotate(first.id, 0)).created;
    assert.equal(await keys.find(first.key), undefined);
    assert.equal(await keys.find(second.key), undefined);
    assert.ok(await keys.find(third.key));
    assert.equal((await keys.findById(first.id))?.secrets.length, 1);
  });

  it('has no more than four former texts, however often it is rotated', async () => {
    const texts = [await keys.create('sandbox', 'one')];
    for (let i = 0; i < 6; i++) texts.push((await rotate(texts[0]!.id, HOUR)).created);
    const found = await Promise.all(texts.map(async ({key}) => Boolean(await keys.find(key))));
    assert.deepEqual(found, [false, false, true, true, true, true, true]);
  });

  it('that was revoked or does not exist is reported, and nothing changes', async () => {
    const {id, key} = await keys.create('sandbox', 'one');
    await keys.revoke(id);
    assert.equal((await keys.rotate(id, HOUR)).state, 'revoked');
    assert.equal((await keys.change(id, {roles: ['seal']})).state, 'revoked');
    assert.equal(await keys.find(key), undefined);
    assert.equal((await keys.rotate('key_none', HOUR)).state, 'unknown');
    assert.equal((await keys.change('key_none', {name: 'x'})).state, 'unknown');
  });

  it('does not get its old text back from a file of the first version that is imported', async () => {
    const before = await keys.create('sandbox', 'one');
    const copy = join(folder, 'copy.db');
    await copyFile(join(folder, 'keys.db'), copy);
    await rotate(before.id, 0);
    const {LastingFile} = await import('../../src/store/lasting-file.js');
    const store = await LastingFile.open(copy);
    const value = await store.get('api-keys');
    await store.close();
    const {writeFile} = await import('node:fs/promises');
    await writeFile(join(folder, 'keys.json'), value!, {mode: 0o600});
    const again = new ApiKeys(folder);
    assert.equal((await again.list()).length, 1);
    assert.equal(await again.find(before.key), undefined);
    await again.close();
  });
});

describe('A service whose key is rotated', () => {
  const service = serviceOfSuite();

  it('accepts both texts during the overlap, in all ways, for the same captures and tokens', async () => {
    const {keys, app} = service;
    const before = await keys.create('sandbox', 'backend');
    const mint = sealing('/protection/sandbox/tokens', {origin: 'https://app.example'});
    const minted = await send(app, signed(mint, before));
    const request = sealRequest();
    const seal = () => sealing(undefined, request);
    const first = await send(app, withHeaders(seal(), {'x-api-key': before.key}));
    assert.equal(first.statusCode, 200, first.body);
    const outcome = await keys.rotate(before.id, HOUR);
    assert.equal(outcome.state, 'rotated');
    const after = outcome.created;
    const newId = keyIdOf(digestOfText(after.key).toString('base64url'));
    await new Promise((resolve) => setTimeout(resolve, 220));
    for (const answer of [
      await send(app, withHeaders(seal(), {'x-api-key': before.key})),
      await send(app, withHeaders(seal(), {'x-api-key': after.key})),
      await send(app, signed(seal(), before)),
      await send(app, signed(seal(), after)),
      await send(app, signed(seal(), {...after, id: newId})),
    ]) {
      assert.equal(answer.statusCode, 200, answer.body);
      assert.equal(answer.headers['idempotency-replayed'], 'true');
    }
    const headers = {
      authorization: `Bearer ${minted.json<{token: string}>().token}`,
      origin: 'https://app.example',
    };
    const byToken = () => send(app, withHeaders(sealing(), headers));
    assert.equal((await byToken()).statusCode, 200, 'tokens go on in the overlap');
    await keys.rotate(before.id, 0);
    await new Promise((resolve) => setTimeout(resolve, 220));
    for (const answer of [
      await send(app, withHeaders(seal(), {'x-api-key': before.key})),
      await send(app, withHeaders(seal(), {'x-api-key': after.key})),
      await send(app, signed(seal(), before)),
      await send(app, signed(seal(), after)),
    ]) {
      assert.equal(answer.statusCode, 401, answer.body);
    }
    assert.equal((await byToken()).statusCode, 401, 'and end without one');
  });
});
