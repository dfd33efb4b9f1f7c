import assert from 'node:assert/strict';
import {readFile, rm} from 'node:fs/promises';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {auditFiles} from '../../src/audit/audit-files.js';
import type {CreatedKey, KeySummary} from '../../src/keys/api-keys.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {idempotent, sealRequest} from '../requests.js';
import {startFixture, temporaryFolder, type ServiceFixture} from '../service-fixture.js';
import {askAs, makeAdminCertificates} from './admin-certificates.js';

describe('The keys routes of the admin port', {skip: noOpenssl}, () => {
  let folder: string;
  let audit: string;
  let address: string;
  let service: ServiceFixture;
  before(async () => {
    folder = await temporaryFolder();
    audit = join(folder, 'audit');
    const adminTls = makeAdminCertificates(folder);
    service = await startFixture({adminPort: 0, adminTls, auditFolder: audit});
    address = await service.app.admin!.listen();
  });
  after(async () => {
    await service.close();
    await rm(folder, {recursive: true});
  });

  async function ask<T>(method: string, path: string, status: number, body?: unknown): Promise<T> {
    const answer = await askAs(folder, 'anna', `${address}${path}`, {method, body});
    assert.equal(answer.status, status, answer.text);
    return JSON.parse(answer.text) as T;
  }
  const sealWith = async (key: string) => {
    const request = sealRequest();
    const headers = {'x-api-key': key, ...idempotent(request)};
    return (await service.post('/seal', request, headers)).statusCode;
  };
  const entries = async () => {
    const texts = (await auditFiles(audit)).map((name) => readFile(join(audit, name), 'utf8'));
    return (await Promise.all(texts))
      .flatMap((text) => text.trimEnd().split('\n'))
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('create, list, change, rotate and revoke keys, and the audit log names the client', async () => {
    const asked = {
      environment: 'sandbox',
      name: 'Shop',
      roles: ['seal', 'inspect'],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      limits: {concurrency: 5},
    };
    const made = await ask<CreatedKey>('POST', '/keys', 201, asked);
    assert.equal(await sealWith(made.key), 200);
    const path = `/keys/${made.id}`;
    const shown = await ask<KeySummary>('GET', path, 200);
    const {environment, name, roles, expiresAt, limits} = shown;
    assert.deepEqual({environment, name, roles, expiresAt, limits}, asked);
    const listed = await askAs(folder, 'anna', `${address}/keys`);
    assert.ok((JSON.parse(listed.text) as KeySummary[]).some(({id}) => id === made.id));
    for (const secret of [made.key, made.secret]) assert.ok(!listed.text.includes(secret));

    const change = {roles: ['inspect'], expiresAt: null, limits: {concurrency: null, perMinute: 9}};
    const changed = await ask<KeySummary>('PATCH', path, 200, change);
    assert.deepEqual([changed.roles, changed.limits], [['inspect'], {perMinute: 9}]);
    assert.equal(changed.expiresAt, undefined);
    assert.equal(changed.name, 'Shop');
    await ask('PATCH', path, 200, {roles: ['seal']});

    const rotated = await ask<CreatedKey & {formerUntil?: string}>('POST', `${path}/rotate`, 200, {
      overlap: 0,
    });
    assert.equal(rotated.id, made.id);
    assert.equal(rotated.formerUntil, undefined);
    assert.equal(await sealWith(rotated.key), 200);
    assert.equal(await sealWith(made.key), 401);
    const again = await ask<{formerUntil?: string}>('POST', `${path}/rotate`, 200, {});
    assert.ok(Date.parse(again.formerUntil ?? '') > Date.now() + 86_000_000);

    assert.ok((await ask<KeySummary>('DELETE', path, 200)).revokedAt);
    const noted = (await entries()).filter(({keyId, by}) => keyId === made.id && by !== undefined);
    assert.deepEqual(
      noted.map(({event}) => event),
      ['key-created', 'key-changed', 'key-changed', 'key-rotated', 'key-rotated', 'key-revoked'],
    );
    assert.deepEqual(noted[1]?.['changed'], ['expiresAt', 'limits', 'roles']);
    for (const {by} of noted) assert.match(String(by), /CN=Example anna$/);
    assert.ok(!JSON.stringify(await entries()).includes(rotated.secret));
    await ask<Problem>('PATCH', path, 409, {name: 'x'});
    await ask<Problem>('POST', `${path}/rotate`, 409, {});
  });

  it('name a client without a subject by its alternative names', async () => {
    const body = {environment: 'sandbox', name: 'Of a workload'};
    const made = await askAs(folder, 'workload', `${address}/keys`, {method: 'POST', body});
    assert.equal(made.status, 201, made.text);
    const {id} = JSON.parse(made.text) as CreatedKey;
    const noted = (await entries()).filter(({keyId}) => keyId === id);
    assert.deepEqual(
      noted.map(({event, by}) => [event, by]),
      [['key-created', 'URI:spiffe://example/backup']],
    );
  });

  it('are available only to clients with a certificate of the right authority', async () => {
    const before = (await service.keys.list()).length;
    const key = {environment: 'sandbox'};
    for (const client of [undefined, 'stranger']) {
      for (const [method, path] of [
        ['GET', '/keys'],
        ['POST', '/keys'],
        ['GET', '/keys/key_a'],
        ['PATCH', '/keys/key_a'],
        ['DELETE', `/keys/${service.sandbox.id}`],
        ['POST', `/keys/${service.sandbox.id}/rotate`],
      ] as const) {
        const body = method === 'POST' || method === 'PATCH' ? key : undefined;
        await assert.rejects(askAs(folder, client, `${address}${path}`, {method, body}));
      }
    }
    assert.equal((await service.keys.list()).length, before);
    assert.equal(await sealWith(service.sandbox.key), 200);
  });

  it('do not exist on the port of the service', async () => {
    const headers = {'x-api-key': service.sandbox.key};
    for (const url of ['/keys', `/keys/${service.sandbox.id}`]) {
      assert.equal((await service.app.inject({url, headers})).statusCode, 404);
    }
  });

  for (const [what, body, pointer] of [
    ['no environment', {}, '/environment'],
    ['another environment', {environment: 'test'}, '/environment'],
    ['an unknown role', {environment: 'live', roles: ['all']}, '/roles/0'],
    ['no role', {environment: 'live', roles: []}, '/roles'],
    ['claims without seals', {environment: 'live', roles: ['claim-capture']}, '/roles'],
    ['an origin with a path', {environment: 'live', origins: ['https://a.example/']}, '/origins'],
    [
      'an expiry in the past',
      {environment: 'live', expiresAt: '2020-01-01T00:00:00Z'},
      '/expiresAt',
    ],
    ['an expiry that is not a time', {environment: 'live', expiresAt: 'soon'}, '/expiresAt'],
    ['a limit below 0', {environment: 'live', limits: {perMinute: -1}}, '/limits/perMinute'],
    ['an unknown limit', {environment: 'live', limits: {perYear: 1}}, '/limits/perYear'],
    ['a name of two lines', {environment: 'live', name: 'a\nb'}, '/name'],
    ['an unknown member', {environment: 'live', secret: 'mine'}, '/secret'],
  ] as const) {
    it(`do not create a key with ${what}, and name the problem`, async () => {
      const before = (await service.keys.list()).length;
      const problem = await ask<Problem>('POST', '/keys', 400, body);
      assert.equal(problem.errors?.[0]?.pointer, pointer);
      assert.equal((await service.keys.list()).length, before);
    });
  }

  it('change no key if the request is invalid', async () => {
    const {id} = await service.keys.create('sandbox', 'x');
    const before = await service.keys.get(id);
    for (const body of [{}, {roles: null}, {environment: 'live'}, {limits: {perMinute: 'many'}}]) {
      await ask<Problem>('PATCH', `/keys/${id}`, 400, body);
    }
    for (const body of [{overlap: -1}, {overlap: 1e9}, {overlap: '1d'}, {key: 'mine'}]) {
      await ask<Problem>('POST', `/keys/${id}/rotate`, 400, body);
    }
    assert.deepEqual(await service.keys.get(id), before);
  });

  it('answer 404 for an unknown key', async () => {
    await ask<Problem>('GET', '/keys/key_none', 404);
    await ask<Problem>('PATCH', '/keys/key_none', 404, {name: 'x'});
    await ask<Problem>('DELETE', '/keys/key_none', 404);
    await ask<Problem>('POST', '/keys/key_none/rotate', 404, {});
    await ask<Problem>('PUT', '/keys', 405, {});
  });
});
