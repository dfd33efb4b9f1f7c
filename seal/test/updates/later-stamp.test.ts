import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {trustNow} from '../../src/engine/judged/store.js';
import {Hashes} from '../../src/own-reader/hashes.js';
import {ManifestLinks} from '../../src/own-reader/manifest-links.js';
import {ManifestStore} from '../../src/own-reader/manifests.js';
import {claimSignature} from '../../src/own-reader/signature/signature.js';
import {AnchorSet, anchorsIn, type Trust} from '../../src/trust/anchors.js';
import {laterStamp} from '../../src/updates/later-stamp.js';
import {cborAssertion, manifest, store} from '../foreign-store.js';
import {makeAuthority, sha256, type TestAuthority} from '../pki.js';

const CONTENT = 'urn:c2pa:content';
const UPDATE = 'urn:c2pa:update';
const JUNK = Uint8Array.of(1);

const {subtle} = globalThis.crypto;
const linksIn = (bytes: Uint8Array) =>
  new ManifestLinks(new ManifestStore(bytes), new Hashes(subtle), subtle);

describe('the later time stamps of a seal', () => {
  let maker: TestAuthority;
  let trust: Trust;
  let content: Uint8Array;
  let imprint: Uint8Array;

  before(async () => {
    maker = await makeAuthority('Maker');
    const anchors = new AnchorSet(anchorsIn(maker.rootPem));
    trust = {signers: anchors, timeStamps: anchors};
    const assertions = [cborAssertion('c2pa.actions.v2', {})];
    content = await manifest({label: CONTENT, assertions}, maker.withoutTime);
    imprint = sha256(claimSignature(new ManifestStore(store(content)).active!)!.value);
  });

  /** The judgement of these tokens, in the order in which they are listed. */
  async function judge(...tokens: Uint8Array[]) {
    const assertions = tokens.map((token, index) =>
      cborAssertion(`c2pa.time-stamp${index === 0 ? '' : `__${index}`}`, {[CONTENT]: token}),
    );
    const update = await manifest({label: UPDATE, assertions}, maker.withoutTime);
    return laterStamp(
      linksIn(store(content, update)),
      CONTENT,
      [UPDATE],
      trustNow(trust, Date.now()),
    );
  }

  it('are judged if they are among the first eight', async () => {
    const token = await maker.stamp(imprint);
    const junk = (count: number) => Array.from({length: count}, () => JUNK);
    assert.equal((await judge(...junk(7), token))?.name, 'trusted');
    const ninth = await judge(...junk(8), token);
    assert.deepEqual(ninth, {name: 'untrusted', code: 'timeStamp.malformed'});
  });

  it('prove the earliest of their times', async () => {
    const times = ['2026-11-22', '2026-11-20', '2026-11-21'].map((day) => new Date(day));
    const tokens = await Promise.all(times.map((time) => maker.stamp(imprint, time)));
    const earliest = times[1]!.getTime();
    assert.deepEqual(await judge(...tokens), {name: 'trusted', time: earliest, isLater: true});
  });

  it('are none if no update has one for the seal', async () => {
    const other = cborAssertion('c2pa.time-stamp', {'urn:c2pa:other': await maker.stamp(imprint)});
    const update = await manifest({label: UPDATE, assertions: [other]}, maker.withoutTime);
    const whole = store(content, update);
    assert.equal(
      await laterStamp(linksIn(whole), CONTENT, [UPDATE], trustNow(trust, Date.now())),
      undefined,
    );
    assert.equal(
      await laterStamp(linksIn(store(content)), CONTENT, [], trustNow(trust, Date.now())),
      undefined,
    );
  });
});
