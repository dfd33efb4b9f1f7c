import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {
  checkManifestStore,
  manifestBindsDigest,
  type ManifestTrust,
} from '../../src/checking/check-manifest.js';
import {manifestTrust} from '../../src/node/manifest-trust.js';
import {makeAuthority, sha256, type TestAuthority} from '../pki.js';
import {sealFile, type Sealed} from '../seal-file.js';
import {jpeg} from '../sources.js';

const manifestSize = 8_192;
let authority: TestAuthority;
let trust: ManifestTrust;
let seal: Sealed;

before(async () => {
  authority = await makeAuthority();
  trust = manifestTrust({
    certificateChain: authority.signer.certificateChain,
    timestampedBy: [authority.timestampCertificate],
  });
  seal = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer, {manifestSize});
});

const expected = () => ({digest: seal.digest, exclusion: seal.exclusion, manifestSize});
const check = (store: Uint8Array, by = trust) => checkManifestStore(store, expected(), by);

describe('checkManifestStore', () => {
  it('accepts a new seal', () => {
    check(seal.store);
  });

  it('accepts a time stamp of any authority if the service changes its certificates', () => {
    const {certificateChain} = authority.signer;
    check(seal.store, manifestTrust({certificateChain, timestampedBy: 'anyone'}));
  });

  it('rejects another digest, exclusion or size', () => {
    const {exclusion, digest} = seal;
    const others = [
      {...expected(), digest: sha256(digest)},
      {...expected(), exclusion: {...exclusion, start: exclusion.start + 1}},
      {...expected(), exclusion: {...exclusion, length: exclusion.length + 1}},
      {...expected(), manifestSize: manifestSize + 1},
    ];
    for (const other of others) {
      assert.throws(() => checkManifestStore(seal.store, other, trust), {
        name: 'ManifestCheckFailed',
      });
    }
  });

  it('rejects the seal and the stamp of another signer', async () => {
    const stranger = await makeAuthority('Stranger');
    const strange = {media: jpeg, mediaType: 'image/jpeg'} as const;
    const theirs = await sealFile(strange, stranger.signer, {manifestSize});
    assert.throws(() => check(theirs.store), /certificate chain/);
    const stampedByStranger = {...authority.withoutTime, timestamp: stranger.stamp};
    const mixed = await sealFile(strange, stampedByStranger, {manifestSize});
    assert.throws(() => check(mixed.store), /time stamp/);
  });

  it('rejects a stamp for another signature, and a seal without a stamp', async () => {
    const photo = {media: jpeg, mediaType: 'image/jpeg'} as const;
    const elsewhere = {
      ...authority.signer,
      timestamp: (imprint: Uint8Array) => {
        const other = sha256(imprint);
        return authority.signer.timestamp?.(other) ?? other;
      },
    };
    const replayed = await sealFile(photo, elsewhere, {manifestSize});
    assert.throws(() => check(replayed.store), /time stamp/);
    const bare = await sealFile(photo, authority.withoutTime, {manifestSize});
    assert.throws(() => check(bare.store), /presence of a time stamp/);
  });

  it('rejects a signature that was not made with the leaf’s key', async () => {
    const other = await makeAuthority('Other');
    const impostor = {...authority.signer, sign: other.signer.sign.bind(other.signer)};
    const forged = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, impostor, {manifestSize});
    assert.throws(() => check(forged.store), /signature/);
  });

  it('rejects every changed byte of boxes, assertions, claim and signature, with its own error', () => {
    // After this, only the stamp's certificates follow, which the reader has to judge.
    const unsigned = Buffer.from(seal.store).indexOf('sigTst2');
    assert.ok(unsigned > manifestSize / 2);
    for (let at = 0; at < unsigned; at += 3) {
      const changed = Uint8Array.from(seal.store);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.throws(() => check(changed), /^(ManifestCheckFailed|MalformedManifest)/, `byte ${at}`);
    }
  });

  it('rejects a seal that is truncated anywhere', () => {
    for (let end = 0; end < manifestSize; end += 97) {
      const cut = new Uint8Array(manifestSize);
      cut.set(seal.store.subarray(0, end));
      assert.throws(() => check(cut));
      assert.equal(
        manifestBindsDigest(seal.store.subarray(0, end), seal.digest, seal.exclusion),
        false,
      );
    }
  });
});

describe('manifestBindsDigest', () => {
  it('is true for the sealed digest and exclusion, and no others', () => {
    const {store, digest, exclusion} = seal;
    assert.equal(manifestBindsDigest(store, digest, exclusion), true);
    assert.equal(manifestBindsDigest(store, sha256(digest), exclusion), false);
    assert.equal(manifestBindsDigest(store, digest, {...exclusion, start: 0}), false);
    assert.equal(manifestBindsDigest(store, digest, {...exclusion, length: 1}), false);
  });

  it('is false for anything else, and does not throw', () => {
    const {digest, exclusion} = seal;
    for (const store of [new Uint8Array(0), new Uint8Array(100), jpeg]) {
      assert.equal(manifestBindsDigest(store, digest, exclusion), false);
    }
  });
});
