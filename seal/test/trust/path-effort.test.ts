import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {verifierFor} from '../../src/trust/certificate-path.js';
import {make, type Made, type Wish} from './chain-maker.js';
import {countingCrypto, judged} from './judged-path.js';

const leafBy = (by: Made, wish: Partial<Wish> = {}) =>
  make({name: 'CN=Leaf,O=Maker', by, usage: 'signer', ...wish});
const authority = (name: string, by?: Made, wish: Partial<Wish> = {}) =>
  make({name, by, pathLength: 60, ...wish});

describe('the search for the path of a certificate', () => {
  let root: Made;
  let issuing: Made;

  before(async () => {
    root = await authority('CN=Root');
    issuing = await authority('CN=Issuing', root);
  });

  it('goes through six authorities, the anchor included, and no further', async () => {
    const below: Made[] = [];
    for (let n = 0; n < 6; n++) below.unshift(await authority(`CN=Level ${n}`, below[0] ?? root));
    const five = below.slice(1);
    assert.equal(await judged([await leafBy(five[0]!), ...five], [root]), 'trusted');
    assert.equal(await judged([await leafBy(below[0]!), ...below], [root]), 'unknown issuer');
  });

  it('reads sixteen certificates of a chain, and no more', async () => {
    const others = await Promise.all(
      Array.from({length: 14}, (_, n) => authority(`CN=Other ${n}`)),
    );
    const leaf = await leafBy(issuing);
    assert.equal(await judged([leaf, ...others, issuing], [root]), 'trusted');
    assert.equal(await judged([leaf, others[0]!, ...others, issuing], [root]), 'unknown issuer');
  });

  it('verifies few signatures, however many ways lead up', async () => {
    const {keys} = root;
    const same = await Promise.all(
      Array.from({length: 15}, () => authority('CN=Root', undefined, {keys})),
    );
    const {subtle, calls} = countingCrypto();
    const leaf = await leafBy(root);
    const verifier = verifierFor(subtle);
    assert.equal(await judged([leaf, ...same], [], {verifier}), 'unknown issuer');
    assert.equal(calls.get('verify'), 32);
  });

  it('never leads from a certificate to itself', async () => {
    const {subtle, calls} = countingCrypto();
    const chain = [await leafBy(root), root];
    assert.equal(await judged(chain, [], {verifier: verifierFor(subtle)}), 'unknown issuer');
    assert.equal(calls.get('verify'), 1);
  });

  it('reads each certificate once, and ends where its effort does', async () => {
    const chain = [await leafBy(issuing), issuing];
    // Three certificates and two signatures.
    for (const [left, expected] of [
      [0, 'too much'],
      [1, 'too much'],
      [2, 'too much'],
      [3, 'too much'],
      [4, 'too much'],
      [5, 'trusted'],
    ] as const) {
      const {subtle, calls} = countingCrypto();
      const verifier = {subtle, left};
      assert.equal(await judged(chain, [root], {verifier}), expected, `${left}`);
      assert.ok((calls.get('verify') ?? 0) <= left);
    }
    const none = {subtle: crypto.subtle, left: 0};
    assert.equal(await judged([issuing], [root], {verifier: none}), 'too much');
    const verifier = {subtle: crypto.subtle, left: 5};
    await judged(chain, [root], {verifier});
    assert.equal(verifier.left, 0);
  });

  it('ends for all certificates of a file together', async () => {
    const {keys} = root;
    const same = await Promise.all(
      Array.from({length: 15}, () => authority('CN=Root', undefined, {keys})),
    );
    const {subtle, calls} = countingCrypto();
    const verifier = verifierFor(subtle);
    const leaf = await leafBy(root);
    let chains = 0;
    while ((await judged([leaf, ...same], [], {verifier})) !== 'too much') {
      assert.ok(++chains < 100);
    }
    assert.ok(chains > 10 && calls.get('verify')! < 1_000);
  });
});
