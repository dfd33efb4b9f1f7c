import assert from 'node:assert/strict';
import {createHmac} from 'node:crypto';
import {chmod, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {before, describe, it} from 'node:test';
import {decodeJwt, SignJWT, UnsecuredJWT} from 'jose';
import {createService} from '../../src/service.js';
import {LastingFile} from '../../src/store/lasting-file.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {jpegOf, envelope, sealRequest} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {detailOf, sealing, send, signed, withHeaders, type Signer} from './signing.js';

const ORIGIN = 'https://app.example';

interface Minted {
  token: string;
  expiresAt: string;
}

describe('A token', () => {
  const service = serviceOfSuite({logLevel: 'debug', allowedOrigins: [ORIGIN]});
  let token: string;
  before(async () => void (token = (await mint({origin: ORIGIN})).json<Minted>().token));

  const asking = (body: object) => sealing('/protection/sandbox/tokens', body);
  const mint = (body: object, signer: Signer = service.sandbox) =>
    send(service.app, signed(asking(body), signer));
  const sealWith = (
    bearer: string,
    {origin = ORIGIN, path}: {origin?: string; path?: string} = {},
  ) =>
    send(
      service.app,
      withHeaders(sealing(path), {authorization: `Bearer ${bearer}`, origin: origin || undefined}),
    );
  const assertRefused = async (bearer: string, detail: RegExp, origin = ORIGIN) => {
    const answer = await sealWith(bearer, {origin});
    assert.equal(answer.statusCode, 401, answer.body);
    assert.match(detailOf(answer), detail);
    assert.match(String(answer.headers['www-authenticate']), /^Bearer error="invalid_token"/);
  };
  /** Signs a changed token of the sandbox with the sandbox's own secret, as only the service can. */
  const forge = async (change: object, alg = 'HS256') => {
    const secret = await secretOf(service.folder);
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: 'sealed-capture',
      aud: 'sandbox',
      sub: service.sandbox.id,
      origin: ORIGIN,
      iat: now,
      exp: now + 600,
      jti: 'one',
      ...change,
    };
    return new SignJWT(claims).setProtectedHeader({alg}).sign(secret);
  };

  it('may claim a capture if its key may, like a signed request of that key', async () => {
    const claiming = () => sealing(undefined, sealRequest({origin: 'capture'}));
    for (const [mayClaimCapture, status] of [
      [true, 200],
      [false, 403],
    ] as const) {
      const options = {signedOnly: true, mayClaimCapture};
      const backend = await service.keys.create('sandbox', 'backend', options);
      const minted = (await mint({origin: ORIGIN}, backend)).json<Minted>();
      const headers = {authorization: `Bearer ${minted.token}`, origin: ORIGIN};
      const byToken = await send(service.app, withHeaders(claiming(), headers));
      assert.equal(byToken.statusCode, status, byToken.body);
      const bySignature = await send(service.app, signed(claiming(), backend));
      assert.equal(bySignature.statusCode, status, bySignature.body);
    }
  });

  it('is minted for a signed request, and seals and inspects from its origin', async () => {
    const answer = await mint({origin: ORIGIN});
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['cache-control'], 'no-store');
    const minted = answer.json<Minted>();
    const life = Date.parse(minted.expiresAt) - Date.now();
    assert.ok(Math.abs(life - 600_000) < 5000, minted.expiresAt);
    assert.match(minted.expiresAt, /Z$/);
    const sealed = await sealWith(minted.token);
    assert.equal(sealed.statusCode, 200, sealed.body);
    assert.equal((await sealWith(minted.token)).statusCode, 200, 'it is good for many requests');
    const inspection = {
      ...sealing('/protection/sandbox/inspect'),
      body: Buffer.from(envelope(jpegOf(2000))),
    };
    const headers = {authorization: `bearer ${minted.token}`, origin: ORIGIN};
    const inspected = await send(service.app, withHeaders(inspection, headers));
    assert.equal(inspected.statusCode, 200, inspected.body);
  });

  it('contains its key and purpose, and no secret', async () => {
    const {jti, iat, exp, ...claims} = decodeJwt(token);
    assert.deepEqual(claims, {
      iss: 'sealed-capture',
      aud: 'sandbox',
      sub: service.sandbox.id,
      origin: ORIGIN,
    });
    assert.equal(exp! - Math.floor(iat!), 600);
    assert.ok(jti);
    const {token: other} = (await mint({origin: ORIGIN})).json<Minted>();
    assert.notEqual(decodeJwt(other).jti, jti);
  });

  it('has the requested lifetime, from one minute to one hour', async () => {
    for (const lifetime of [60, 3600]) {
      const {token: made} = (await mint({origin: ORIGIN, lifetime})).json<Minted>();
      const {iat, exp} = decodeJwt(made);
      assert.equal(exp! - Math.floor(iat!), lifetime);
    }
  });

  it('is refused for any other lifetime, and for an invalid web origin', async () => {
    for (const [body, pointer] of [
      [{origin: ORIGIN, lifetime: 59}, '/lifetime'],
      [{origin: ORIGIN, lifetime: 3601}, '/lifetime'],
      [{origin: ORIGIN, lifetime: 60.5}, '/lifetime'],
      [{origin: ORIGIN, lifetime: '60'}, '/lifetime'],
      [{}, '/origin'],
      [{origin: 1}, '/origin'],
      [{origin: ''}, '/origin'],
      [{origin: '*'}, '/origin'],
      [{origin: 'null'}, '/origin'],
      [{origin: 'app.example'}, '/origin'],
      [{origin: `${ORIGIN}/`}, '/origin'],
      [{origin: `${ORIGIN}/path`}, '/origin'],
      [{origin: `${ORIGIN}:443`}, '/origin'],
      [{origin: 'https://App.example'}, '/origin'],
      [{origin: 'http://app.example'}, '/origin'],
      [{origin: 'http://localhost.example'}, '/origin'],
      [{origin: 'file:///a'}, '/origin'],
      [{origin: 'data:,'}, '/origin'],
      [{origin: `https://${'a'.repeat(600)}.example`}, '/origin'],
      [{origin: ORIGIN, scope: 'all'}, '/scope'],
      [[], ''],
    ] as const) {
      const answer = await mint(body);
      assert.equal(answer.statusCode, 400, JSON.stringify(body));
      const {errors} = answer.json<{errors: {pointer: string}[]}>();
      assert.equal(errors[0]?.pointer, pointer, answer.body);
    }
  });

  it('may be for a page on localhost without TLS', async () => {
    for (const origin of [
      'http://localhost:8080',
      'http://app.localhost',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]) {
      const answer = await mint({origin});
      assert.equal(answer.statusCode, 200, origin);
      const {token: made} = answer.json<Minted>();
      assert.equal((await sealWith(made, {origin})).statusCode, 200);
    }
  });

  it('is minted only for a signed request', async () => {
    const ask = (headers: Record<string, string>) =>
      send(service.app, withHeaders(asking({origin: ORIGIN}), headers));
    const credentials: Record<string, string>[] = [
      {},
      {'x-api-key': service.sandbox.key},
      {authorization: `Bearer ${token}`, origin: ORIGIN},
    ];
    for (const headers of credentials) {
      const answer = await ask(headers);
      assert.equal(answer.statusCode, 401, answer.body);
    }
    assert.match(detailOf(await ask({'x-api-key': service.sandbox.key})), /sign/);
    const forged = await mint({origin: ORIGIN}, {...service.sandbox, secret: 'another'});
    assert.equal(forged.statusCode, 401);
    const changed = {
      ...signed(asking({origin: ORIGIN}), service.sandbox),
      body: Buffer.from(JSON.stringify({origin: 'https://evil.example'})),
    };
    assert.equal((await send(service.app, changed)).statusCode, 401);
  });

  it('is refused from another origin, and without an Origin header', async () => {
    for (const origin of ['https://evil.example', 'https://app.example:8443', 'null', '']) {
      await assertRefused(token, /another origin/, origin);
    }
  });

  it('is refused after it has expired', async () => {
    const now = Math.floor(Date.now() / 1000);
    await assertRefused(await forge({iat: now - 600, exp: now - 1}), /has expired/);
    await assertRefused(await forge({exp: 'soon'}), /not one of this service/);
  });

  it('is refused in the other environment', async () => {
    const answer = await sealWith(token, {path: '/protection/seal'});
    assert.equal(answer.statusCode, 401);
    assert.match(detailOf(answer), /another environment; this address is live/);
  });

  it('is refused after its key was revoked', async () => {
    const key = await service.keys.create('sandbox', 'to be revoked');
    await sleep(250);
    const {token: made} = (await mint({origin: ORIGIN}, key)).json<Minted>();
    assert.equal((await sealWith(made)).statusCode, 200);
    await service.keys.revoke(key.id);
    await sleep(250);
    await assertRefused(made, /was revoked/);
  });

  it('is refused after its key was rotated without an overlap, and accepted during an overlap', async () => {
    const key = await service.keys.create('sandbox', 'to be rotated');
    await sleep(250);
    const {token: first} = (await mint({origin: ORIGIN}, key)).json<Minted>();
    const later = await service.keys.rotate(key.id, 60_000);
    await sleep(250);
    assert.equal((await sealWith(first)).statusCode, 200, 'within the overlap');
    assert.ok(later.state === 'rotated');
    // Rotates without an overlap, as after a leak.
    const now = await service.keys.rotate(key.id, 0);
    assert.ok(now.state === 'rotated');
    await sleep(250);
    await assertRefused(first, /was replaced since/);
    const {token: second} = (await mint({origin: ORIGIN}, now.created)).json<Minted>();
    assert.equal((await sealWith(second)).statusCode, 200);
  });

  it('is refused if anything in it was changed, and never crashes the service', async () => {
    const [header = '', claims = '', signature = ''] = token.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = encode({...decodeJwt(token), origin: 'https://evil.example'});
    const unsigned = new UnsecuredJWT(decodeJwt(token)).encode();
    const withKey = createHmac('sha256', service.sandbox.key)
      .update(`${header}.${claims}`)
      .digest('base64url');
    for (const bearer of [
      '',
      ' ',
      'x',
      '..',
      '...',
      'null',
      token.slice(1),
      token.slice(0, -2),
      `${token}.`,
      `${header}.${claims}.`,
      `${header}.${other}.${signature}`,
      `${encode({alg: 'none'})}.${claims}.`,
      `${encode({alg: 'RS256'})}.${claims}.${signature}`,
      `${encode({alg: 'HS256', crit: ['x'], x: 1})}.${claims}.${signature}`,
      `${header}.${claims}.${withKey}`,
      `${header}.${encode([])}.${signature}`,
      unsigned,
      service.sandbox.key,
      'a'.repeat(100_000),
      await forge({sub: undefined}),
      await forge({sub: 1}),
      await forge({origin: undefined}),
      await forge({aud: ['live']}),
      await forge({aud: undefined}),
      await forge({iss: 'another'}),
      await forge({exp: undefined}),
      await forge({jti: undefined}),
      await forge({nbf: Math.floor(Date.now() / 1000) + 600}),
      await forge({}, 'HS512').catch(() => 'x'),
    ]) {
      const answer = await sealWith(bearer);
      assert.equal(answer.statusCode, 401, `${bearer.slice(0, 80)} ${answer.body}`);
    }
    assert.equal((await sealWith(await forge({}))).statusCode, 200, 'the forger itself works');
  });

  it("is judged by itself: its key's text in the same request has no effect, nor does the token for a signature", async () => {
    const expired = withHeaders(sealing(), {
      authorization: 'Bearer x',
      'x-api-key': service.sandbox.key,
    });
    assert.equal((await send(service.app, expired)).statusCode, 401);
    const forged = withHeaders(signed(sealing(), {...service.sandbox, secret: 'another'}), {
      authorization: `Bearer ${token}`,
      origin: ORIGIN,
    });
    assert.equal((await send(service.app, forged)).statusCode, 401);
  });

  it('counts as a request of its key: the same answers, the same limits', async () => {
    const request = sealing();
    const first = await send(service.app, withHeaders(request, {'x-api-key': service.sandbox.key}));
    const headers = {authorization: `Bearer ${token}`, origin: ORIGIN};
    const second = await send(service.app, withHeaders(request, headers));
    assert.equal(second.headers['idempotency-replayed'], 'true');
    assert.deepEqual(second.rawPayload, first.rawPayload);
    assert.equal(
      Number(second.headers['ratelimit-remaining']),
      Number(first.headers['ratelimit-remaining']) - 1,
    );
  });

  it('does not appear in the log, nor do its secrets; the log has the id of its key', async () => {
    const secret = (await secretOf(service.folder)).toString('base64url');
    const log = service.lines.join('');
    for (const word of [token, token.split('.')[2]!, secret, service.sandbox.secret, ORIGIN]) {
      assert.ok(!log.includes(word), word);
    }
    assert.ok(log.includes(service.sandbox.id));
  });

  it('is described in the API description', async () => {
    const {paths, components} = (await service.app.inject('/openapi.json')).json<{
      paths: Record<string, {post?: {security?: object[]; requestBody?: object}}>;
      components: {securitySchemes: object};
    }>();
    const {post} = paths['/protection/sandbox/tokens'] ?? {};
    assert.ok(post?.requestBody);
    assert.deepEqual(post.security, [{RequestSignature: []}]);
    const schemes = Object.keys(components.securitySchemes);
    assert.deepEqual(schemes, ['ApiKeyAuth', 'Token', 'RequestSignature']);
  });

  it('works after a restart; its signing secret is stored in a file that only its owner can read', async (t) => {
    const {folder: dataFolder} = service;
    const path = join(dataFolder, 'keys.db');
    await service.app.close();
    const again = await createService({dataFolder, threads: 1, logLevel: 'silent'});
    const headers = {authorization: `Bearer ${token}`, origin: ORIGIN};
    const answer = await send(again, withHeaders(sealing(), headers));
    await again.close();
    assert.equal(answer.statusCode, 200, answer.body);
    if (process.platform === 'win32') return t.skip('Windows has no such modes');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    await chmod(path, 0o644);
    await assert.rejects(createService({dataFolder, threads: 1}), SettingsError);
    await chmod(path, 0o600);
    await writeFile(path, 'short');
    await assert.rejects(createService({dataFolder, threads: 1}), SettingsError);
  });
});

/** The secret that signs the sandbox's tokens. */
async function secretOf(dataFolder: string): Promise<Buffer> {
  const store = await LastingFile.open(join(dataFolder, 'keys.db'));
  const secret = await store.get('token-secret:sandbox');
  await store.close();
  assert.ok(secret);
  return Buffer.from(secret);
}
