import assert from 'node:assert/strict';
import {hkdfSync} from 'node:crypto';
import {describe, it} from 'node:test';
import {CompactEncrypt, type CompactJWEHeaderParameters} from 'jose';
import {
  ENCRYPTED_MEDIA_TYPE,
  ENCRYPTION_INFO,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import {SEAL_BODY} from '../../src/routes/seal.js';
import {serviceOfSuite} from '../service-fixture.js';
import {detailOf, sealing, send, signed, withHeaders, type WireRequest} from './signing.js';

const keyOf = (secret: string, info = ENCRYPTION_INFO, bytes = 32): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, '', info, bytes));

describe('An encrypted request', () => {
  const service = serviceOfSuite({logLevel: 'debug'});

  const header = (): CompactJWEHeaderParameters => ({
    alg: 'dir',
    enc: 'A256GCM',
    kid: service.sandbox.id,
    cty: 'application/json',
  });
  const encrypt = (
    text: Uint8Array,
    change: Partial<CompactJWEHeaderParameters> = {},
    key = keyOf(service.sandbox.secret),
  ): Promise<string> =>
    new CompactEncrypt(text).setProtectedHeader({...header(), ...change}).encrypt(key);
  const withBody = (body: string, request = sealing()): WireRequest =>
    withHeaders({...request, body: Buffer.from(body)}, {'content-type': ENCRYPTED_MEDIA_TYPE});
  const sendSigned = (request: WireRequest) => send(service.app, signed(request, service.sandbox));

  it('gets the same seal as in plain form', async () => {
    const request = sealing();
    const encrypted = withBody(await encrypt(request.body), request);
    assert.ok(!encrypted.body.includes('metadata'));
    const answer = await sendSigned(encrypted);
    assert.equal(answer.statusCode, 200, answer.body);
    assert.equal(answer.headers['content-type'], 'application/c2pa');
    const plain = await sendSigned(request);
    assert.deepEqual(plain.rawPayload, answer.rawPayload, 'the same request as far as it is known');
    assert.equal(plain.headers['idempotency-replayed'], 'true');
  });

  it('may be as large as a plain one', async () => {
    const request = sealing();
    // White space has the same effect as metadata here, because the limit is on the received bytes.
    const ofSize = (bytes: number) =>
      Buffer.concat([request.body, Buffer.alloc(bytes - request.body.length, ' ')]);
    const limit = SEAL_BODY.bytes;
    const largest = ofSize(limit);
    const plain = await sendSigned({...request, body: largest});
    assert.equal(plain.statusCode, 200, plain.body);
    const encrypted = await sendSigned(withBody(await encrypt(largest), request));
    assert.equal(encrypted.statusCode, 200, encrypted.body);
    const larger = await sendSigned({...request, body: ofSize(limit + 1)});
    assert.equal(larger.statusCode, 413);
    const largerEncrypted = withBody(await encrypt(ofSize(limit + 2000)), request);
    assert.equal((await sendSigned(largerEncrypted)).statusCode, 413);
  });

  it('is validated like a plain one', async () => {
    for (const text of ['{', '', '[]', '{"captureId": 1}', '{"__proto__": {}}']) {
      const answer = await sendSigned(withBody(await encrypt(Buffer.from(text))));
      assert.equal(answer.statusCode, 400, `${text} ${answer.body}`);
    }
  });

  it('is refused without a signature, with or without a key', async () => {
    const body = await encrypt(sealing().body);
    const bare = await send(service.app, withBody(body));
    assert.equal(bare.statusCode, 401);
    const key = withHeaders(withBody(body), {'x-api-key': service.sandbox.key});
    const answer = await send(service.app, key);
    assert.equal(answer.statusCode, 401);
    assert.match(detailOf(answer), /must be signed/);
  });

  it('is refused with 400 if it cannot be decrypted, and never crashes the service', async () => {
    const request = sealing();
    const {body} = request;
    const good = await encrypt(body);
    const parts = good.split('.');
    const changed = (at: number) =>
      parts.map((part, i) =>
        i === at ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part,
      );
    const headerText = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const hostile: string[] = [
      '',
      'x',
      '....',
      '{}',
      'a.b.c.d.e',
      good.slice(0, -1),
      `${good}.`,
      `${good}x`,
      good.replaceAll('.', ' '),
      changed(0).join('.'),
      changed(2).join('.'),
      changed(3).join('.'),
      changed(4).join('.'),
      [parts[0], 'AAAA', ...parts.slice(2)].join('.'),
      [parts[0], '', 'AAAA', ...parts.slice(3)].join('.'),
      [parts[0], '', parts[2], '', parts[4]].join('.'),
      [parts[0], '', parts[2], parts[3], 'AAAA'].join('.'),
      ...[
        {},
        [],
        null,
        {...header(), alg: 'none'},
        {...header(), alg: 'A256KW'},
        {...header(), alg: 'PBES2-HS256+A128KW', p2c: 1e9, p2s: 'AAAA'},
        {...header(), enc: 'A128GCM'},
        {...header(), enc: 'A128CBC-HS256'},
        {...header(), zip: 'DEF'},
        {...header(), crit: ['exp'], exp: 1},
        {...header(), b64: false},
        {...header(), kid: 'key_other'},
        {...header(), kid: undefined},
        {...header(), cty: 'text/plain'},
        {...header(), cty: undefined},
      ].map((value) => [headerText(value as object), ...parts.slice(1)].join('.')),
      await encrypt(body, {kid: service.live.id}),
      await encrypt(body, {cty: 'application/jose'}),
      await encrypt(body, {}, keyOf(service.live.secret)),
      await encrypt(body, {}, keyOf('')),
      await encrypt(body, {}, keyOf(service.sandbox.secret, 'another purpose')),
      await encrypt(body, {enc: 'A128GCM'}, keyOf(service.sandbox.secret, ENCRYPTION_INFO, 16)),
      await encrypt(body, {zip: 'DEF'}),
      await encrypt(Buffer.from([0xff, 0xfe, 0x00])),
      await encrypt(Buffer.from(good)),
    ];
    for (const text of hostile) {
      const answer = await sendSigned(withBody(text, request));
      assert.equal(answer.statusCode, 400, `${text.slice(0, 100)} ${answer.body}`);
    }
    assert.equal(
      (await sendSigned(withBody(good, request))).statusCode,
      200,
      'the good one passes',
    );
    assert.ok(!service.lines.some((line) => (JSON.parse(line) as {level: number}).level >= 50));
  });

  it('is not decompressed: content that would expand to gigabytes is refused unread', async () => {
    const bomb = await encrypt(Buffer.alloc(64 * 1024 * 1024), {zip: 'DEF'});
    const start = performance.now();
    const answer = await sendSigned(withBody(bomb));
    assert.equal(answer.statusCode, 400);
    assert.match(detailOf(answer), /compressed/);
    assert.ok(performance.now() - start < 500);
  });

  it('is not accepted by other paths', async () => {
    for (const path of ['inspect', 'protect', 'tokens']) {
      const url = `/protection/sandbox/${path}`;
      const answer = await sendSigned(withBody(await encrypt(Buffer.from('{}')), sealing(url)));
      assert.equal(answer.statusCode, 415, `${path} ${answer.body}`);
    }
  });

  it('leaves neither its secret nor its content in the log', () => {
    const log = service.lines.join('');
    for (const secret of [service.sandbox.secret, service.sandbox.key, 'captureId', '"site"']) {
      assert.ok(!log.includes(secret));
    }
  });
});
