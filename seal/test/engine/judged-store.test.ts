import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {NOT_REVOKED, SIGNER_TRUSTED, STAMP_TRUSTED} from '../../src/status-codes.js';
import {X5CHAIN} from '../../src/encoding/cose-structures.js';
import {AnchorSet, anchorsIn, type Trust} from '../../src/trust/anchors.js';
import {judgeStore, trustNow} from '../../src/engine/judged/store.js';
import {cborAssertion, manifest, store, type Draft} from '../foreign-store.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {makeAnswer} from '../revocation/ocsp-maker.js';
import {make, type Made} from '../trust/chain-maker.js';
import {anchorsOf} from '../trust/judged-path.js';

const DAY_MS = 86_400_000;
const actions = cborAssertion('c2pa.actions.v2', {});
const trusting = (...[signers, timeStamps = signers]: string[]): Trust => ({
  signers: new AnchorSet(anchorsIn(signers ?? '')),
  timeStamps: new AnchorSet(anchorsIn(timeStamps ?? '')),
});

describe('the trust in a manifest store', () => {
  let maker: TestAuthority;
  let stranger: TestAuthority;
  let trust: Trust;

  before(async () => {
    maker = await makeAuthority('Maker');
    stranger = await makeAuthority('Stranger');
    trust = trusting(maker.rootPem);
  });

  const one = (signer: TestAuthority['signer'], draft: Partial<Draft> = {}) =>
    manifest({label: 'urn:c2pa:0000', assertions: [actions], ...draft}, signer);
  const judge = (manifests: readonly Uint8Array[], by = trust, now = Date.now()) =>
    judgeStore(store(...manifests), trustNow(by, now));
  const judgeOne = async (...given: Parameters<typeof judge>) => {
    const {manifests, engine} = await judge(...given);
    const found = manifests.get('urn:c2pa:0000');
    assert.ok(found);
    return {...found, engine};
  };
  /** The same manifest under another label of the same length. */
  const renamed = (made: Uint8Array, index: number) => {
    const text = Buffer.from(made).toString('latin1');
    const label = `urn:c2pa:${String(index).padStart(4, '0')}`;
    return new Uint8Array(Buffer.from(text.replaceAll('urn:c2pa:0000', label), 'latin1'));
  };

  it('is judged for the newest 256 manifests, and time stamps are trusted only if that is all', async () => {
    const made = await one(maker.signer);
    const many = Array.from({length: 257}, (_, index) => renamed(made, index));
    const all = await judge(many.slice(1));
    assert.equal(all.manifests.size, 256);
    assert.equal(all.engine.areStampsTrusted, true);
    assert.equal(all.engine.timeStamps, '');
    const more = await judge(many);
    assert.equal(more.manifests.size, 256);
    assert.equal(more.manifests.has('urn:c2pa:0000'), false);
    assert.ok(more.manifests.has('urn:c2pa:0256'));
    assert.equal(more.engine.areStampsTrusted, false);
    assert.notEqual(more.engine.timeStamps, '');
  });

  it('takes bounded effort for all manifests together, the newest first', async () => {
    const root = await make({name: 'CN=Root', pathLength: 60});
    const {keys} = root;
    const same = await Promise.all(
      Array.from({length: 14}, () => make({name: 'CN=Root', keys, pathLength: 60})),
    );
    const leaf = await make({name: 'CN=Leaf', by: root, usage: 'signer'});
    const chains = Array.from({length: 40}, (_, index) =>
      [leaf, ...same].map(({der}) => der).concat(Uint8Array.of(index)),
    );
    const hostile = await Promise.all(
      chains.map((chain, index) =>
        one(maker.withoutTime, {
          label: `urn:c2pa:x${index}`,
          headers: {signed: [[X5CHAIN, chain]], unsigned: []},
        }),
      ),
    );
    const [oldest, newest] = [
      await one(maker.withoutTime, {label: 'urn:c2pa:oldest'}),
      await one(stranger.withoutTime, {label: 'urn:c2pa:newest'}),
    ];
    const both = trusting(maker.rootPem + stranger.rootPem);
    const {manifests} = await judge([oldest, ...hostile, newest], both);
    assert.equal(manifests.size, 42);
    assert.equal(manifests.get('urn:c2pa:newest')?.signer.name, 'trusted');
    assert.deepEqual(manifests.get('urn:c2pa:oldest')?.signer, {
      name: 'untrusted',
      fault: 'too much',
    });
  });

  it('tells the engine the signers that are trusted, and time stamps that all are', async () => {
    const {engine, codes, signer} = await judgeOne([await one(maker.signer)]);
    assert.equal(signer.name, 'trusted');
    assert.deepEqual([...codes], [SIGNER_TRUSTED, STAMP_TRUSTED]);
    assert.equal(engine.certificates.length, 1);
    assert.deepEqual(engine.signers, '');
    assert.equal(engine.areStampsTrusted, true);
    const unknown = await judgeOne([await one(stranger.signer)]);
    assert.deepEqual([...unknown.codes], []);
    assert.deepEqual(unknown.engine.certificates, []);
    assert.equal(unknown.engine.areStampsTrusted, false);
    const untimed = await judgeOne([await one(maker.withoutTime)]);
    assert.deepEqual([...untimed.codes], [SIGNER_TRUSTED]);
    assert.equal(untimed.engine.areStampsTrusted, false);
    assert.equal(untimed.engine.timeStamps, '');
  });

  it('tells the engine the responders of OCSP answers that are trusted, and no others', async () => {
    const issuing = await make({name: 'CN=Issuing', pathLength: 0});
    const leaf = await make({name: 'CN=Leaf', by: issuing, usage: 'signer'});
    const responder = await make({name: 'CN=Responder', by: issuing, usage: 'ocsp'});
    const by = {signers: anchorsOf(issuing), timeStamps: anchorsOf()};
    const certificates = async (forger?: Made) => {
      const answer = makeAnswer({
        responder,
        forger,
        about: leaf,
        issuer: issuing,
        producedAt: Date.now(),
      });
      const headers: Draft['headers'] = {
        signed: [[X5CHAIN, [leaf.der]]],
        unsigned: [['rVals', {ocspVals: [answer]}]],
      };
      const {engine, codes} = await judgeOne([await one(maker.withoutTime, {headers})], by);
      return [engine.certificates.length, codes.has(NOT_REVOKED)];
    };
    assert.deepEqual(await certificates(), [2, true]);
    assert.deepEqual(await certificates(leaf), [1, false]);
  });

  it('has the engine compare authorities if a manifest has other time stamps, or may', async () => {
    const trusted = await one(maker.signer, {label: 'urn:c2pa:0001'});
    const beside = async (made: Uint8Array) => {
      const {engine} = await judge([made, trusted]);
      assert.equal(engine.timeStamps === '', engine.areStampsTrusted);
      return engine.areStampsTrusted;
    };
    assert.equal(await beside(await one(maker.signer)), true);
    assert.equal(await beside(await one(maker.withoutTime)), true);
    assert.equal(await beside(await one(stranger.signer)), false);
    for (const label of ['c2pa.time-stamp', 'c2pa.time-stamp__1', 'cawg.identity']) {
      const assertions = [actions, cborAssertion(label, {})];
      assert.equal(await beside(await one(maker.withoutTime, {assertions})), false, label);
    }
    const {certificateChain} = maker.withoutTime;
    const token = {val: await maker.stamp(new Uint8Array(32))};
    const headers = (unsigned: [unknown, unknown][]) => ({
      headers: {signed: [[X5CHAIN, certificateChain]] as [unknown, unknown][], unsigned},
    });
    const twice: [unknown, unknown][] = [['sigTst2', {tstTokens: [token, token]}]];
    assert.equal(await beside(await one(maker.withoutTime, headers([]))), true);
    assert.equal(await beside(await one(maker.withoutTime, headers(twice))), false);
  });

  it('is not lost with the validity of a certificate, but is no trust at that time', async () => {
    const old = await makeAuthority('Old', {notBefore: -20, notAfter: -10});
    const by = trusting(old.rootPem);
    const made = await one(old.withoutTime);
    const at = async (days: number) => {
      const {signer, codes} = await judgeOne([made], by, Date.now() + days * DAY_MS);
      assert.equal(signer.name, 'trusted');
      return codes.has(SIGNER_TRUSTED);
    };
    assert.deepEqual([await at(-25), await at(-15), await at(0)], [false, true, false]);
    const inTime = {...old.withoutTime, timestamp: maker.stamp};
    const late = await judgeOne([await one(inTime)], trusting(old.rootPem, maker.rootPem));
    assert.deepEqual(late.signer, {name: 'untrusted', fault: 'outside validity'});
  });

  it('counts the time of any authority for a claim of version 1', async () => {
    const signer = {...maker.withoutTime, timestamp: stranger.stamp};
    const [first, second] = [await one(signer, {version: 1}), await one(signer)];
    assert.ok((await judgeOne([first])).codes.has(STAMP_TRUSTED));
    assert.ok(!(await judgeOne([second])).codes.has(STAMP_TRUSTED));
    assert.equal((await judgeOne([first])).engine.areStampsTrusted, false);
    const untimed = await judgeOne([await one(maker.withoutTime, {version: 1})]);
    assert.deepEqual([...untimed.codes], [SIGNER_TRUSTED]);
  });

  it('is none for what cannot be read', async () => {
    for (const bytes of [new Uint8Array(0), store().subarray(0, 9), Uint8Array.of(1, 2, 3)]) {
      const {manifests, engine} = await judgeStore(bytes, trustNow(trust, Date.now()));
      assert.equal(manifests.size, 0);
      assert.deepEqual(engine.certificates, []);
    }
    const {manifests, engine} = await judge([await one(maker.signer), Uint8Array.of(0)]);
    assert.deepEqual([manifests.size, engine.areStampsTrusted], [0, false]);
    const damaged = await one(maker.withoutTime);
    const NULL = 0xf6;
    // The tag of the signature, after the type of its box; the bytes of keys are random.
    damaged[Buffer.from(damaged).indexOf(Buffer.from('63626f72d284', 'hex')) + 4] = NULL;
    assert.deepEqual((await judgeOne([damaged])).chain, []);
    const headers = {signed: [], unsigned: []};
    const {chain, signer} = await judgeOne([await one(maker.withoutTime, {headers})]);
    assert.deepEqual([chain, signer], [[], {name: 'untrusted', fault: 'damaged'}]);
  });
});
