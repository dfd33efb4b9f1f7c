import assert from 'node:assert/strict';
import {readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {targetOf} from '../../../src/core/credentials/endpoint.js';
import {VERSION} from '@sealed-capture/seal/model/version.js';

const page = 'https://shop.example/camera/take?x#y';
const {signal} = new AbortController();

describe('the endpoint for seals', () => {
  const endpoints: [Parameters<typeof targetOf>[0], string][] = [
    [{}, 'https://shop.example/protection'],
    [{sandbox: true}, 'https://shop.example/protection/sandbox'],
    [{baseUrl: 'api/'}, 'https://shop.example/camera/api'],
    [{baseUrl: 'https://seal.example/v1/', sandbox: true}, 'https://seal.example/v1/sandbox'],
    [
      {protection: createProtection({baseUrl: '/own', sandbox: true})},
      'https://shop.example/own/sandbox',
    ],
    [{protection: createProtection({}), sandbox: true}, 'https://shop.example/protection'],
  ];
  for (const [config, endpoint] of endpoints) {
    it(`is ${endpoint} for ${JSON.stringify(config)}`, () => {
      assert.equal(targetOf(config, page).endpoint, endpoint);
    });
  }

  for (const baseUrl of [
    'https://',
    'localhost:8080/protection',
    'htp:/nope',
    'file:///protection',
  ]) {
    it(`is refused if the address is ${baseUrl}`, () => {
      const error = {code: 'configuration_invalid', message: /^baseUrl .*/};
      assert.throws(() => targetOf({baseUrl}, page), error);
    });
  }

  it('uses protection rather than apiKey', async () => {
    const protection = createProtection({apiKey: 'pre-built'});
    const {authorization} = targetOf({apiKey: 'own', protection}, page);
    assert.deepEqual(await authorization?.(signal), keyAuthorization('pre-built'));
  });

  it('has no credentials without apiKey and protection', async () => {
    assert.equal(targetOf({}, page).authorization, undefined);
    const settings = {protection: {getToken: () => ({token: 'x'})} as never};
    assert.throws(() => targetOf(settings, page), {code: 'configuration_invalid'});
    await assert.rejects(createProtection({}).authorization(signal), {
      code: 'configuration_invalid',
      message: 'createProtection: give it getToken or apiKey, so that captures can be sealed.',
    });
  });
});

it('seals the version of the package', () => {
  const text = readFileSync(new URL('../../../package.json', import.meta.url), 'utf8');
  assert.equal((JSON.parse(text) as {version: string}).version, VERSION);
});
