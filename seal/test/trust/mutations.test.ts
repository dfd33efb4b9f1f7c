import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {before, describe, it} from 'node:test';
import {equalBytes} from '../../src/encoding/bytes.js';
import {readDer, sequenceOf} from '../../src/encoding/der.js';
import {claimSignature} from '../../src/own-reader/signature/signature.js';
import {ManifestStore} from '../../src/own-reader/manifests.js';
import {judgeStamp, type HeldStamp} from '../../src/stamps/judge-stamp.js';
import {AnchorSet, anchorsIn, type Trust} from '../../src/trust/anchors.js';
import {findPath, verifierFor} from '../../src/trust/certificate-path.js';
import {uses} from '../../src/trust/certificate-rules.js';
import {judgeStore, trustNow} from '../../src/engine/judged/store.js';
import {changesOf, mutationNames, mutations, randomFrom} from '../mutations.js';
import {makeAuthority} from '../pki.js';
import {sealFile} from '../seal-file.js';
import {simplest} from '../sources.js';

const {changes, seed} = changesOf({changes: 300, seed: 20_261_128});
const {subtle} = crypto;
/** Longest time of one change in milliseconds. */
const LONGEST_MS = 2_000;

/** A certificate without its signature, which can be written in more than one way. */
const signedPart = (der: Uint8Array) => sequenceOf(readDer(der)[0])[0]!.whole;

describe('trust in a certificate, a time stamp or a store that was changed', () => {
  let trust: Trust;
  let store: Uint8Array;
  const random = randomFrom(seed);
  const change = (bytes: Uint8Array): Uint8Array =>
    mutations[mutationNames[random(mutationNames.length)]!](bytes, random, store);

  /** Calls with changed bytes, and checks the time that it takes. */
  async function timed<T>(call: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await call();
    assert.ok(performance.now() - start < LONGEST_MS);
    return result;
  }

  before(async () => {
    const {signer, rootPem} = await makeAuthority();
    const anchors = new AnchorSet(anchorsIn(rootPem));
    trust = {signers: anchors, timeStamps: anchors};
    ({store} = await sealFile(simplest[0]!, signer));
  });

  const signature = () => claimSignature(new ManifestStore(store).active!)!;

  it('is lost with any change of what an authority signed', async () => {
    const {certificates} = signature();
    const find = (chain: readonly Uint8Array[]) =>
      findPath({
        chain,
        use: uses.signer,
        time: Date.now(),
        anchors: trust.signers,
        verifier: verifierFor(subtle),
      });
    assert.equal((await find(certificates)).name, 'trusted');
    for (let n = 0; n < changes; n++) {
      const at = random(certificates.length);
      const chain = certificates.map((der, index) => (index === at ? change(der) : der));
      const {name} = await timed(() => find(chain));
      if (name !== 'trusted') continue;
      const isSame = equalBytes(signedPart(chain[at]!), signedPart(certificates[at]!));
      assert.ok(isSame, `change ${n} of seed ${seed}`);
    }
  });

  it('never gives a time stamp another time', async () => {
    const {timestamp} = signature();
    assert.ok(timestamp);
    const first = await judgeStamp(timestamp.token, timestamp.stamped, trust, verifierFor(subtle));
    assert.ok(typeof first !== 'string' && 'issuer' in first.authority);
    for (let n = 0; n < changes; n++) {
      const token = change(timestamp.token);
      const judged = await timed((): Promise<HeldStamp | string> => {
        return judgeStamp(token, timestamp.stamped, trust, verifierFor(subtle));
      });
      const isTrusted = typeof judged !== 'string' && 'issuer' in judged.authority;
      if (isTrusted) assert.equal(judged.time, first.time, `change ${n} of seed ${seed}`);
    }
  });

  it('is decided for a store without an error, in bounded time, and kept for what was signed', async () => {
    const signed = signature().certificates.map(signedPart);
    const isOriginal = (der: Uint8Array) => signed.some((one) => equalBytes(one, signedPart(der)));
    const digestOf = (der: Uint8Array) => createHash('sha256').update(der).digest('base64');
    /** The time of the only time stamp of a manifest, if that holds. */
    const timeIn = async (bytes: Uint8Array, label: string) => {
      const manifest = new ManifestStore(bytes).find(label);
      const {token, stamped} = (manifest && claimSignature(manifest))?.timestamp ?? {};
      const judged = token && stamped && judgeStamp(token, stamped, trust, verifierFor(subtle));
      const held = await judged;
      return typeof held === 'object' ? held.time : undefined;
    };
    for (let n = 0; n < changes; n++) {
      const changed = change(store);
      const {manifests, engine} = await timed(() =>
        judgeStore(changed, trustNow(trust, Date.now())),
      );
      const trusted = [...manifests.values()].flatMap((one) => one.trusted);
      assert.ok(trusted.every(isOriginal), `change ${n} of seed ${seed}`);
      assert.deepEqual(new Set(engine.certificates), new Set(trusted.map(digestOf)));
      if (!engine.areStampsTrusted) continue;
      for (const label of manifests.keys()) {
        const time = await timeIn(changed, label);
        assert.equal(time, await timeIn(store, label), `change ${n} of seed ${seed}`);
      }
    }
  });
});
