import assert from 'node:assert/strict';
import {createHash, createHmac} from 'node:crypto';
import {describe, it} from 'node:test';
import {httpbis} from 'http-message-signatures';
import {coveredComponents} from '@sealed-capture/seal/model/seal/message-signature.js';
import {signedHeaders, type Signable} from '../../../src/worker/sealing/message-signer.js';

const keys = {apiKey: 'sc_sandbox_key', apiSecret: 'naïve ☃ secret'};
const keyid = `key_${createHash('sha256').update(keys.apiKey).digest('base64url').slice(0, 22)}`;
const now = Date.now();
const request: Signable = {
  url: 'https://seal.example/protection/sandbox/seal?a=1&b=%20',
  method: 'POST',
  headers: {'Content-Type': 'application/json', 'Idempotency-Key': '0b9f2e1c'},
  body: '{"captureId":"naïve ☃"}',
};

/** Verifies with the independent library, which shares no code with ours. */
const verified = (signable: Signable, headers: Record<string, string>, secret = keys.apiSecret) =>
  httpbis.verifyMessage(
    {
      requiredFields: [...coveredComponents].filter((name) => name !== 'idempotency-key'),
      requiredParams: ['created', 'nonce', 'keyid', 'alg', 'tag'],
      maxAge: 60,
      tolerance: 5,
      keyLookup: ({keyid: id}) =>
        Promise.resolve({
          id,
          algs: ['hmac-sha256'],
          verify: (data, signature) =>
            Promise.resolve(createHmac('sha256', secret).update(data).digest().equals(signature)),
        }),
    },
    {method: signable.method, url: signable.url, headers},
  );

const signed = (signable: Signable = request) => signedHeaders(signable, keys, now);

describe('the signature of a request', () => {
  const shapes: Record<string, Signable> = {
    'a capture to be sealed': request,
    'an address without a query, at a port of its own': {
      ...request,
      url: 'https://Seal.example:8443/protection/seal',
    },
    'an inspection, which has no idempotency key': {
      ...request,
      headers: {'Content-Type': 'application/json'},
      body: new Blob(['{"image":"AAAA"}']),
    },
    'a body of bytes': {...request, body: new Uint8Array([0, 255, 128])},
    'no body': {...request, body: undefined},
  };
  for (const [name, signable] of Object.entries(shapes)) {
    it(`is verified by an independent library: ${name}`, async () => {
      assert.equal(await verified(signable, await signed(signable)), true);
    });
  }

  it('is rejected by it with another secret, and if anything that it covers was changed', async () => {
    const headers = await signed();
    assert.equal(await verified(request, headers, 'another'), false);
    const changes: [Partial<Signable>, Record<string, string>][] = [
      [{method: 'GET'}, {}],
      [{url: request.url.replace('seal.example', 'evil.example')}, {}],
      [{url: request.url.replace('/sandbox', '')}, {}],
      [{url: request.url.replace('a=1', 'a=2')}, {}],
      [{}, {'Content-Type': 'text/plain'}],
      [{}, {'Idempotency-Key': '1b9f2e1c'}],
      [{}, {'Content-Digest': 'sha-256=:AAAA:'}],
    ];
    for (const [change, header] of changes) {
      assert.equal(await verified({...request, ...change}, {...headers, ...header}), false);
    }
  });

  it('contains the digest of the bytes that are sent', async () => {
    const {'Content-Digest': digest} = await signed();
    const sent = Buffer.from('{"captureId":"naïve ☃"}', 'utf8');
    assert.equal(digest, `sha-256=:${createHash('sha256').update(sent).digest('base64')}:`);
  });

  it('contains the id of the key, the purpose, and the time in seconds', async () => {
    const {'Signature-Input': input = ''} = await signed();
    assert.match(input, new RegExp(`;keyid="${keyid}";alg="hmac-sha256";tag="sealed-capture"$`));
    assert.match(input, new RegExp(`;created=${Math.floor(now / 1000)};`));
  });

  it('contains neither key nor secret', async () => {
    const text = JSON.stringify(await signed());
    assert.ok(!text.includes(keys.apiKey) && !text.includes(keys.apiSecret));
  });

  it('has a new nonce of 128 bits each time', async () => {
    const nonces = new Set<string>();
    for (let i = 0; i < 50; i++) {
      const [, nonce = ''] =
        /nonce="([\w-]+)"/.exec((await signed())['Signature-Input'] ?? '') ?? [];
      assert.equal(nonce.length, 22);
      nonces.add(nonce);
    }
    assert.equal(nonces.size, 50);
  });

  it('keeps the headers of the request', async () => {
    const headers = await signed();
    for (const [name, value] of Object.entries(request.headers)) assert.equal(headers[name], value);
  });
});
