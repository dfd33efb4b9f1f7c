import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readDetached} from '../../src/detached/read-detached.js';
import {BytesBlob} from '../../src/node/file-reader-sync.js';
import {ManifestStore} from '../../src/own-reader/manifests.js';
import {rangedMedia} from '../../src/ranged/ranged-media.js';
import {iso, wav} from '../media-formats.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startEngine} from '../seal-file.js';
import {bytes, jpeg} from '../sources.js';
import {detachedSeal} from './detached-seal.js';

describe('a seal in a file of its own', () => {
  let engine: Engine;
  let authority: TestAuthority;
  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });
  const seal = async (media: Uint8Array, mediaType: string, by = authority) => ({
    name: 'photo.c2pa',
    bytes: await detachedSeal(media, mediaType, by),
  });

  it('makes the file beside it valid, and is named', async () => {
    for (const [media, mediaType] of [
      [jpeg, 'image/jpeg'],
      [wav, 'audio/wav'],
    ] as const) {
      const detached = await seal(media, mediaType);
      const {labelState, reason, checks} = await readDetached(engine, media, detached);
      assert.equal(labelState, 'valid', JSON.stringify(checks));
      assert.match(
        reason,
        /^Nothing has changed since .*\. The seal is in a file of its own, photo\.c2pa\.$/,
      );
      assert.ok(checks.every(({passed}) => passed));
      for (const code of ['assertion.dataHash.match', 'org.sealed-capture.seal.detached']) {
        assert.ok(
          checks.some((check) => check.code === code),
          code,
        );
      }
      const ranged = await rangedMedia(new BytesBlob(media, mediaType));
      assert.equal((await readDetached(engine, ranged, detached)).labelState, 'valid');
    }
  });

  it('covers all of a file that is read by ranges', async () => {
    const media = bytes(jpeg, new Uint8Array(5 * 1024 * 1024).fill(7));
    const detached = await seal(media, 'image/jpeg');
    const ranged = await rangedMedia(new BytesBlob(media, 'image/jpeg'));
    assert.equal((await readDetached(engine, ranged, detached)).labelState, 'valid');
    const changed = Uint8Array.from(media);
    changed[media.length - 1]! ^= 1;
    const other = await rangedMedia(new BytesBlob(changed, 'image/jpeg'));
    assert.equal((await readDetached(engine, other, detached)).labelState, 'invalid');
  });

  it('is invalid for a file of which one byte was changed, cut off or added', async () => {
    const detached = await seal(jpeg, 'image/jpeg');
    const changed = Uint8Array.from(jpeg);
    changed[changed.length - 5]! ^= 1;
    for (const media of [changed, jpeg.subarray(0, -1), bytes(jpeg, [0]), wav]) {
      const {labelState, checks} = await readDetached(engine, media, detached);
      assert.equal(labelState, 'invalid');
      assert.ok(checks.some(({code, passed}) => code === 'assertion.dataHash.mismatch' && !passed));
      const byStem = await readDetached(engine, media, {...detached, isByStem: true});
      assert.equal(byStem.labelState, 'unchecked', 'it may be the seal of another file');
    }
  });

  it('is not compared with a file that has become unreadable, which is reported', async () => {
    class Lost extends BytesBlob {
      override slice(): Blob {
        return new Lost(jpeg, 'image/jpeg');
      }
      override arrayBuffer(): Promise<ArrayBuffer> {
        return Promise.reject(new DOMException('It was deleted.', 'NotFoundError'));
      }
    }
    const media = {...(await rangedMedia(new BytesBlob(jpeg, ''))), blob: new Lost(jpeg, '')};
    await assert.rejects(readDetached(engine, media, await seal(jpeg, 'image/jpeg')), {
      name: 'FileUnreadable',
    });
  });

  it('is untrusted if its signer is not known', async () => {
    const stranger = await makeAuthority('Stranger');
    const detached = await seal(jpeg, 'image/jpeg', stranger);
    assert.equal((await readDetached(engine, jpeg, detached)).labelState, 'untrusted');
  });

  it('is never valid if a byte of its claim or of an assertion was changed', async () => {
    const {name, bytes: sound} = await seal(jpeg, 'image/jpeg');
    const {active} = new ManifestStore(sound);
    assert.ok(active);
    const covered = [active.claim, ...[...active.boxes.values()].map(({hashed}) => hashed)];
    let tried = 0;
    for (const part of covered) {
      for (let at = 0; at < part.length; at += 3) {
        const changed = Uint8Array.from(sound);
        changed[part.byteOffset - sound.byteOffset + at]! ^= 1 << (at % 8);
        const {labelState} = await readDetached(engine, jpeg, {name, bytes: changed});
        assert.notEqual(labelState, 'valid');
        tried++;
      }
    }
    assert.ok(tried > 200, `${tried} changes`);
  });

  it('is not checked if it is bound in another way, or cannot be read', async () => {
    const media = iso('isom');
    const video = await readDetached(engine, media, await seal(media, 'video/mp4'));
    assert.equal(video.labelState, 'unchecked');
    assert.match(video.reason, /photo\.c2pa\. Seals that are bound to their file in this way/);
    const embedded = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer);
    const withGap = await readDetached(engine, jpeg, {name: 'a.c2pa', bytes: embedded.store});
    assert.equal(withGap.labelState, 'unchecked', 'it leaves out a part of the file');
    for (const nonsense of [new Uint8Array(0), bytes('nonsense'), jpeg]) {
      const {labelState} = await readDetached(engine, jpeg, {name: 'a.c2pa', bytes: nonsense});
      assert.equal(labelState, 'unchecked');
    }
  });
});
