import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {concat} from '../../src/encoding/bytes.js';
import {ManifestStore, type StoredManifest} from '../../src/own-reader/manifests.js';
import {claimSignature} from '../../src/own-reader/signature/signature.js';
import {judgeAnswers} from '../../src/revocation/judge-answers.js';
import {verifierFor} from '../../src/trust/certificate-path.js';
import {judgeChain} from '../../src/trust/judge.js';
import {cborAssertion, manifest, store} from '../foreign-store.js';
import {makeAuthority} from '../pki.js';
import {make, type Made} from '../trust/chain-maker.js';
import {countingCrypto, trustIn} from '../trust/judged-path.js';
import {makeAnswer, type AnswerWish} from './ocsp-maker.js';

const DAY_MS = 86_400_000;
const now = Math.floor(Date.now() / 1000) * 1000;

describe('OCSP answers in a seal', () => {
  let root: Made;
  let issuing: Made;
  let leaf: Made;
  let responder: Made;
  let seal: StoredManifest;

  /** A manifest with these answers in an assertion. */
  const withStatuses = async (...ocspVals: Uint8Array[]) => {
    const assertions = [
      cborAssertion('c2pa.actions.v2', {}),
      ...(ocspVals.length > 0 ? [cborAssertion('c2pa.certificate-status', {ocspVals})] : []),
    ];
    const {withoutTime} = await makeAuthority();
    const made = await manifest({label: 'urn:c2pa:one', assertions}, withoutTime);
    return new ManifestStore(store(made)).active!;
  };

  before(async () => {
    root = await make({name: 'CN=Root', pathLength: 2});
    issuing = await make({name: 'CN=Issuing', by: root, pathLength: 0});
    leaf = await make({name: 'CN=Leaf', by: issuing, usage: 'signer'});
    responder = await make({name: 'CN=Responder', by: issuing, usage: 'ocsp', from: -2, to: 2});
    seal = await withStatuses();
  });

  const answer = (wish: Partial<AnswerWish> = {}) =>
    makeAnswer({responder, about: leaf, issuer: issuing, producedAt: now, ...wish});
  const judge = async (
    ocspAnswers: Uint8Array[],
    {
      at = now,
      of = seal,
      verifier = verifierFor(crypto.subtle),
      chain = [leaf, issuing],
    }: {
      at?: number;
      of?: StoredManifest;
      verifier?: ReturnType<typeof verifierFor>;
      chain?: Made[];
    } = {},
  ) => {
    const certificates = chain.map(({der}) => der);
    const signature = {...claimSignature(of)!, ocspAnswers, certificates};
    const trust = trustIn(root);
    const signer = await judgeChain(certificates, 'signer', now, trust, verifierFor(crypto.subtle));
    return judgeAnswers(of, signature, signer, at, trust, verifier);
  };

  it('are trusted if their responder is, whose path the issuers of the signer complete', async () => {
    const [found] = await judge([answer()]);
    assert.deepEqual(found, {
      certificate: responder.der,
      isTrusted: true,
      stapled: {thisUpdate: now, until: now + DAY_MS, isAuthorised: true},
    });
    const [alone] = await judge([answer()], {chain: [leaf]});
    assert.equal(alone?.isTrusted, false);
    const [complete] = await judge([answer({above: [issuing]})], {chain: [leaf]});
    assert.equal(complete?.isTrusted, true);
  });

  it('are not trusted with a responder of another use or time, or another signature', async () => {
    const isTrusted = async (wish: Partial<AnswerWish>, at = now) => {
      const [found] = await judge([answer(wish)], {at});
      assert.equal(found?.stapled?.isAuthorised, found?.isTrusted);
      return found?.isTrusted;
    };
    assert.equal(await isTrusted({}), true);
    assert.equal(await isTrusted({responder: leaf}), false);
    assert.equal(await isTrusted({forger: leaf}), false);
    assert.equal(await isTrusted({algorithm: 'SHA-1'}), false);
    assert.equal(await isTrusted({}, now + 3 * DAY_MS), false);
    assert.equal(await isTrusted({}, now - 3 * DAY_MS), false);
  });

  it('count as long as they say, or for a day', async () => {
    const until = async (wish: Partial<AnswerWish>) =>
      (await judge([answer(wish)]))[0]?.stapled?.until;
    assert.equal(await until({nextUpdate: now + 5000}), now + 5000);
    assert.equal(
      await until({producedAt: now - 9000, thisUpdate: now - 99_000}),
      now - 9000 + DAY_MS,
    );
  });

  it('say something of the signer alone, and that all is well', async () => {
    const stapled = async (wish: Partial<AnswerWish>) => (await judge([answer(wish)]))[0]?.stapled;
    assert.ok(await stapled({}));
    assert.equal(await stapled({about: issuing}), undefined);
    assert.equal(await stapled({status: 'unknown'}), undefined);
    assert.equal(await stapled({status: 'revoked'}), undefined);
  });

  it('are of the issuer of the signer, or else not authorised', async () => {
    const other = await make({name: 'CN=Other', by: root, pathLength: 0});
    const stranger = await make({name: 'CN=Stranger', by: other, usage: 'ocsp'});
    const [found] = await judge([answer({responder: stranger, above: [other]})]);
    assert.equal(found?.isTrusted, true);
    assert.equal(found.stapled?.isAuthorised, false);
    const [named] = await judge([answer({issuer: other})]);
    assert.deepEqual([named?.isTrusted, named?.stapled?.isAuthorised], [true, false]);
    const namesake = await make({name: 'CN=Issuing', by: root, pathLength: 0});
    const forger = await make({name: 'CN=Stranger', by: namesake, usage: 'ocsp'});
    const [forged] = await judge([answer({responder: forger, above: [namesake]})]);
    assert.deepEqual([forged?.isTrusted, forged?.stapled?.isAuthorised], [true, false]);
  });

  it('say for ever that a certificate was revoked, if their responder was valid then', async () => {
    const isTrusted = async (producedAt: number) =>
      (await judge([answer({status: 'revoked', producedAt})], {at: now + 9 * DAY_MS}))[0]
        ?.isTrusted;
    assert.equal(await isTrusted(now), true);
    assert.equal(await isTrusted(now + 9 * DAY_MS), false);
  });

  it('count for the signer only if it is the first one in its own signature', async () => {
    const second = answer({producedAt: now - 1000});
    const [first, next] = await judge([answer(), second]);
    assert.ok(first?.stapled);
    assert.deepEqual([next?.isTrusted, next?.stapled], [true, undefined]);
    const of = await withStatuses(answer());
    const [asserted] = await judge([], {of});
    assert.deepEqual([asserted?.isTrusted, asserted?.stapled], [true, undefined]);
    const noted = [cborAssertion('org.example.note', {ocspVals: [answer()]})];
    const {withoutTime} = await makeAuthority();
    const note = await manifest({label: 'urn:c2pa:one', assertions: noted}, withoutTime);
    assert.deepEqual(await judge([], {of: new ManifestStore(store(note)).active!}), []);
    const both = await judge([second], {of});
    assert.deepEqual(
      both.map(({stapled}) => stapled?.thisUpdate),
      [now - 1000, undefined],
    );
  });

  it('may be followed by other bytes, and are left out if they are damaged', async () => {
    const [found] = await judge([concat([answer(), new Uint8Array(9)])]);
    assert.equal(found?.isTrusted, true);
    assert.deepEqual(await judge([answer().subarray(0, 99), new Uint8Array(0)]), []);
  });

  it('are left out without a certificate, and say nothing of a seal without one', async () => {
    assert.deepEqual(await judge([answer({isBare: true})]), []);
    const [found] = await judge([answer({above: [issuing]})], {chain: []});
    assert.deepEqual([found?.isTrusted, found?.stapled], [true, undefined]);
  });

  it('are 32 at most', async () => {
    const answers = Array.from({length: 34}, (_, n) => answer({producedAt: now - n * 1000}));
    assert.equal((await judge(answers)).length, 32);
    const of = await withStatuses(...answers);
    assert.equal((await judge([], {of})).length, 32);
  });

  it('are verified only as long as the effort for the file lasts', async () => {
    const {subtle, calls} = countingCrypto();
    // Three certificates, the signatures of two, and that of the answer.
    for (const [left, isTrusted] of [
      [5, false],
      [6, true],
    ] as const) {
      const [found] = await judge([answer()], {verifier: {subtle, left}});
      assert.equal(found?.isTrusted, isTrusted);
    }
    assert.equal(calls.get('verify'), 5);
  });
});
