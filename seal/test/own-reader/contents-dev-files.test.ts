import assert from 'node:assert/strict';
import {existsSync, readdirSync, readFileSync} from 'node:fs';
import {describe, it} from 'node:test';
import {type FileFacts, type SealContents} from '../../src/model/inspection/seal-contents.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {sha256} from '../pki.js';

const assets = new URL('../../../../shared/assets/dev/', import.meta.url);
const skip = existsSync(new URL('manifest.csv', assets))
  ? false
  : 'The shared test media are not here.';

const read = (name: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(readFileSync(new URL(name, assets)));
const factsOfFile = (name: string): Promise<FileFacts> => factsOf(read(name), crypto.subtle);

async function sealOf(name: string): Promise<SealContents> {
  const {seal} = await factsOfFile(name);
  assert.ok(seal, name);
  return seal;
}

/** The files with a seal: whether it is as signed, its generator, and the leaf's subject and key. */
const seals: Record<
  string,
  [isAsSigned: boolean, generator: string, subject: string, key: string]
> = {
  'C.jpg': [true, 'make_test_images/0.16.1 c2pa-rs/0.16.1', 'C2PA Signer', 'RSA-PSS 4096'],
  'CIE-sig-CA.jpg': [true, 'make_test_images/0.16.1 c2pa-rs/0.16.1', 'C2PA Signer', 'RSA-PSS 4096'],
  'C_with_CAWG_data.jpg': [true, 'c2pa cawg test 0.58.0', 'C2PA Signer', 'ECDSA P-256'],
  // Its claim was changed after it was signed.
  'E-sig-CA.jpg': [false, 'make_test_xxxxxx/0.16.1 c2pa-rs/0.16.1', 'C2PA Signer', 'RSA-PSS 4096'],
  // Its pixels were changed, which these facts do not cover.
  'XCA.jpg': [true, 'make_test_images/0.16.1 c2pa-rs/0.16.1', 'C2PA Signer', 'RSA-PSS 4096'],
  'amazon-titan-g1.png': [true, 'Amazon Bedrock', 'Amazon Web Services\\, Inc.', 'ECDSA P-384'],
  'cards_expired_with_timestamp.jpg': [
    true,
    'Test Signer c2patool/0.7.0 c2pa-rs/0.28.4',
    'Test Expired Signer',
    'ECDSA P-256',
  ],
  'cards_trusted.webp': [
    true,
    'Test Signer c2patool/0.7.0 c2pa-rs/0.28.4',
    'Test Signer',
    'ECDSA P-256',
  ],
  'cicadas_trusted.mp3': [
    true,
    'Test Signer c2patool/0.7.0 c2pa-rs/0.28.4',
    'Test Signer',
    'ECDSA P-256',
  ],
  'forged-exclusion-dev.jpg': [true, 'make_test_images 0.33.1', 'C2PA Signer', 'RSA-PSS 4096'],
  'no_alg.jpg': [false, 'MIPAMS GENERATOR 0.1', 'C2PA Signer', 'ECDSA P-256'],
  'truepic-camera.jpg': [
    true,
    'Truepic Lens SDK libc2pa C++ Library 2.5.1',
    'Truepic Lens SDK v1.1.3 in Vision Camera v3.1.5',
    'ECDSA P-256',
  ],
  'xss-fields-dev.jpg': [
    true,
    '"><script>alert(\'xss\');</script><foo bar=" 1',
    'C2PA Signer',
    'ECDSA P-256',
  ],
  'xss-cert-dev.png': [true, 'h6-derive 1', '\\>\\<script\\>alert(2)\\</script\\>', 'ECDSA P-256'],
};

describe('the facts in files made by others', {skip}, () => {
  for (const [name, [isAsSigned, generator, subject, key]] of Object.entries(skip ? {} : seals)) {
    it(`${name} was made by ${subject} and is ${isAsSigned ? '' : 'not '}as it was signed`, async () => {
      const seal = await sealOf(name);
      assert.equal(seal.isAsSigned, isAsSigned);
      assert.equal(seal.claimGenerator, generator);
      const [leaf] = seal.certificates;
      const names = leaf?.subject.split(/(?<!\\),/) ?? [];
      assert.ok(names.includes(`CN=${subject}`), leaf?.subject);
      assert.equal(leaf?.keyAlgorithm, key);
    });
  }

  it('include the hash of every file, and no seal for the others', async () => {
    const names = skip
      ? []
      : readdirSync(assets).filter((name) => /\.(jpg|png|webp|mp3)$/.test(name));
    assert.equal(names.length, 20);
    for (const name of names) {
      const facts = await factsOfFile(name);
      assert.equal(facts.sha256, Buffer.from(sha256(read(name))).toString('hex'));
      assert.equal(facts.seal !== undefined, name in seals, name);
    }
  });

  it('include the whole chain, each certificate issued by the next, with dates in UTC', async () => {
    const {certificates, timestampToken} = await sealOf('cards_trusted.webp');
    assert.deepEqual(
      certificates.map(({subject, validTo}) => [subject, validTo]),
      [
        ['CN=Test Signer,OU=Test,O=C2PA Extension Validator', '2025-04-03T18:09:55.000Z'],
        ['CN=Test CA,OU=Test,O=C2PA Extension Validator', '2029-04-02T18:09:55.000Z'],
        ['CN=Test Root CA,OU=Test,O=C2PA Extension Validator', '2034-04-01T18:09:55.000Z'],
      ],
    );
    assert.equal(certificates[0]?.issuer, certificates[1]?.subject);
    assert.equal(certificates[0]?.serialNumber, '28c63fdabfb4537a0079b4b020e4a02e8e2cd07f');
    assert.ok(timestampToken && timestampToken.length > 5000);
  });

  it('include the ingredients of a picture, and that the seal of one was broken', async () => {
    const {ingredients, actions} = await sealOf('CIE-sig-CA.jpg');
    assert.deepEqual(
      actions.map(({name}) => name),
      ['c2pa.created', 'c2pa.drawing', 'c2pa.placed', 'c2pa.resized'],
    );
    const [placed, ...others] = ingredients;
    assert.deepEqual(others, []);
    assert.deepEqual(
      [placed?.title, placed?.mediaType, placed?.relationship, placed?.signedBy],
      // Its signature is invalid, so its signer is unknown.
      ['E-sig-CA.jpg', 'image/jpeg', 'componentOf', undefined],
    );
    assert.deepEqual(placed?.failures, ['timeStamp.mismatch', 'claimSignature.mismatch']);
    const [parent] = placed.ingredients;
    assert.deepEqual([parent?.title, parent?.relationship], ['A.jpg', 'parentOf']);
    for (const [ingredient, size] of [
      [placed, 52_752],
      [parent, 53_418],
    ] as const) {
      assert.equal(ingredient?.thumbnail?.type, 'image/jpeg');
      assert.equal(ingredient.thumbnail.size, size);
    }
  });
});
