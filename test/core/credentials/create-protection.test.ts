import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  createProtection,
  type ProtectionSettings,
} from '../../../src/core/credentials/create-protection.js';
import {keyAuthorization, tokenAuthorization} from '../../../src/model/authorization.js';
import {SealedCaptureError} from '../../../src/model/errors.js';

const {signal} = new AbortController();
const getToken = () => ({token: 'token'});
const given = (settings: ProtectionSettings) => createProtection(settings).authorization(signal);

describe('protection', () => {
  it('with a key sends it', async () => {
    assert.deepEqual(await given({apiKey: 'key'}), keyAuthorization('key'));
  });

  it('with a key and its secret signs, and encrypts only where that is wanted', async () => {
    const pair = {apiKey: 'key', apiSecret: 'secret'};
    const signature = {name: 'signature', ...pair};
    assert.deepEqual(await given(pair), {...signature, encrypts: false});
    assert.deepEqual(await given({...pair, encryptRequests: true}), {...signature, encrypts: true});
  });

  it('with a token provider sends its token', async () => {
    assert.deepEqual(await given({getToken}), tokenAuthorization('token'));
  });

  it('asks for no token before there is something to seal', () => {
    let calls = 0;
    createProtection({getToken: () => (calls++, {token: 'token'})});
    assert.equal(calls, 0);
  });

  it('without credentials has captures wait', async () => {
    for (const settings of [{}, {apiKey: ''}, {baseUrl: '/api', sandbox: true}]) {
      await assert.rejects(given(settings), {code: 'credentials_missing'});
    }
  });

  it('is not made of settings that there are not: a misspelt secret would sign nothing', () => {
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

  it('holds no credentials where code that prints or copies it would find them', () => {
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
    it(`is refused at once with ${Object.keys(settings).join(' and ')}, and told why`, () => {
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
