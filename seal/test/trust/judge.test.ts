import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {verifierFor} from '../../src/trust/certificate-path.js';
import type {uses} from '../../src/trust/certificate-rules.js';
import {type Trust} from '../../src/trust/anchors.js';
import {judgeChain} from '../../src/trust/judge.js';
import {make, type Made} from './chain-maker.js';
import {countingCrypto, trustIn, withoutEd25519} from './judged-path.js';

const DAY = 86_400_000;

describe('the answer about a chain', () => {
  let root: Made;
  let issuing: Made;
  let leaf: Made;

  before(async () => {
    root = await make({name: 'CN=Root', pathLength: 2});
    issuing = await make({name: 'CN=Issuing', by: root, pathLength: 0});
    leaf = await make({name: 'CN=Leaf', by: issuing, usage: 'signer', from: -10, to: 10});
  });

  /** Judges chains, and says how many signatures were verified for that. */
  function counted(trust = trustIn(root)) {
    const {subtle, calls} = countingCrypto();
    const verified = () => calls.get('verify') ?? 0;
    const judge = async (
      chain: readonly Uint8Array[],
      {days = 0, use = 'signer'}: {days?: number; use?: keyof typeof uses} = {},
    ) => {
      const start = verified();
      const verifier = verifierFor(subtle);
      const found = await judgeChain(chain, use, Date.now() + days * DAY, trust, verifier);
      const name = found.name === 'trusted' ? found.name : found.fault;
      return {name, work: verified() - start, effort: verifierFor(subtle).left - verifier.left};
    };
    return judge;
  }

  it('is remembered for as long as it cannot change', async () => {
    const judge = counted();
    const chain = [leaf.der, issuing.der];
    const first = await judge(chain);
    assert.deepEqual([first.name, first.work], ['trusted', 2]);
    assert.deepEqual(await judge(chain, {days: 5}), {name: 'trusted', work: 0, effort: 0});
    assert.equal((await judge(chain, {days: 11})).name, 'outside validity');
    for (const use of ['timeStamp', 'ocsp'] as const) {
      assert.equal((await judge(chain, {use})).name, 'wrong use');
    }
    assert.equal((await judge(chain)).name, 'trusted');
    assert.equal((await judge(chain, {days: -11})).name, 'outside validity');
    assert.equal((await judge(chain)).name, 'trusted');
  });

  it('is remembered at any time if the chain itself is at fault', async () => {
    const judge = counted();
    const stranger = await make({name: 'CN=Stranger', usage: 'signer'});
    for (const [fault, chain] of [
      ['damaged', [Uint8Array.of(1)]],
      ['wrong use', [issuing.der]],
      ['unknown issuer', [stranger.der, issuing.der]],
    ] as const) {
      assert.equal((await judge(chain)).name, fault);
      assert.deepEqual(await judge(chain, {days: 99}), {name: fault, work: 0, effort: 0});
    }
  });

  it('is of one set of anchors, which is one version of the lists', async () => {
    const chain = [leaf.der, issuing.der];
    assert.equal((await counted()(chain)).name, 'trusted');
    assert.equal((await counted(trustIn())(chain)).name, 'unknown issuer');
    assert.equal(
      (await counted({...trustIn(), timeStamps: trustIn(root).timeStamps})(chain)).name,
      'unknown issuer',
    );
  });

  it('is of one order of bytes: where a certificate ends is part of it', async () => {
    const judge = counted();
    await judge([leaf.der, issuing.der]);
    const joined = Uint8Array.from([...leaf.der, ...issuing.der]);
    assert.equal((await judge([joined])).name, 'damaged');
  });

  it('is remembered for the last 256 chains', async () => {
    const judge = counted();
    // What is no certificate leads nowhere, and makes another chain.
    const chains = Array.from({length: 257}, (_, n) => [
      leaf.der,
      issuing.der,
      Uint8Array.of(n >> 8, n),
    ]);
    for (const chain of chains) assert.equal((await judge(chain)).work, 2);
    assert.equal((await judge(chains[256]!)).work, 0);
    // Judged anew for another time, the second one becomes the newest, and the third one the oldest.
    assert.equal((await judge(chains[1]!)).work, 0);
    assert.equal((await judge(chains[1]!, {days: 11})).name, 'outside validity');
    assert.equal((await judge(chains[1]!)).name, 'trusted');
    assert.equal((await judge(chains[0]!)).work, 2);
    assert.equal((await judge(chains[1]!)).work, 0);
    assert.equal((await judge(chains[2]!)).work, 2);
  });

  it('is not remembered for a chain of more than 16 KiB', async () => {
    const judge = counted();
    const withBytes = (length: number) => [leaf.der, issuing.der, new Uint8Array(length)];
    for (const [length, again] of [
      [14_000, 0],
      [16_384, 2],
    ] as const) {
      assert.equal((await judge(withBytes(length))).work, 2);
      assert.equal((await judge(withBytes(length))).work, again);
    }
  });

  it('is not remembered if the platform lacks an algorithm, which another may have', async () => {
    const edwards = await make({name: 'CN=Edwards', pathLength: 1, algorithm: {name: 'Ed25519'}});
    const below = await make({name: 'CN=Below', by: edwards, pathLength: 0});
    const signer = await make({name: 'CN=Signer', by: below, usage: 'signer'});
    const by = async (trust: Trust, subtle: SubtleCrypto, days = 0) => {
      const chain = [signer.der, below.der, edwards.der];
      const time = Date.now() + days * DAY;
      const found = await judgeChain(chain, 'signer', time, trust, verifierFor(subtle));
      return found.name === 'trusted' ? found.name : found.fault;
    };
    for (const anchor of [edwards, below]) {
      const trust = trustIn(anchor);
      const expected = anchor === edwards ? 'unsupported' : 'trusted';
      assert.equal(await by(trust, withoutEd25519, 500), 'outside validity');
      assert.equal(await by(trust, withoutEd25519), expected);
      assert.equal(await by(trust, crypto.subtle), 'trusted');
    }
    // Nothing that this platform lacks would lead to these.
    assert.equal(await by(trustIn(root), withoutEd25519), 'unknown issuer');
    assert.equal(await by(trustIn(root), crypto.subtle), 'unknown issuer');
  });

  it('is not remembered if the effort did not suffice', async () => {
    const chain = [leaf.der, issuing.der];
    const trust = trustIn(root);
    const by = async (left: number) => {
      const verifier = {subtle: crypto.subtle, left};
      const found = await judgeChain(chain, 'signer', Date.now(), trust, verifier);
      return found.name === 'trusted' ? found.name : found.fault;
    };
    assert.equal(await by(0), 'too much');
    assert.equal(await by(3), 'too much');
    assert.equal(await by(100), 'trusted');
  });
});
