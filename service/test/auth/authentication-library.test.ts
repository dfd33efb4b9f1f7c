import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import {createSigner, createVerifier, httpbis} from 'http-message-signatures';
import {
  coveredComponents,
  SIGNATURE_TAG,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import {serviceOfSuite} from '../service-fixture.js';
import {digestField, HOST, sealing, send, signed, type WireRequest} from './signing.js';

/** The library expects full URLs. */
const asMessage = ({method, path, headers}: WireRequest) => ({
  method,
  url: `https://${HOST}${path}`,
  headers,
});

describe('An independent library for HTTP message signatures', () => {
  const service = serviceOfSuite();

  const signWithLibrary = async (request: WireRequest, fields: readonly string[]) => {
    const {id, secret} = service.sandbox;
    const headers = {...request.headers, 'content-digest': digestField(request.body)};
    const message = await httpbis.signMessage(
      {
        key: createSigner(secret, 'hmac-sha256', id),
        name: 'library',
        fields: [...fields],
        params: ['created', 'keyid', 'alg', 'nonce', 'tag'],
        paramValues: {nonce: randomUUID(), tag: SIGNATURE_TAG},
      },
      asMessage({...request, headers}),
    );
    const lower: Record<string, string> = {};
    for (const [name, value] of Object.entries(message.headers)) {
      lower[name.toLowerCase()] = String(value);
    }
    return {...request, headers: lower};
  };

  it('signs requests that the service accepts', async () => {
    for (const path of ['/protection/sandbox/seal', '/protection/sandbox/seal?a=1&b=%20x']) {
      const request = await signWithLibrary(sealing(path), coveredComponents);
      const answer = await send(service.app, request);
      assert.equal(answer.statusCode, 200, answer.body);
    }
  });

  it('signs requests that the service refuses if they cover too little', async () => {
    const request = await signWithLibrary(sealing(), coveredComponents.slice(1));
    assert.equal((await send(service.app, request)).statusCode, 401);
  });

  it('accepts what our model signs, and rejects what was changed afterwards', async () => {
    const {id, secret} = service.sandbox;
    const request = signed(sealing('/protection/sandbox/seal?a=1'), service.sandbox);
    const verify = (change: Partial<WireRequest>) =>
      httpbis.verifyMessage(
        {
          keyLookup: ({keyid}) =>
            Promise.resolve(
              keyid === id
                ? {id, algs: ['hmac-sha256'], verify: createVerifier(secret, 'hmac-sha256')}
                : null,
            ),
          requiredParams: ['created', 'nonce', 'keyid', 'alg', 'tag'],
          requiredFields: [...coveredComponents],
          maxAge: 300,
          tolerance: 5,
        },
        asMessage({...request, ...change}),
      );
    assert.equal(await verify({}), true);
    assert.equal(await verify({path: '/protection/sandbox/seal?a=2'}), false);
    assert.equal(await verify({method: 'PUT'}), false);
    const other = {...request.headers, 'idempotency-key': randomUUID()};
    assert.equal(await verify({headers: other}), false);
  });
});
