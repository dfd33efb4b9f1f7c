import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {findPath, verifierFor} from '../../src/trust/certificate-path.js';
import {certificateFields} from '../../src/trust/certificate-fields.js';
import {uses} from '../../src/trust/certificate-rules.js';
import {authorityBy, leafBy, make, type Made, type Wish} from './chain-maker.js';
import {anchorsOf, judged} from './judged-path.js';

const DAY = 86_400_000;

describe('the path of a certificate', () => {
  let root: Made;
  let issuing: Made;

  before(async () => {
    root = await make({name: 'CN=Root,O=Maker', pathLength: 2});
    issuing = await authorityBy(root);
  });

  it('leads to an anchor through the authorities that it carries, in any order', async () => {
    const leaf = await leafBy(issuing);
    assert.equal(await judged([leaf, issuing], [root]), 'trusted');
    const other = await make({name: 'CN=Other', pathLength: 0});
    assert.equal(await judged([leaf, other, root, issuing], [root]), 'trusted');
    assert.equal(await judged([leaf, issuing], [issuing]), 'trusted');
    assert.equal(await judged([leaf], [root]), 'unknown issuer');
    assert.equal(await judged([leaf, issuing], [other]), 'unknown issuer');
    assert.equal(await judged([], [root]), 'damaged');
  });

  it('is valid as a whole at the time in question, the anchor included', async () => {
    const leaf = await leafBy(issuing, {from: -10, to: 10});
    const at = (days: number) => judged([leaf, issuing], [root], {time: Date.now() + days * DAY});
    assert.deepEqual(
      [await at(-11), await at(-9), await at(9), await at(11)],
      ['outside validity', 'trusted', 'trusted', 'outside validity'],
    );
    const early = await authorityBy(root, {from: -300, to: -5});
    assert.equal(await judged([await leafBy(early), early], [root]), 'outside validity');
    const old = await make({
      name: 'CN=Root,O=Maker',
      keys: root.keys,
      pathLength: 2,
      from: -9,
      to: -1,
    });
    assert.equal(await judged([await leafBy(issuing), issuing], [old]), 'outside validity');
    const future = await leafBy(issuing, {from: 5});
    assert.equal(await judged([future, issuing], [root]), 'outside validity');
  });

  it('is valid in the first and the last second, and counts whole seconds, as certificates do', async () => {
    const leaf = await leafBy(issuing, {from: -10, to: 10});
    const {from, to} = certificateFields(leaf.der)!.validity;
    const at = (time: number) => judged([leaf, issuing], [root], {time});
    assert.deepEqual(
      [await at(from - 1), await at(from), await at(to + 999), await at(to + 1000)],
      ['outside validity', 'trusted', 'trusted', 'outside validity'],
    );
  });

  it('says from when to when all of it is valid, and what issued its last certificate', async () => {
    const by = await authorityBy(root, {from: -20, to: 20});
    const find = async (from: number, to: number) => {
      const leaf = await leafBy(by, {from, to});
      const found = await findPath({
        chain: [leaf.der, by.der],
        use: uses.signer,
        time: Date.now(),
        anchors: anchorsOf(root),
        verifier: verifierFor(crypto.subtle),
      });
      assert.ok(found.name === 'trusted');
      assert.deepEqual(found.issuer, by.der);
      const [own, above] = [leaf.der, by.der].map((der) => certificateFields(der)!.validity);
      return [found.from === own!.from, found.to === own!.to, found.to === above!.to];
    };
    assert.deepEqual(await find(-10, 10), [true, true, false]);
    assert.deepEqual(await find(-40, 40), [false, false, true]);
  });

  it('ends in a certificate for the use, which is no authority', async () => {
    const of = async (wish: Partial<Wish>, use?: keyof typeof uses) =>
      judged([await leafBy(issuing, wish), issuing], [root], {use});
    assert.equal(await of({usage: 'tls'}), 'wrong use');
    assert.equal(await of({usage: undefined}), 'wrong use');
    assert.equal(await of({usage: 'timeStamp'}), 'wrong use');
    assert.equal(await of({usage: 'timeStamp'}, 'timeStamp'), 'trusted');
    assert.equal(await of({}, 'timeStamp'), 'wrong use');
    assert.equal(await of({}, 'ocsp'), 'wrong use');
    assert.equal(await of({pathLength: 0}), 'wrong use');
    assert.equal(await of({keyUsage: x509.KeyUsageFlags.keyAgreement}), 'wrong use');
  });

  it('is made of authorities alone, within their lengths and usages', async () => {
    const unmarked = await authorityBy(root, {isMarked: false});
    assert.equal(await judged([await leafBy(unmarked), unmarked], [root]), 'no authority');
    const leaf = await leafBy(issuing);
    const below = await leafBy(leaf);
    assert.equal(await judged([below, leaf, issuing], [root]), 'no authority');
    const second = await authorityBy(issuing, {name: 'CN=Second'});
    assert.equal(await judged([await leafBy(second), second, issuing], [root]), 'no authority');
    const noSign = await authorityBy(root, {keyUsage: x509.KeyUsageFlags.cRLSign});
    assert.equal(await judged([await leafBy(noSign), noSign], [root]), 'no authority');
    const ofTls = await authorityBy(root, {usage: 'tls'});
    const clock = await leafBy(ofTls, {usage: 'timeStamp'});
    assert.equal(await judged([clock, ofTls], [root], {use: 'timeStamp'}), 'no authority');
    assert.equal(await judged([await leafBy(ofTls), ofTls], [root]), 'trusted');
  });

  it('does not count an authority that issued itself against a length', async () => {
    const first = await authorityBy(root, {name: 'CN=Same', pathLength: 0});
    const again = await authorityBy(first, {name: 'CN=Same', pathLength: 0});
    assert.equal(await judged([await leafBy(again), again, first], [root]), 'trusted');
  });

  it('is not shown by a name alone: another key under the same name, or a leaf that is its own anchor', async () => {
    const impostor = await make({name: root.name, pathLength: 2});
    assert.equal(await judged([await leafBy(issuing), issuing], [impostor]), 'unknown issuer');
    assert.equal(await judged([await leafBy(issuing), issuing], [impostor, root]), 'trusted');
    const own = await make({name: 'CN=Leaf,O=Maker', usage: 'signer'});
    assert.notEqual(await judged([own], [own]), 'trusted');
    const leaf = await leafBy(issuing);
    assert.equal(await judged([leaf, issuing], [leaf]), 'unknown issuer');
    const clock = await leafBy(issuing, {usage: 'timeStamp'});
    assert.equal(await judged([clock, issuing], [clock], {use: 'timeStamp'}), 'trusted');
  });

  it('may be an anchor alone where its use allows that', async () => {
    const clock = await leafBy(issuing, {usage: 'timeStamp'});
    const find = (mayBeAnchor: boolean) =>
      findPath({
        chain: [clock.der],
        use: {...uses.timeStamp, mayBeAnchor},
        time: Date.now(),
        anchors: anchorsOf(clock),
        verifier: verifierFor(crypto.subtle),
      });
    assert.equal((await find(true)).name, 'trusted');
    assert.equal((await find(false)).name, 'untrusted');
  });

  it('follows the names of issuers: a carried certificate with the right key under another name is none', async () => {
    const {keys} = issuing;
    const other = await authorityBy(root, {name: 'CN=Else,O=Maker', keys});
    const leaf = await leafBy(issuing);
    assert.equal(await judged([leaf, other], [root]), 'unknown issuer');
    assert.equal(await judged([leaf, other, issuing], [root]), 'trusted');
  });

  it('may go through a cross-signed authority, and never in a circle', async () => {
    const [one, other] = [
      await make({name: 'CN=One', pathLength: 3}),
      await make({name: 'CN=Other', pathLength: 3}),
    ];
    const crossed = await make({name: one.name, keys: one.keys, by: other, pathLength: 1});
    const back = await make({name: other.name, keys: other.keys, by: one, pathLength: 1});
    const by = await authorityBy(one, {name: 'CN=By'});
    const chain = [await leafBy(by), by, crossed, back, one, other];
    assert.equal(await judged(chain, [other]), 'trusted');
    assert.equal(await judged(chain, [one]), 'trusted');
    assert.notEqual(await judged(chain, [root]), 'trusted');
  });

  it('may end in an old root that signed itself with SHA-1, which nobody relies on', async () => {
    const old = await make({name: 'CN=Old Root', pathLength: 2, hash: 'SHA-1'});
    const by = await authorityBy(old);
    assert.equal(await judged([await leafBy(by), by], [old]), 'trusted');
  });
});
