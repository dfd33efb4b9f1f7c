import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import type {LightMyRequestResponse as Answer} from 'fastify';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {serviceError} from '@sealed-capture/seal/model/service-error.js';
import type {NewKeyOptions} from '../../src/keys/api-keys.js';
import {roles, type Role} from '../../src/keys/roles.js';
import {envelope, jpegOf, protectForm, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {sealing, send, signed, withHeaders, type WireRequest} from '../auth/signing.js';

const ORIGIN = 'https://app.example';
const OTHER = 'https://other.example';

const service = serviceOfSuite();
const make = (options: NewKeyOptions) => service.keys.create('sandbox', 'test', options);
const at = (path: string) => `/protection/sandbox${path}`;
const json = (path: string, body: object) => sealing(at(path), body);

async function uploading(path: string): Promise<WireRequest> {
  const {payload, headers} = await protectForm(jpegOf(1_000), 'image/jpeg', {});
  return {method: 'POST', path: at(path), body: payload, headers: {host: 'a.example', ...headers}};
}

/** A request to each route that needs a key, with the required role. */
const asked: readonly {role: Role; request: () => WireRequest | Promise<WireRequest>}[] = [
  {role: 'seal', request: () => sealing()},
  {role: 'claim-capture', request: () => sealing(undefined, sealRequest({origin: 'capture'}))},
  {role: 'protect', request: () => uploading('/protect')},
  {role: 'protect', request: () => uploading('/add-timestamp')},
  {role: 'inspect', request: () => json('/inspect', {image: ''})},
  {role: 'redact', request: () => uploading('/redact')},
  {role: 'mint', request: () => json('/tokens', {origin: ORIGIN})},
];

const withProblem = (request: WireRequest) =>
  withHeaders(request, {accept: 'application/problem+json'});
const problemOf = (answer: Answer) => answer.json<Problem>();
const is = (answer: Answer, status: number, problem: Partial<Problem> = {}) => {
  assert.equal(answer.statusCode, status, answer.body);
  for (const [name, value] of Object.entries(problem)) {
    assert.equal(problemOf(answer)[name as keyof Problem], value, answer.body);
  }
};

describe('The roles of a key', () => {
  it('give access to their routes, and to no other', async () => {
    for (const role of roles) {
      const key = await make({roles: role === 'claim-capture' ? ['seal', role] : [role]});
      for (const {role: needed, request} of asked) {
        const answer = await send(service.app, signed(withProblem(await request()), key));
        const may = needed === role || (needed === 'seal' && role === 'claim-capture');
        if (may) assert.notEqual(answer.statusCode, 403, `${role}: ${answer.body}`);
        else {
          const missing = needed === 'claim-capture' && role !== 'seal' ? 'seal' : needed;
          is(answer, 403, {reason: 'role_missing', role: missing});
          assert.ok(problemOf(answer).detail?.includes(`"${missing}"`), answer.body);
        }
      }
    }
  });

  it('are checked before the body is read; inspections are refused with an empty body, like all their errors', async () => {
    const key = await make({roles: ['seal']});
    const headers = {'x-api-key': key.key, 'content-type': 'application/json'};
    const answer = await service.app.inject({
      method: 'POST',
      url: at('/inspect'),
      headers,
      payload: 'no JSON at all',
    });
    is(answer, 403);
    assert.equal(answer.body, '');
  });

  it('are named in the error in the page, which is not retried automatically', async () => {
    const key = await make({roles: ['inspect']});
    const answer = await send(service.app, withHeaders(sealing(), {'x-api-key': key.key}));
    const error = serviceError(answer.statusCode, answer.body, undefined);
    assert.equal(error.code, 'role_missing');
    assert.match(error.message, /lacks the role "seal"/);
  });

  it('can be changed without a restart of the service', async () => {
    const {id, key} = await make({roles: ['inspect']});
    const seal = () => send(service.app, withHeaders(sealing(), {'x-api-key': key}));
    is(await seal(), 403);
    await service.keys.change(id, {roles: ['seal']});
    await new Promise((resolve) => setTimeout(resolve, 220));
    is(await seal(), 200);
  });
});

describe('A token', () => {
  const mint = (key: {id: string; secret: string}, body: object) =>
    send(service.app, signed(withProblem(json('/tokens', body)), key));
  const sealWith = async (minted: Answer, origin = 'capture') => {
    const {token} = minted.json<{token: string}>();
    const headers = {authorization: `Bearer ${token}`, origin: ORIGIN};
    const request = sealRequest(origin === 'capture' ? {origin: 'capture'} : {});
    return send(service.app, withHeaders(sealing(undefined, request), headers));
  };

  it('has the roles of its key, or fewer if it was restricted', async () => {
    const key = await make({roles: ['seal', 'claim-capture', 'mint']});
    is(await sealWith(await mint(key, {origin: ORIGIN})), 200);
    const narrowed = await mint(key, {origin: ORIGIN, roles: ['seal']});
    is(await sealWith(narrowed), 403, {role: 'claim-capture'});
    is(await sealWith(narrowed, 'file'), 200);
  });

  it('is not minted for roles that its key lacks, for no role, or for minting tokens', async () => {
    const key = await make({roles: ['seal', 'mint']});
    is(await mint(key, {origin: ORIGIN, roles: ['inspect']}), 403, {role: 'inspect'});
    for (const wrong of [[], ['mint'], ['everything'], 'seal']) {
      is(await mint(key, {origin: ORIGIN, roles: wrong}), 400);
    }
  });

  it('loses the roles that its key loses', async () => {
    const key = await make({roles: ['seal', 'claim-capture', 'mint']});
    const minted = await mint(key, {origin: ORIGIN, roles: ['seal', 'claim-capture']});
    await service.keys.change(key.id, {roles: ['inspect', 'mint']});
    await new Promise((resolve) => setTimeout(resolve, 220));
    is(await sealWith(minted), 403, {role: 'seal'});
  });

  it('expires no later than its key', async () => {
    const expiresAt = new Date(Date.now() + 120_000).toISOString();
    const minted = await mint(await make({expiresAt}), {origin: ORIGIN, lifetime: 3600});
    assert.ok(minted.json<{expiresAt: string}>().expiresAt <= expiresAt);
  });

  it('is minted only for the origins of its key, by a backend that sends no Origin header', async () => {
    const key = await make({origins: [ORIGIN]});
    is(await sealWith(await mint(key, {origin: ORIGIN})), 200);
    is(await mint(key, {origin: OTHER}), 403, {reason: 'origin_not_allowed'});
  });
});

describe('A token of a key that loses an origin', () => {
  it('is refused from that origin, and accepted when the key has it again', async () => {
    const key = await make({origins: [ORIGIN, OTHER]});
    const minted = await send(service.app, signed(json('/tokens', {origin: ORIGIN}), key));
    const authorization = `Bearer ${minted.json<{token: string}>().token}`;
    const sealFrom = (origin: string) =>
      send(service.app, withHeaders(sealing(), {authorization, origin}));
    const change = async (origins: string[]) => {
      await service.keys.change(key.id, {origins});
      await new Promise((resolve) => setTimeout(resolve, 220));
    };
    is(await sealFrom(ORIGIN), 200);
    is(await sealFrom(OTHER), 401);
    await change([OTHER]);
    is(await sealFrom(ORIGIN), 403, {reason: 'origin_not_allowed'});
    await change([ORIGIN]);
    is(await sealFrom(ORIGIN), 200);
  });
});

describe('The origins of a key', () => {
  it('are those from which it is accepted; without an Origin header, only signed requests are', async () => {
    const key = await make({origins: [ORIGIN, 'capacitor://localhost']});
    const shown = (headers: Record<string, string>) =>
      send(service.app, withHeaders(sealing(), {'x-api-key': key.key, ...headers}));
    const bySignature = (headers: Record<string, string>) =>
      send(service.app, signed(withHeaders(sealing(), headers), key));
    const refused = {reason: 'origin_not_allowed'};
    is(await shown({origin: ORIGIN}), 200);
    is(await shown({origin: 'capacitor://localhost'}), 200);
    for (const origin of [OTHER, 'null', '', `${ORIGIN}.evil.example`, `${ORIGIN}:443`]) {
      is(await shown({origin}), 403, refused);
      is(await bySignature({origin}), 403, refused);
    }
    is(await shown({}), 403, refused);
    is(await bySignature({}), 200);
    is(await bySignature({origin: ORIGIN}), 200);
  });
});

describe('A key that has expired', () => {
  it('is refused with its own error code, however it is sent, and works until then', async () => {
    const key = await make({expiresAt: new Date(Date.now() - 1_000).toISOString()});
    const expired = {reason: 'key_expired'};
    is(await send(service.app, withHeaders(sealing(), {'x-api-key': key.key})), 401, expired);
    is(await send(service.app, signed(sealing(), key)), 401, expired);
    const other = await make({expiresAt: new Date(Date.now() + 60_000).toISOString()});
    is(await send(service.app, withHeaders(sealing(), {'x-api-key': other.key})), 200);
    const minted = await send(service.app, signed(json('/tokens', {origin: ORIGIN}), other));
    const past = new Date(Date.now() - 1_000).toISOString();
    await service.keys.change(other.id, {expiresAt: past});
    await new Promise((resolve) => setTimeout(resolve, 220));
    const authorization = `Bearer ${minted.json<{token: string}>().token}`;
    const byToken = withHeaders(sealing(), {authorization, origin: ORIGIN});
    is(await send(service.app, byToken), 401, expired);
    is(await send(service.app, withHeaders(sealing(), {'x-api-key': randomUUID()})), 401, {
      reason: undefined,
    });
  });
});

it('A key that was created without roles may do everything that keys could do before there were roles', async () => {
  const {key, id} = await make({});
  assert.deepEqual((await service.keys.get(id))?.roles, [...roles]);
  const answer = await service.post('/inspect', envelope(jpegOf(500)), {'x-api-key': key});
  is(answer, 200);
});
