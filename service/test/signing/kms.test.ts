import assert from 'node:assert/strict';
import {createPrivateKey, generateKeyPairSync} from 'node:crypto';
import {readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {after, afterEach, before, describe, it} from 'node:test';
import {SignerUnavailable} from '../../src/signing/claim-signer.js';
import {openSigner} from '../../src/signing/open-signer.js';
import {readSettings} from '../../src/settings/settings.js';
import {SettingsError} from '../../src/settings/settings-error.js';
import {noOpenssl} from '../certificates/openssl-authority.js';
import {media} from '../seal-and-inspect.js';
import {protect, seal} from '../timestamps/live-requests.js';
import {refuse, send, startKms, type KmsFault} from './kms-stand-in.js';
import {assertSeals, liveWith, startSigning} from './live-signer.js';
import {installPeer} from './optional-peers.js';

const noKms = installPeer('@aws-sdk/client-kms');
if (noKms !== false && (process.env['REQUIRED_SIGNERS'] ?? '').split(',').includes('kms')) {
  throw new Error(`REQUIRED_SIGNERS: ${noKms}`);
}

// Set like an operator's environment; each test file is a separate process.
process.env['AWS_ACCESS_KEY_ID'] = 'AKIAIOSFODNN7EXAMPLE';
process.env['AWS_SECRET_ACCESS_KEY'] = 'secret-access-key';

describe('A key in AWS KMS', {skip: noOpenssl || noKms}, () => {
  let world: Awaited<ReturnType<typeof liveWith>>;
  let kms: Awaited<ReturnType<typeof startKms>>;
  let said: string[] = [];
  before(async () => {
    world = await liveWith('P-384');
    const path = join(world.live, 'signer.key');
    kms = await startKms(createPrivateKey(readFileSync(path)), 'ECC_NIST_P384');
    rmSync(path);
  });
  after(() => kms.close());
  afterEach(() => (kms.fault = undefined));

  const setting = () =>
    readSettings({
      SEALED_CAPTURE_SIGNER: `awskms:alias/seal?region=eu-west-1&endpoint=${kms.endpoint}`,
    }).signer;
  const note = (details: object, message: string) =>
    void said.push(`${JSON.stringify(details)} ${message}`);
  const open = (signerTimeout = 4_000) => {
    said = [];
    return openSigner(
      {signer: setting(), signerTimeout, dataFolder: world.dataFolder},
      world.live,
      readFileSync(join(world.live, 'signer.pem'), 'utf8'),
      {info: (message) => void said.push(message), warn: note, error: note},
    );
  };

  const other = generateKeyPairSync('ec', {namedCurve: 'secp384r1'}).privateKey;
  const faults: [what: string, fault: KmsFault, words: RegExp][] = [
    ['is slow', () => true, /took too long/],
    [
      'throttles',
      (_call, response) => refuse(response, 'ThrottlingException'),
      /could not be asked/,
    ],
    [
      'finds the credentials expired',
      (_call, response) => refuse(response, 'ExpiredTokenException'),
      /credentials have expired/,
    ],
    [
      'fails',
      (_call, response) => refuse(response, 'KMSInternalException', 500),
      /could not be asked/,
    ],
    [
      'answers with garbage',
      (_call, response) => {
        response.writeHead(200, {'content-type': 'application/x-amz-json-1.1'}).end('secret');
        return true;
      },
      /could not be asked/,
    ],
    [
      'answers without a signature',
      (_call, response) => {
        send(response, 200, {});
        return true;
      },
      /no signature/,
    ],
    [
      'answers with an invalid signature',
      (_call, response) => {
        send(response, 200, {Signature: Buffer.from('secret').toString('base64')});
        return true;
      },
      /no ECDSA signature/,
    ],
    [
      'signs with another key',
      () => {
        kms.key = other;
        return false;
      },
      /does not hold for the certificate/,
    ],
    [
      'closes the connection',
      (_call, response) => Boolean(response.destroy()),
      /could not be asked/,
    ],
  ];
  for (const [what, fault, words] of faults) {
    it(`seals nothing if it ${what}; the log does not repeat it`, async () => {
      const {key} = kms;
      const signer = await open(1_500);
      try {
        kms.fault = fault;
        await assert.rejects(async () => signer.sign(Buffer.from('claim')), SignerUnavailable);
        assert.match(said.join('\n'), words);
        assert.doesNotMatch(said.join('\n'), /secret|111122223333/);
      } finally {
        kms.key = key;
        kms.fault = undefined;
      }
      assert.equal((await signer.sign(Buffer.from('claim'))).length, 96);
    });
  }

  const wrong: [what: string, change: () => void, words: RegExp][] = [
    ['is for another curve', () => (kms.spec = 'ECC_NIST_P256'), /kind ECC_NIST_P384/],
    ['is for encryption', () => (kms.usage = 'ENCRYPT_DECRYPT'), /usage SIGN_VERIFY/],
    ['does not match', () => (kms.key = other), /does not belong to the first certificate/],
    ['is missing', () => (kms.fault = (_, to) => refuse(to, 'NotFoundException')), /no such key/],
    [
      'may not be used',
      () => (kms.fault = (_, to) => refuse(to, 'AccessDeniedException')),
      /kms:GetPublicKey and kms:Sign/,
    ],
  ];
  for (const [what, change, words] of wrong) {
    it(`keeps the service from starting if the key ${what}`, async () => {
      const {key, spec, usage} = kms;
      change();
      try {
        await assert.rejects(
          () => open(),
          (error) => error instanceof SettingsError && words.test(error.message),
        );
      } finally {
        Object.assign(kms, {key, spec, usage});
      }
    });
  }

  // The last test, because the service deletes its folder.
  it('signs the service’s seals, which are refused while KMS refuses', async () => {
    const service = await startSigning(world.dataFolder, {signer: setting()});
    try {
      await assertSeals(service);
      const {name, input, authorization} = kms.calls.at(-1)!;
      assert.equal(name, 'Sign');
      assert.equal(input['KeyId'], 'alias/seal');
      assert.equal(input['MessageType'], 'DIGEST');
      assert.equal(input['SigningAlgorithm'], 'ECDSA_SHA_384');
      assert.match(authorization, /^AWS4-HMAC-SHA256 Credential=AKIA.*eu-west-1\/kms/);

      kms.fault = (_call, response) => refuse(response, 'DisabledException');
      const refused = await seal(service);
      assert.equal(refused.answer.statusCode, 503, refused.answer.body);
      assert.match(String(refused.answer.headers['retry-after']), /^[1-9]\d*$/);
      assert.equal((await protect(service, media, 'image/jpeg')).statusCode, 503);
      assert.doesNotMatch(service.lines.join(''), /secret|111122223333/);
      kms.fault = undefined;
      assert.equal((await seal(service)).answer.statusCode, 200);
    } finally {
      await service.close();
    }
  });
});
