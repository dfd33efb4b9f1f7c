import assert from 'node:assert/strict';
import {mkdir, readdir, readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import {setTimeout as sleep} from 'node:timers/promises';
import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {SharedSandbox} from '../../src/certificates/shared-sandbox.js';
import {openLastingStore} from '../../src/store/open-stores.js';
import {send, sealing, signed, withHeaders} from '../auth/signing.js';
import {envelope, idempotent, protectForm, sealRequest} from '../requests.js';
import {media} from '../seal-and-inspect.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {noRedis, startRedis, type RedisServer} from './redis-server.js';

const ORIGIN = 'https://app.example';

describe('Services with a shared Redis and separate folders', {skip: noRedis}, () => {
  let redis: RedisServer;
  let one: ServiceFixture;
  let other: ServiceFixture;
  const start = async () =>
    startFixture({
      dataFolder: await temporaryFolder(),
      redis: redis.url,
      allowedOrigins: [ORIGIN],
    });
  before(async () => {
    redis = await startRedis(undefined, {isPersistent: true});
    // At the same moment, as in a first deployment.
    [one, other] = await Promise.all([start(), start()]);
  });
  after(async () => {
    await one.close();
    await other.close();
    await redis.close();
  });

  const sealAt = ({app}: ServiceFixture, key: string, request = sealRequest()) =>
    app.inject({
      method: 'POST',
      url: '/protection/sandbox/seal',
      headers: {'content-type': 'application/json', 'x-api-key': key, ...idempotent(request)},
      payload: JSON.stringify(request),
    });

  it('accept the keys that any of them created, until any of them revokes it', async () => {
    const {key, id} = await one.keys.create('sandbox', 'made at one');
    assert.equal((await sealAt(other, key)).statusCode, 200);
    await one.keys.revoke(id);
    // Each checks for changes of keys five times a second.
    await sleep(400);
    assert.equal((await sealAt(other, key)).statusCode, 401);
  });

  it('answer a repeated request with the answer that another one gave', async () => {
    const request = sealRequest();
    const first = await sealAt(one, one.sandbox.key, request);
    const again = await sealAt(other, one.sandbox.key, request);
    assert.equal(again.statusCode, 200, again.body);
    assert.equal(again.headers['idempotency-replayed'], 'true');
    assert.deepEqual(again.rawPayload, first.rawPayload);
  });

  it('accept a token that another one minted, and a signed request only once', async () => {
    const asking = sealing('/protection/sandbox/tokens', {origin: ORIGIN});
    const minted = await send(one.app, signed(asking, one.sandbox));
    const {token} = minted.json<{token: string}>();
    const headers = {authorization: `Bearer ${token}`, origin: ORIGIN};
    assert.equal((await send(other.app, withHeaders(sealing(), headers))).statusCode, 200);

    const request = signed(sealing(), one.sandbox, {nonce: 'n'.repeat(22)});
    assert.equal((await send(one.app, request)).statusCode, 200);
    assert.equal((await send(other.app, request)).statusCode, 401, 'replayed');
  });

  it('seal in the sandbox under one root, and trust what another one sealed there', async () => {
    const filesOf = async ({folder}: ServiceFixture) => {
      const names = (await readdir(join(folder, 'sandbox'))).sort();
      const texts = names.map((name) => readFile(join(folder, 'sandbox', name), 'utf8'));
      return [names, await Promise.all(texts)];
    };
    assert.deepEqual(await filesOf(one), await filesOf(other));
    const {payload, headers} = await protectForm(media, 'image/jpeg', {tags: {site: 'A'}});
    const sealed = await one.post('/protect', payload, headers);
    assert.equal(sealed.statusCode, 200, sealed.body);
    const answer = await other.post('/inspect', envelope(sealed.rawPayload));
    const result = answer.json<InspectionResult>();
    assert.deepEqual([result.labelState, result.reason], ['valid', result.reason]);
  });

  it('let one that is added later seal under the same root', async () => {
    const later = await start();
    try {
      const root = ({folder}: ServiceFixture) => readFile(join(folder, 'sandbox/root.pem'), 'utf8');
      assert.equal(await root(later), await root(one));
    } finally {
      await later.close();
    }
  });

  it('continue with the certificates that one of them has if Redis lost all its data', async () => {
    const store = await openLastingStore({dataFolder: '', redis: redis.url});
    const shared = new SharedSandbox(store, one.folder);
    const root = () => readFile(join(one.folder, 'sandbox/root.pem'), 'utf8');
    const before = await shared.agree(root);
    await redis.stop();
    await rm(redis.folder, {recursive: true});
    await mkdir(redis.folder);
    await redis.start();
    const limit = performance.now() + 10_000;
    while (
      !(await store.get('any').then(
        () => true,
        () => false,
      ))
    ) {
      assert.ok(performance.now() < limit);
      await sleep(100);
    }
    assert.equal(await shared.agree(root), before);
    const later = await start();
    assert.equal(await readFile(join(later.folder, 'sandbox/root.pem'), 'utf8'), before);
    await later.close();
    await store.close();
  });
});
