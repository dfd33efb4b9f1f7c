import assert from 'node:assert/strict';
import {createHash, randomUUID} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {inspect} from 'node:util';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {keyIdOf} from '../../../src/model/message-signature.js';
import {ApiKeys, type CreatedKey} from '../../../src/service/auth/api-keys.js';
import {startFixture, type ServiceFixture} from '../service-fixture.js';
import {detailOf, sealing, send, signed, withHeaders} from './signing.js';

const idOf = (key: string): string => keyIdOf(createHash('sha256').update(key).digest('base64url'));

interface KeyFile {
  keys: {id: string; name: string}[];
}

describe('An API key', () => {
  let service: ServiceFixture;
  before(async () => {
    service = await startFixture();
  });
  after(() => service.close());

  it('has an id that follows from its text, so that who has the key knows it', () => {
    assert.equal(service.sandbox.id, idOf(service.sandbox.key));
    assert.match(service.sandbox.id, /^key_[\w-]{22}$/);
  });

  it('that is for signing alone is refused where it is sent, and says so', async () => {
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

  it('of an older file is known by the id it had and by the one that follows from it', async () => {
    const key = await service.keys.create('sandbox', 'older');
    const path = join(service.folder, 'keys.json');
    const file = JSON.parse(await readFile(path, 'utf8')) as KeyFile;
    const older = `key_${randomUUID()}`;
    const keys = file.keys.map((one) => (one.id === key.id ? {...one, id: older} : one));
    await writeFile(path, JSON.stringify({...file, keys}));
    await sleep(250);
    const statusOf = async (id: string) =>
      (await send(service.app, signed(sealing(), {...key, id}))).statusCode;
    assert.equal(await statusOf(older), 200);
    assert.equal(await statusOf(key.id), 200);
    const sent = await send(service.app, withHeaders(sealing(), {'x-api-key': key.key}));
    assert.equal(sent.statusCode, 200);
    const request = signed(sealing(), key);
    const renamed = signed(sealing(), {...key, id: older});
    assert.equal((await send(service.app, request)).statusCode, 200);
    assert.equal((await send(service.app, renamed)).statusCode, 200);
    const revoked = await service.keys.revoke(key.id);
    assert.equal(revoked?.id, older);
    await sleep(250);
    assert.equal(await statusOf(older), 401);
    assert.equal(await statusOf(key.id), 401);
  });

  it('that another process makes is known at once, however lately the file was looked at', async () => {
    const others = new ApiKeys(service.folder);
    const here = new ApiKeys(service.folder);
    await here.load();
    for (const find of [
      ({key}: CreatedKey) => here.find(key),
      ({id}: CreatedKey) => here.findById(id),
    ]) {
      const made = others.create('sandbox', 'made this moment');
      // The file is looked at all the while, so that the next look would come too late.
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

  it('keeps its secret where neither a log nor JSON can show it', async () => {
    const found = await service.keys.find(service.sandbox.key);
    assert.ok(found);
    for (const text of [JSON.stringify(found), inspect(found, {depth: 9, showHidden: true})]) {
      assert.ok(!text.includes(service.sandbox.secret));
    }
  });
});

describe('A service behind a proxy', () => {
  let service: ServiceFixture;
  before(async () => {
    service = await startFixture({publicAddress: 'https://example.org/seals'});
  });
  after(() => service.close());

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
