import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {fill, hashedParts, layOut, suggestedManifestSize} from '../../src/containers/layout.js';
import {makeManifestStore, ManifestTooLarge} from '../../src/writing/manifest.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {pickSections} from '../../src/engine/sections.js';
import {concat} from '../../src/encoding/bytes.js';
import {makeAuthority, sha256, type TestAuthority} from '../pki.js';
import {captureId, options, sealFile, startEngine} from '../seal-file.js';
import {hostileTags, metadata, simplest, sources} from '../sources.js';

let authority: TestAuthority;
let engine: Engine;

before(async () => {
  authority = await makeAuthority();
  engine = await startEngine(authority.rootPem);
});

describe('a file sealed by digest', () => {
  for (const source of sources) {
    it(`reads as trusted with all checks passed and its metadata (${source.name})`, async () => {
      const {sealed} = await sealFile(source, authority.signer);
      const result = await readSeal(engine, sealed, source.mediaType);
      const {checks, reason, signature} = result;
      assert.equal(result.labelValid, true);
      assert.deepEqual(
        checks.filter((check) => !check.passed),
        [],
      );
      assert.deepEqual(pickSections(result), pickSections(metadata));
      assert.equal(reason, 'Nothing has changed since Test Seal sealed it.');
      assert.equal(signature?.signedBy, 'Test Seal');
      assert.equal(signature.issuedBy, 'Test Issuing CA');
      assert.match(signature.timestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    });
  }

  for (const source of simplest) {
    for (const manifestSize of [6_000, 8_192, 65_524, 65_526, 131_070, 131_072, 300_000]) {
      it(`reads as trusted with a manifest of ${manifestSize} bytes (${source.name})`, async () => {
        const {sealed, store} = await sealFile(source, authority.signer, {
          manifestSize,
          metadata: {tags: {a: 'b'}},
        });
        assert.equal(store.length, manifestSize);
        const result = await readSeal(engine, sealed, source.mediaType);
        assert.equal(result.labelState, 'valid');
      });
    }

    it(`reads as broken after one changed byte anywhere outside the manifest (${source.name})`, async () => {
      const {sealed, exclusion} = await sealFile(source, authority.signer, {manifestSize: 8_192});
      const holeEnd = exclusion.start + exclusion.length;
      const outside = sealed.length - exclusion.length;
      for (let step = 0; step < 40; step++) {
        const offset = Math.floor((step / 40) * outside);
        const at = offset < exclusion.start ? offset : holeEnd + offset - exclusion.start;
        const changed = Uint8Array.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        const result = await readSeal(engine, changed, source.mediaType);
        assert.equal(result.labelValid, false, `byte ${at}`);
      }
    });

    it(`reads as sealed by an unknown signer under other roots (${source.name})`, async () => {
      const stranger = await makeAuthority('Stranger');
      const {sealed} = await sealFile(source, stranger.signer);
      const result = await readSeal(engine, sealed, source.mediaType);
      assert.equal(result.labelState, 'untrusted');
      assert.equal(result.labelValid, false);
      assert.equal(result.signature?.timestamp, undefined);
      assert.match(result.reason, /Stranger Seal is not among the signers/);
    });
  }

  it('keeps hostile keys and values exactly, and changes no prototype', async () => {
    const prototype = Object.getOwnPropertyNames(Object.prototype);
    for (const source of simplest) {
      const withTags = {...metadata, tags: hostileTags};
      const manifestSize = suggestedManifestSize(withTags);
      const {sealed} = await sealFile(source, authority.signer, {manifestSize, metadata: withTags});
      const {tags} = await readSeal(engine, sealed, source.mediaType);
      assert.deepEqual(Object.entries(tags ?? {}).sort(), Object.entries(hostileTags).sort());
      assert.ok(Object.hasOwn(tags ?? {}, '__proto__'));
    }
    assert.deepEqual(Object.getOwnPropertyNames(Object.prototype), prototype);
  });

  it('replaces half a surrogate pair with the replacement character instead of making an unreadable seal', async () => {
    const [source] = simplest;
    assert.ok(source);
    const withTags = {tags: {half: 'a\ud800b', whole: '🦉', 'key\udc00': 'c'}};
    const {sealed} = await sealFile(source, authority.signer, {metadata: withTags});
    const result = await readSeal(engine, sealed, source.mediaType);
    assert.equal(result.labelState, 'valid');
    assert.deepEqual(result.tags, {half: 'a\ufffdb', whole: '🦉', 'key\ufffd': 'c'});
  });

  it('reads as valid without a time stamp, and then shows no time', async () => {
    for (const source of simplest) {
      const {sealed} = await sealFile(source, authority.withoutTime);
      const result = await readSeal(engine, sealed, source.mediaType);
      assert.equal(result.labelState, 'valid');
      assert.equal(result.signature?.timestamp, undefined);
    }
  });

  it('reads as broken if its certificate had expired before it was sealed', async () => {
    const late = await makeAuthority('Late', {notBefore: -400, notAfter: -1});
    const lateEngine = await startEngine(late.rootPem);
    const [source] = simplest;
    assert.ok(source);
    const {sealed} = await sealFile(source, late.withoutTime);
    const result = await readSeal(lateEngine, sealed, source.mediaType);
    assert.equal(result.labelState, 'invalid');
    assert.ok(result.checks.some(({code}) => code === 'signingCredential.expired'));
  });
});

describe('makeManifestStore', () => {
  const request = {
    captureId,
    mediaType: 'image/jpeg',
    digest: sha256(),
    exclusion: {start: 20, length: 4_108},
    metadata: {tags: {a: 'b'}},
  } as const;

  it('reports the required size if the exclusion is too small, and fits in that size', async () => {
    const large = {...request, metadata: {tags: hostileTags}};
    const tooSmall = makeManifestStore({...large, manifestSize: 4_096}, authority.signer, options);
    const error = await tooSmall.then(
      () => assert.fail('A manifest of 4,096 bytes cannot hold as many characters.'),
      (thrown: unknown) => thrown,
    );
    assert.ok(error instanceof ManifestTooLarge);
    assert.equal(error.needed % 2, 0);
    const store = await makeManifestStore(
      {...large, manifestSize: error.needed},
      authority.signer,
      options,
    );
    assert.equal(store.length, error.needed);
  });

  it('makes every size exactly, also if the padding changes its own length field', async () => {
    const needed = await makeManifestStore(
      {...request, manifestSize: 16_384},
      authority.signer,
      options,
    );
    assert.equal(needed.length, 16_384);
    const sizes = Array.from({length: 300}, (_, i) => 5_120 + i);
    for (const manifestSize of [...sizes, ...sizes.map((size) => size + 65_300)]) {
      const store = await makeManifestStore(
        {...request, manifestSize},
        authority.withoutTime,
        options,
      );
      assert.equal(store.length, manifestSize);
    }
  });

  it('passes on a failure of the signer, and works again when the signer does', async () => {
    let isDown = true;
    const signer = {
      ...authority.signer,
      timestamp: (imprint: Uint8Array) => {
        if (isDown) throw new Error('The authority is down.');
        return authority.signer.timestamp?.(imprint) ?? new Uint8Array();
      },
    };
    const make = () => makeManifestStore({...request, manifestSize: 16_384}, signer, options);
    await assert.rejects(make(), /authority is down/);
    isDown = false;
    assert.equal((await make()).length, 16_384);
  });

  it('reserves more space if a time stamp is larger than those before', async () => {
    const sizes = [1_000, 1_400, 2_000, 1_990];
    const signer = {
      ...authority.withoutTime,
      timestamp: () => new Uint8Array(sizes.shift() ?? 2_005),
    };
    for (let i = 0; i < 3; i++) {
      const store = await makeManifestStore({...request, manifestSize: 16_384}, signer, options);
      assert.equal(store.length, 16_384);
    }
  });

  it('fits usual metadata into the suggested size, a multiple of 1,024', async () => {
    for (const some of [{}, metadata, {tags: hostileTags}]) {
      const manifestSize = suggestedManifestSize(some);
      assert.equal(manifestSize % 1_024, 0);
      const store = await makeManifestStore(
        {...request, metadata: some, manifestSize},
        authority.signer,
        options,
      );
      assert.equal(store.length, manifestSize);
    }
  });
});

describe('a layout', () => {
  it('describes the sealed file: exclusion, hashed parts and filled parts are consistent', () => {
    for (const {media, mediaType} of sources) {
      const layout = layOut(media, mediaType, 10_000);
      const filled = concat(fill(layout, new Uint8Array(10_000)));
      const {start, length} = layout.exclusion;
      const around = concat([filled.subarray(0, start), filled.subarray(start + length)]);
      assert.deepEqual(around, concat(hashedParts(layout)));
    }
  });

  it('does not change the media', () => {
    for (const {media, mediaType} of sources) {
      const original = Uint8Array.from(media);
      const layout = layOut(
        Buffer.from(media.buffer, media.byteOffset, media.length),
        mediaType,
        10_000,
      );
      fill(layout, new Uint8Array(10_000));
      assert.deepEqual(Uint8Array.from(media), original);
    }
  });

  it('rejects a store of another size', () => {
    for (const {media, mediaType} of simplest) {
      const layout = layOut(media, mediaType, 10_000);
      assert.throws(() => fill(layout, new Uint8Array(9_999)), {code: 'seal_mismatch'});
    }
  });
});
