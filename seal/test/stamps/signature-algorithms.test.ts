import assert from 'node:assert/strict';
import {generateKeyPairSync, type KeyPairKeyObjectResult} from 'node:crypto';
import {describe, it} from 'node:test';
import {oids} from '../../src/encoding/der.js';
import {checkStamp} from '../../src/node/time-stamp.js';
import {type StoredManifest} from '../../src/own-reader/manifests.js';
import {type ClaimSignature} from '../../src/own-reader/signature/signature.js';
import {judgeAnswers} from '../../src/revocation/judge-answers.js';
import {judgeStamp} from '../../src/stamps/judge-stamp.js';
import {StampWrong} from '../../src/stamps/stamp-errors.js';
import {STAMP_UNSUPPORTED} from '../../src/status-codes.js';
import {AnchorSet, anchorsIn} from '../../src/trust/anchors.js';
import {verifierFor} from '../../src/trust/certificate-path.js';
import {judgeChain} from '../../src/trust/judge.js';
import {checkAnswer, UnusableAnswer} from '../../../service/src/revocation/check-answer.js';
import {sha256} from '../pki.js';
import {make} from '../trust/chain-maker.js';
import {
  everyManner,
  plain,
  pss,
  pssIdentifier,
  restrictedKeys,
  type Case,
  type Manner,
} from '../trust/manners.js';
import {answerBy, holder, tokenBy, type Holder} from '../trust/signed-by.js';

const {subtle} = globalThis.crypto;
const stamped = Uint8Array.of(1, 2, 3);
const imprint = sha256(stamped);

const trusting = (pem: string) => {
  const anchors = new AnchorSet(anchorsIn(pem));
  return {signers: anchors, timeStamps: anchors};
};

const judged = async ({root}: Holder, token: Uint8Array, crypto = subtle) =>
  judgeStamp(token, stamped, trusting(root.pem), verifierFor(crypto));

const rsa = generateKeyPairSync('rsa', {modulusLength: 2048});
const forPss = generateKeyPairSync('rsa-pss', {modulusLength: 2048});
const restricted = restrictedKeys({hash: 'sha384', salt: 48});
const ec = generateKeyPairSync('ec', {namedCurve: 'P-256'});
const ed25519 = generateKeyPairSync('ed25519');

const valid: Case[] = [
  ...everyManner(),
  ['ECDSA', ec, plain('ecdsaWithSha256')],
  ['RSA, named by its padding', rsa, plain('rsaEncryption', 'sha384')],
  ['a stated trailer', rsa, pss('sha256', 32, {trailer: 1})],
];

const edwards = plain('ed25519', 'sha512');

/** The signature is another one than that which is named, or the key is not for it. */
const wrong: Case[] = [
  ['a longer salt than is named', rsa, pss('sha256', 64, {salt: 32})],
  ['another hash than is named', rsa, {...pss('sha256', 32), sign: pss('sha384', 32).sign}],
  [
    'PKCS #1 named RSA-PSS',
    rsa,
    {...plain('sha256WithRsa'), identifier: pss('sha256', 32).identifier},
  ],
  [
    'RSA-PSS named PKCS #1',
    rsa,
    {...pss('sha256', 32), identifier: plain('sha256WithRsa').identifier},
  ],
  [
    'ECDSA named RSA',
    ec,
    {...plain('ecdsaWithSha256'), identifier: plain('sha256WithRsa').identifier},
  ],
  ['ECDSA named Ed25519', ec, {...edwards, sign: plain('ecdsaWithSha256').sign}],
  ['Ed25519 named ECDSA', ed25519, {...edwards, identifier: plain('ecdsaWithSha512').identifier}],
  ['PKCS #1 and a key for RSA-PSS', restricted, plain('sha384WithRsa', 'sha384')],
  ['a key restricted to another hash', restricted, pss('sha256', 32)],
];

/** Such as the engine takes in no time stamp, although they are valid. */
const salted: Case[] = [
  ['a salt longer than the hash', forPss, pss('sha256', 64)],
  ['the default salt', rsa, {...pss('sha256', 20), identifier: pssIdentifier({hash: 'sha256'})}],
];

const unknown: Case[] = [
  ['a salt shorter than the key allows', restricted, pss('sha384', 32)],
  ['a mask of another hash', rsa, pss('sha256', 32, {mask: 'sha384'})],
  [
    'the default mask, of SHA-1',
    rsa,
    {...pss('sha256', 32), identifier: pssIdentifier({hash: 'sha256', mask: 'absent'})},
  ],
  ['SHA-1', rsa, pss('sha256', 32, {hash: 'sha1'})],
  ['no fields', rsa, {...pss('sha256', 32), identifier: pssIdentifier({})}],
  ['another trailer', rsa, pss('sha256', 32, {trailer: 2})],
  ['another function for the mask', rsa, pss('sha256', 32, {maskBy: oids.sha256})],
  ['a key restricted to SHA-1', restrictedKeys({}), pss('sha256', 32)],
  ['no parameters', rsa, {...pss('sha256', 32), identifier: plain('rsassaPss').identifier}],
  ['RSA-PSS and another digest of the content', rsa, {...pss('sha512', 64), digest: 'sha256'}],
  ['Ed25519 and a digest other than SHA-512 (RFC 8419)', ed25519, plain('ed25519')],
];
const isWrong = (error: unknown) => error instanceof StampWrong;

describe('A time stamp', () => {
  for (const [name, keys, manner] of valid) {
    it(`is verified if it is signed with ${name}, and a changed one is refused`, async () => {
      const clock = await holder(keys);
      const token = tokenBy(clock, imprint, manner);
      const told = await judged(clock, token);
      assert.ok(typeof told === 'object' && 'issuer' in told.authority, JSON.stringify(told));
      assert.equal(told.time, checkStamp(token, imprint).time);
      const changed = Uint8Array.from(token);
      // The signature is the last field.
      changed[changed.length - 1]! ^= 1;
      assert.equal(await judged(clock, changed), 'timeStamp.mismatch');
      assert.throws(() => checkStamp(changed, imprint), isWrong);
    });
  }

  for (const [name, keys, manner] of wrong) {
    it(`does not hold with ${name}`, async () => {
      const clock = await holder(keys);
      const token = tokenBy(clock, imprint, manner);
      assert.equal(await judged(clock, token), 'timeStamp.mismatch');
      assert.throws(() => checkStamp(token, imprint), isWrong);
    });
  }

  for (const [name, keys, manner] of [...salted, ...unknown]) {
    it(`is neither valid nor invalid with ${name}`, async () => {
      const clock = await holder(keys);
      const token = tokenBy(clock, imprint, manner);
      assert.equal(await judged(clock, token), STAMP_UNSUPPORTED);
      assert.throws(() => checkStamp(token, imprint), isWrong);
    });
  }

  it('is verified by the algorithm that it names, whatever the same key signed before', async () => {
    const clock = await holder(rsa);
    for (const manner of [plain('sha256WithRsa'), pss('sha256', 32), pss('sha512', 64)]) {
      assert.equal(typeof (await judged(clock, tokenBy(clock, imprint, manner))), 'object');
    }
  });

  it('is neither valid nor invalid with Ed25519 if the platform lacks it', async () => {
    const lacking = {
      importKey: () => Promise.reject(new DOMException('Unknown name.', 'NotSupportedError')),
    } as unknown as SubtleCrypto;
    const clock = await holder(ed25519);
    const token = tokenBy(clock, imprint, edwards);
    assert.equal(await judged(clock, token, lacking), STAMP_UNSUPPORTED);
  });
});

describe('An OCSP answer', () => {
  const answered = async (keys: KeyPairKeyObjectResult, manner: Manner, isTampered = false) => {
    const root = await make({name: 'CN=Root,C=GB', pathLength: 1});
    const leaf = await make({name: 'CN=Signer,C=GB', by: root, usage: 'signer'});
    const answer = answerBy(await holder(keys, root), leaf.der, manner, isTampered);
    const boxes: StoredManifest['boxes'] = new Map();
    const signature = {ocspAnswers: [answer], certificates: [leaf.der, root.der]};
    const by = trusting(root.pem);
    const verifier = verifierFor(subtle);
    const signer = await judgeChain([leaf.der, root.der], 'signer', Date.now(), by, verifier);
    const [found] = await judgeAnswers(
      {boxes} as StoredManifest,
      signature as unknown as ClaimSignature,
      signer,
      Date.now(),
      by,
      verifier,
    );
    // The service trusts whom the page trusts.
    const isGood = (() => {
      try {
        return checkAnswer(answer, leaf.der, root.der, Date.now()).name === 'good';
      } catch (error) {
        assert.ok(error instanceof UnusableAnswer, String(error));
        return false;
      }
    })();
    return {isGood, isAuthorised: found?.stapled?.isAuthorised};
  };

  for (const [name, keys, manner] of [...valid, ...salted]) {
    if (name.startsWith('RSA, named')) continue;
    it(`is verified if it is signed with ${name}, and a changed one is refused`, async () => {
      assert.deepEqual(await answered(keys, manner), {isGood: true, isAuthorised: true});
      const changed = await answered(keys, manner, true);
      assert.deepEqual(changed, {isGood: false, isAuthorised: false});
    });
  }

  // An answer has no digest beside that of its signature.
  for (const [name, keys, manner] of [...wrong, ...unknown.slice(0, -2)]) {
    it(`does not count with ${name}`, async () => {
      assert.deepEqual(await answered(keys, manner), {isGood: false, isAuthorised: false});
    });
  }
});
