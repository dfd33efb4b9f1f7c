import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {readSettings} from '../../src/settings/settings.js';
import {SettingsError} from '../../src/settings/settings-error.js';

const signerOf = (text: string) => readSettings({SEALED_CAPTURE_SIGNER: text}).signer;

describe('SEALED_CAPTURE_SIGNER', () => {
  it('is a file unless it is set', () => {
    assert.deepEqual(readSettings({}).signer, {name: 'file'});
    assert.deepEqual(signerOf('file'), {name: 'file'});
  });

  it('accepts a PKCS #11 URI (RFC 7512)', () => {
    const uri =
      'pkcs11:token=My%20token;serial=ab1;slot-id=7;object=seal%3B1;id=%01%abx;type=private?module-path=/usr/lib/p11.so&pin-source=file:/run/pin';
    assert.deepEqual(signerOf(uri), {
      name: 'pkcs11',
      module: '/usr/lib/p11.so',
      token: 'My token',
      serial: 'ab1',
      slot: 7,
      object: 'seal;1',
      id: '01ab78',
      pin: {name: 'file', path: '/run/pin'},
    });
  });

  it('accepts the ID, the alias or the ARN of a KMS key, and uses the region of the ARN', () => {
    const id = '1234abcd-12ab-34cd-56ef-1234567890ab';
    const arn = `arn:aws:kms:eu-west-1:111122223333:key/${id}`;
    const of = (key: string, region?: string, endpoint?: string) => ({
      name: 'aws-kms',
      key,
      region,
      endpoint,
    });
    assert.deepEqual(signerOf(`awskms:${id}`), of(id));
    assert.deepEqual(signerOf(`awskms:${arn}`), of(arn, 'eu-west-1'));
    assert.deepEqual(
      signerOf('awskms:alias/seal?region=eu-north-1&endpoint=https%3A%2F%2Fkms.example'),
      of('alias/seal', 'eu-north-1', 'https://kms.example'),
    );
  });

  it('accepts the address of a remote signer', () => {
    const address = 'https://signer.example:8443/seal';
    assert.deepEqual(signerOf(address), {name: 'remote', address});
  });

  const module = '?module-path=/usr/lib/p11.so';
  const wrong: [text: string, words: RegExp][] = [
    ['hush', /must be file, a PKCS #11 URI/],
    ['http://hush.example', /must be file/],
    ['https://anna:hush@signer.example', /without a name, a password/],
    ['https://signer.example?key=hush', /without a name, a password or a query/],
    [`pkcs11:object=seal${module}&pin-value=hush`, /must not hold a PIN/],
    [`pkcs11:object=seal${module}&pin-source=hush`, /file:PATH, or env:NAME/],
    ['pkcs11:object=seal', /module-path must be the whole path/],
    ['pkcs11:object=seal?module-path=hush.so', /module-path must be the whole path/],
    [`pkcs11:token=hush${module}`, /must name the key/],
    [`pkcs11:object=seal;object=hush${module}`, /each once/],
    [`pkcs11:objekt=hush${module}`, /these attributes are understood/],
    [`pkcs11:object=%sush${module}`, /not percent-encoded/],
    [`pkcs11:id=%0hush${module}`, /id must be percent-encoded bytes/],
    [`pkcs11:object=seal;slot-id=hush${module}`, /slot-id must be a number/],
    [`pkcs11:object=seal;type=public${module}`, /type must be private/],
    ['awskms:', /the ID, the alias/],
    ['awskms:hush', /the ID, the alias/],
    ['awskms:alias/seal?endpoint=http%3A%2F%2Fhush.example', /endpoint must be an https address/],
    [
      'awskms:alias/seal?endpoint=https%3A%2F%2Fuser%3Ahush%40kms.example',
      /without a name, a password or a query/,
    ],
    ['awskms:alias/seal?password=hush', /these attributes are understood/],
  ];
  for (const [text, words] of wrong) {
    it(`is refused as ${text}, which is not repeated`, () => {
      assert.throws(
        () => signerOf(text),
        (error) =>
          error instanceof SettingsError &&
          words.test(error.message) &&
          error.message.includes('SEALED_CAPTURE_SIGNER') &&
          !error.message.includes('hush'),
      );
    });
  }

  it('does not accept the passphrase itself, and does not repeat it', () => {
    for (const text of ['correct horse', 'env:not a name', 'file:']) {
      assert.throws(
        () => readSettings({SEALED_CAPTURE_KEY_PASSPHRASE: text}),
        (error) =>
          error instanceof SettingsError &&
          /SEALED_CAPTURE_KEY_PASSPHRASE must say where/.test(error.message) &&
          !error.message.includes('horse'),
      );
    }
  });
});
