import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {inspect} from 'node:util';
import {setTimeout as sleep} from 'node:timers/promises';
import {describe, it} from 'node:test';
import {keyIdOf} from '@sealed-capture/seal/model/seal/message-signature.js';
import {ApiKeys, type CreatedKey} from '../../src/keys/api-keys.js';
import {serviceOfSuite} from '../service-fixture.js';
import {detailOf, sealing, send, signed, withHeaders} from './signing.js';

const idOf = (key: string): string => keyIdOf(createHash('sha256').update(key).digest('base64url'));

describe('An API key', () => {
  const service = serviceOfSuite();

  it('has an id that is derived from its text, so that the owner of the key can compute it', () => {
    assert.equal(service.sandbox.id, idOf(service.sandbox.key));
    assert.match(service.sandbox.id, /^key_[\w-]{22}$/);
  });

  it('is known by its exact text alone, and not by what else belongs to it', async () => {
    const {key, id, secret} = service.sandbox;
    const last = key.endsWith('A') ? 'B' : 'A';
    for (const guess of [
      `${key.slice(0, -1)}${last}`,
      key.slice(0, -1),
      `${key}A`,
      `${key}=`,
      `${key},${key}`,
      `${key.slice(0, 12)}%${key.slice(12)}`,
      key.toLowerCase(),
      key.toUpperCase(),
      key.replace('sandbox', 'live'),
      key.replace(/^sc_sandbox_/, ''),
      `Bearer ${key}`,
      id,
      id.replace('key_', ''),
      secret,
      createHash('sha256').update(key).digest('base64url'),
      createHash('sha256').update(key).digest('hex'),
      '__proto__',
      'undefined',
    ]) {
      const answer = await send(service.app, withHeaders(sealing(), {'x-api-key': guess}));
      assert.equal(answer.statusCode, 401, guess);
    }
    const known = await send(service.app, withHeaders(sealing(), {'x-api-key': key}));
    assert.equal(known.statusCode, 200);
  });

  it('that may only sign is refused if it is sent, with the reason', async () => {
    const key = await service.keys.create('sandbox', 'backend', {signedOnly: true});
    const plain = await service.keys.create('sandbox', 'page');
    await sleep(250);
    const sent = await send(service.app, withHeaders(sealing(), {'x-api-key': key.key}));
    assert.equal(sent.statusCode, 401);
    assert.match(detailOf(sent), /signed requests alone/);
    assert.match(String(sent.headers['www-authenticate']), /^Signature /);
    assert.equal((await send(service.app, signed(sealing(), key))).statusCode, 200);
    const other = await send(service.app, withHeaders(sealing(), {'x-api-key': plain.key}));
    assert.equal(other.statusCode, 200);
    const listed = (await service.keys.list()).filter(({signedOnly}) => signedOnly);
    assert.deepEqual(
      listed.map(({id}) => id),
      [key.id],
    );
  });

  it('that another process creates works at once, however recently the store was read', async () => {
    const others = new ApiKeys(service.folder);
    const here = new ApiKeys(service.folder);
    await here.load();
    for (const find of [
      ({key}: CreatedKey) => here.find(key),
      ({id}: CreatedKey) => here.findById(id),
    ]) {
      const made = others.create('sandbox', 'made this moment');
      // The store is read continuously, so a periodic read would be too late.
      let isMade = false;
      void made.finally(() => (isMade = true));
      while (!isMade) {
        await here.find(service.sandbox.key);
        await sleep(1);
      }
      const created = await made;
      assert.equal((await find(created))?.id, created.id);
    }
  });

  it('never shows its secret in a log or in JSON', async () => {
    const found = await service.keys.find(service.sandbox.key);
    assert.ok(found);
    for (const text of [JSON.stringify(found), inspect(found, {depth: 9, showHidden: true})]) {
      assert.ok(!text.includes(service.sandbox.secret));
    }
  });
});

describe('A service behind a proxy', () => {
  const service = serviceOfSuite({publicAddress: 'https://example.org/seals'});

  it('checks signatures against the address that clients call, whatever the proxy passes on', async () => {
    const root = 'https://example.org/seals';
    const request = signed(sealing(), service.sandbox, {root});
    const passedOn = withHeaders(request, {host: 'internal:8080'});
    assert.equal((await send(service.app, passedOn)).statusCode, 200);
    const wrong = signed(sealing(), service.sandbox, {root: 'https://example.org'});
    const answer = await send(service.app, withHeaders(wrong, {host: 'example.org'}));
    assert.equal(answer.statusCode, 401);
    assert.match(detailOf(answer), /public address/);
  });
});
