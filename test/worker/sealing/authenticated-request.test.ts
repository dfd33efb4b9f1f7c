import assert from 'node:assert/strict';
import {createHash, hkdfSync} from 'node:crypto';
import {describe, it} from 'node:test';
import {compactDecrypt, decodeProtectedHeader} from 'jose';
import {
  authorizationOf,
  tokenAuthorization,
  type Authorization,
} from '@sealed-capture/seal/model/authorization.js';
import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {HttpAnswer, HttpRequest} from '../../../src/ports/browser/http.js';
import {RequestAuthentication} from '../../../src/worker/sealing/authenticated-request.js';
import type {Signable} from '../../../src/worker/sealing/message-signer.js';
import {SealService} from '../../../src/worker/sealing/seal-service.js';
import {secureCrypto} from '../../../src/worker/sealing/secure-crypto.js';

const now = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;
const request: Signable & {body: string} = {
  url: 'https://seal.example/protection/seal',
  method: 'POST',
  headers: {'Content-Type': 'application/json', 'Idempotency-Key': '0b9f2e1c'},
  body: '{"metadata":{"gps":{"latitude":51.5}}}',
};
const signing = authorizationOf('key', 'secret');
const encrypting = authorizationOf('key', 'secret', true);
const authenticated = async (authorization: Authorization) =>
  (await new RequestAuthentication({now: () => now}).authenticate(request, authorization)).request;
const createdOf = ({headers}: {headers: Record<string, string>}) =>
  1000 * Number(/;created=(\d+);/.exec(headers['Signature-Input'] ?? '')?.[1]);

const nonceOf = ({headers}: {headers: Record<string, string>}) =>
  /nonce="([\w-]+)"/.exec(headers['Signature-Input'] ?? '')?.[1] ?? '';

describe('a request', () => {
  it('has the headers of its authorization, and is otherwise unchanged', async () => {
    const sent = await authenticated(tokenAuthorization('token'));
    assert.deepEqual(sent, {
      ...request,
      headers: {...request.headers, Authorization: 'Bearer token'},
    });
  });

  it('that is signed is readable, and has no other authorization', async () => {
    const sent = await authenticated(signing);
    assert.equal(sent.body, request.body);
    assert.deepEqual(Object.keys(sent.headers).sort(), [
      'Content-Digest',
      'Content-Type',
      'Idempotency-Key',
      'Signature',
      'Signature-Input',
    ]);
  });

  it('that is encrypted is a JWE for the owner of the secret, signed in its encrypted form', async () => {
    const {headers, body} = await authenticated(encrypting);
    assert.equal(headers['Content-Type'], 'application/jose');
    assert.ok(headers['Signature']);
    const digest = createHash('sha256').update(body).digest('base64');
    assert.equal(headers['Content-Digest'], `sha-256=:${digest}:`);
    assert.doesNotMatch(body, /latitude|51\.5/);
    const keyid = `key_${createHash('sha256').update('key').digest('base64url').slice(0, 22)}`;
    assert.deepEqual(decodeProtectedHeader(body), {
      alg: 'dir',
      enc: 'A256GCM',
      kid: keyid,
      cty: 'application/json',
    });
    const info = 'sealed-capture request encryption';
    const key = new Uint8Array(hkdfSync('sha256', 'secret', '', info, 32));
    const {plaintext} = await compactDecrypt(body, key);
    assert.equal(new TextDecoder().decode(plaintext), request.body);
  });

  it('that is encrypted twice is never the same', async () => {
    const bodies = await Promise.all([authenticated(encrypting), authenticated(encrypting)]);
    assert.notEqual(bodies[0]?.body, bodies[1]?.body);
  });

  it('is not sent with an invalid authorization from a page', async () => {
    for (const made of [{}, {'X-API-Key': 'key'}, {name: 'token'}]) {
      await assert.rejects(authenticated(made as Authorization), {code: 'configuration_invalid'});
    }
  });

  it('is not sent with a key that does not fit into a header, which the error names without repeating it', async () => {
    for (const key of ['secret…', 'sec\nret', '☃secret']) {
      await assert.rejects(authenticated(authorizationOf(key)), (error: SealedCaptureError) => {
        assert.equal(error.code, 'configuration_invalid');
        assert.match(error.message, /^apiKey .*Set the key that the service gave you\.$/);
        assert.doesNotMatch(error.message, /sec|ret|☃/);
        assert.equal(error.cause, undefined);
        return true;
      });
    }
    // Values that fetch can send are left to the service, which may refuse them.
    assert.equal((await authenticated(authorizationOf(' clé '))).headers['X-API-Key'], ' clé ');
    assert.ok((await authenticated(authorizationOf('clé…', 'secret'))).headers['Signature']);
  });

  it('is not sent with another invalid header of the page', async () => {
    const unsendable: Record<string, string>[] = [{Authorization: '…'}, {'not a name': 'text'}];
    for (const headers of unsendable) {
      await assert.rejects(authenticated({name: 'headers', headers}), {
        code: 'configuration_invalid',
        message: /^The header (Authorization|not a name) of protection\.authorization /,
      });
    }
  });
});

it('reports what is missing if a page is not served over https', () => {
  assert.throws(() => secureCrypto({}), {code: 'insecure_context', message: /https/});
});

/** A service whose clock is ahead of the device's, and which accepts signatures within five minutes of its clock. */
function service(
  ahead: () => number,
  {tells = true, date = (time: number) => time, sendsTwice = false} = {},
) {
  const sent: HttpRequest[] = [];
  const nonces = new Set<string>();
  const http = {
    /** Repeats a request whose connection was cut, as Chromium does. The answer is that to the last copy. */
    send(given: HttpRequest): Promise<HttpAnswer> {
      sent.push(given);
      const time = now + ahead();
      const isRepeated = nonces.has(nonceOf(given)) || (sendsTwice && sent.length === 1);
      nonces.add(nonceOf(given));
      const isRefused = isRepeated || !(Math.abs(createdOf(given) - time) <= 300_000);
      return Promise.resolve({
        status: isRefused ? 401 : 200,
        headers: new Headers({
          'Content-Type': 'application/c2pa',
          ...(tells && {Date: new Date(date(time)).toUTCString()}),
        }),
        body: new ArrayBuffer(0),
      });
    },
  };
  const sealing = new SealService(http, {now: () => now});
  const seal = (authorization: Authorization = signing) =>
    sealing.seal({
      endpoint: 'https://seal.example/protection',
      authorization,
      request: {
        captureId: '0b9f2e1c-6f0e-4b3c-9d0a-0a8f6f0d9d10',
        mediaType: 'image/jpeg',
        digest: '',
        exclusion: {start: 2, length: 9000},
        manifestSize: 8192,
        metadata: {},
      },
      signal: new AbortController().signal,
    });
  return {seal, sent};
}

describe("a device's wrong clock", () => {
  for (const ahead of [3 * HOUR, -48 * HOUR]) {
    it(`by ${ahead / HOUR} hours is corrected with the time in the refusal, in the same attempt`, async () => {
      const {seal, sent} = service(() => ahead);
      await seal();
      assert.deepEqual(sent.map(createdOf), [now, now + ahead]);
    });
  }

  it('is remembered', async () => {
    const {seal, sent} = service(() => 3 * HOUR);
    await seal();
    await seal(encrypting);
    assert.deepEqual(sent.map(createdOf), [now, now + 3 * HOUR, now + 3 * HOUR]);
  });

  it('is corrected for all simultaneous refusals', async () => {
    const {seal, sent} = service(() => 3 * HOUR);
    await Promise.all([seal(), seal(), seal()]);
    assert.equal(sent.length, 6);
  });

  it('that was corrected is used again', async () => {
    let ahead = 3 * HOUR;
    const {seal, sent} = service(() => ahead);
    await seal();
    ahead = 0;
    await seal();
    assert.deepEqual(sent.slice(2).map(createdOf), [now + 3 * HOUR, now]);
  });

  it('causes a new signature, not a repeated request', async () => {
    const {seal, sent} = service(() => 3 * HOUR);
    await seal();
    assert.equal(new Set(sent.map(nonceOf)).size, 2);
  });

  it('is not assumed if the clock is right, or if the answer has no time', async () => {
    const refusals = [
      service(() => 3 * HOUR, {tells: false}),
      service(() => 3 * HOUR, {date: () => now + 59_000}),
      service(() => 3 * HOUR, {date: () => NaN}),
    ];
    for (const {seal, sent} of refusals) {
      await assert.rejects(seal(), {code: 'unauthorized', status: 401});
      assert.deepEqual(sent.map(createdOf), [now, now]);
    }
  });

  it('is corrected once per attempt', async () => {
    const {seal, sent} = service(() => 3 * HOUR, {date: () => now + 8 * HOUR});
    await assert.rejects(seal(), {code: 'unauthorized'});
    assert.equal(sent.length, 2);
  });

  it('does not affect a request with a key', async () => {
    const {seal, sent} = service(() => 3 * HOUR);
    await assert.rejects(seal(tokenAuthorization('token')), {code: 'unauthorized'});
    assert.equal(sent.length, 1);
  });
});

it('a request that the browser sent twice, so that its nonce was used, is signed again, and sealed', async () => {
  for (const authorization of [signing, encrypting]) {
    const {seal, sent} = service(() => 0, {sendsTwice: true});
    await seal(authorization);
    assert.deepEqual(sent.map(createdOf), [now, now]);
    assert.equal(new Set(sent.map(nonceOf)).size, 2);
  }
});
