import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  createProtection,
  type ProtectionSettings,
} from '../../../src/core/credentials/create-protection.js';
import {keyAuthorization, tokenAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';

const {signal} = new AbortController();
const getToken = () => ({token: 'token'});
const given = (settings: ProtectionSettings) => createProtection(settings).authorization(signal);

describe('createProtection', () => {
  it('sends its key', async () => {
    assert.deepEqual(await given({apiKey: 'key'}), keyAuthorization('key'));
  });

  it('signs with a key and its secret, and encrypts only if requested', async () => {
    const pair = {apiKey: 'key', apiSecret: 'secret'};
    const signature = {name: 'signature', ...pair};
    assert.deepEqual(await given(pair), {...signature, encrypts: false});
    assert.deepEqual(await given({...pair, encryptRequests: true}), {...signature, encrypts: true});
  });

  it('sends the token of a token provider', async () => {
    assert.deepEqual(await given({getToken}), tokenAuthorization('token'));
  });

  it('requests no token before there is something to seal', () => {
    let calls = 0;
    createProtection({getToken: () => (calls++, {token: 'token'})});
    assert.equal(calls, 0);
  });

  it('makes captures wait if it has no credentials, since the page is not set up then', async () => {
    for (const settings of [{}, {apiKey: ''}, {baseUrl: '/api', sandbox: true}]) {
      await assert.rejects(given(settings), {code: 'configuration_invalid'});
    }
  });

  it('refuses unknown settings, because with a misspelled secret nothing would be signed', () => {
    const misspelt = {apiKey: 'key', apiSecrt: 'secret'};
    assert.throws(
      () => createProtection(misspelt),
      (error: SealedCaptureError) => {
        assert.equal(error.code, 'configuration_invalid');
        assert.match(error.message, /apiSecrt/);
        assert.doesNotMatch(error.message, /'secret'/);
        return true;
      },
    );
  });

  it('exposes no credentials to code that prints or copies it', () => {
    for (const settings of [
      {apiKey: 'key-7', apiSecret: 'secret-7'},
      {getToken: () => ({token: 'token-7'})},
    ])
      assert.doesNotMatch(JSON.stringify({...createProtection(settings)}), /-7/);
  });

  const contradictions: [ProtectionSettings, RegExp][] = [
    [{getToken, apiKey: 'key-7'}, /getToken alone/],
    [{getToken, apiSecret: 'secret-7'}, /getToken alone/],
    [{getToken, encryptRequests: true}, /getToken alone/],
    [{getToken: 'https://shop.example/token' as never}, /has to be a function/],
    [{apiSecret: 'secret-7'}, /needs the apiKey/],
    [{encryptRequests: true}, /needs apiSecret/],
    [{apiKey: 'key-7', encryptRequests: true}, /needs apiSecret/],
  ];
  for (const [settings, message] of contradictions) {
    it(`refuses ${Object.keys(settings).join(' and ')} at once, with the reason`, () => {
      assert.throws(
        () => createProtection(settings),
        (error) => {
          assert.ok(error instanceof SealedCaptureError);
          assert.equal(error.code, 'configuration_invalid');
          assert.match(error.message, message);
          assert.doesNotMatch(error.message, /-7/);
          return true;
        },
      );
    });
  }
});
