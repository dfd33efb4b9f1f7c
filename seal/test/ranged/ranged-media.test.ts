import assert from 'node:assert/strict';
import {closeSync, openSync, rmSync, statSync} from 'node:fs';
import {mkdtemp, open, rm, truncate} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {after, before, describe, it} from 'node:test';
import type {SealableMediaType} from '../../src/model/media-type.js';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {BytesBlob, FileBlob, provideFileReaderSync} from '../../src/node/file-reader-sync.js';
import {factsOf} from '../../src/own-reader/files/file-facts.js';
import {storeOf} from '../../src/own-reader/files/embedded-store.js';
import {rangedMedia} from '../../src/ranged/ranged-media.js';
import {refusalOf, resultWithoutEngine} from '../../src/ranged/ranged-refusal.js';
import {factsByRanges} from '../../src/ranged/file-facts-by-ranges.js';
import {findStore} from '../../src/ranged/store-in-blob.js';
import {FileUnreadable} from '../../src/ranged/watched-reads.js';
import {signWithEngine} from '../engine-signing.js';
import {iso, isoBox, wav} from '../media-formats.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startEngine} from '../seal-file.js';
import {bytes, jpeg, png} from '../sources.js';
import {writeSealedWav} from './sealed-wav.js';

const MIB = 1024 * 1024;
/** More than the engine copies into its memory at once. */
const SOUND = 60 * MIB;

let engine: Engine;
let authority: TestAuthority;
before(async () => {
  authority = await makeAuthority();
  engine = await startEngine(authority.rootPem);
  provideFileReaderSync();
});

describe('a file that is read by ranges', () => {
  let folder: string;
  let path: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ranged-'));
    path = join(folder, 'large.wav');
    await writeSealedWav(path, SOUND, authority.signer);
  });
  after(() => rm(folder, {recursive: true}));

  it('gets the same verdict, while the engine holds a part of it', async () => {
    const fd = openSync(path, 'r');
    let read = 0;
    let largest = 0;
    const media = await rangedMedia(new FileBlob(fd, statSync(path).size), (slice) => {
      read += slice;
      largest = Math.max(largest, slice);
    });
    assert.equal((await readSeal(engine, media, 'audio/wav')).labelState, 'valid');
    assert.ok(read > SOUND && read < SOUND + MIB, `read once, ${read} bytes`);
    assert.equal(largest, MIB);
    assert.ok(engine.memory() < SOUND + 32 * MIB, `${engine.memory()} bytes of engine memory`);
    closeSync(fd);
  });

  it('is invalid if a byte far inside was changed', async () => {
    const copy = await open(path, 'r+');
    await copy.write(Uint8Array.of(0xff), 0, 1, SOUND / 2);
    const media = await rangedMedia(new FileBlob(copy.fd, statSync(path).size));
    const {labelState, checks} = await readSeal(engine, media, 'audio/wav');
    assert.equal(labelState, 'invalid');
    assert.ok(checks.some(({code}) => code === 'assertion.dataHash.mismatch'));
    await copy.close();
  });

  it('is not called changed if it cannot be read to its end', async () => {
    const fd = openSync(path, 'r');
    let slices = 0;
    const media = await rangedMedia(new FileBlob(fd, statSync(path).size), () => {
      if (++slices === 30) closeSync(fd);
    });
    await assert.rejects(readSeal(engine, media, 'audio/wav'), FileUnreadable);
    const {size} = statSync(path);
    await truncate(path, SOUND / 2);
    const shorter = openSync(path, 'r');
    await assert.rejects(rangedMedia(new FileBlob(shorter, size)), FileUnreadable);
    closeSync(shorter);
    rmSync(path);
  });
});

describe('the store in a file that is not in memory', () => {
  const found = (file: Uint8Array) => findStore(new BytesBlob(file, ''), file.subarray(0, 4096));
  const definition = JSON.stringify({claim_generator_info: [{name: 'test', version: '1'}]});
  const sealed = (media: Uint8Array, mediaType: string) =>
    signWithEngine(
      engine,
      media,
      mediaType as SealableMediaType,
      authority.signer,
      definition,
      'edit',
    );

  it('is found as in a file in memory, without reading the rest', async () => {
    const files = [
      await sealed(iso('isom'), 'video/mp4'),
      await sealed(iso('heic', true), 'image/heic'),
      await sealed(wav, 'audio/wav'),
      (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer)).sealed,
      (await sealFile({media: png, mediaType: 'image/png'}, authority.signer)).sealed,
    ];
    for (const file of files) {
      const {store} = await found(file);
      assert.ok(store);
      assert.deepEqual(store, storeOf(file)?.bytes);
    }
  });

  it('is unclear if there are two', async () => {
    const file = await sealed(iso('isom'), 'video/mp4');
    const at = Buffer.from(file).indexOf('uuid', 0, 'latin1') - 4;
    const size = new DataView(file.buffer, file.byteOffset).getUint32(at);
    const box = file.subarray(at, at + size);
    assert.equal((await found(bytes(file, box))).store, undefined);
  });

  it('may be missing from a file that ends too early, which is then not called unsealed', async () => {
    const whole = bytes(iso('isom'), isoBox('free', new Uint8Array(100)));
    const cut = whole.subarray(0, whole.length - 50);
    const verdict = async (file: Uint8Array) => {
      const media = await rangedMedia(new BytesBlob(file, ''));
      return (await refusalOf('C2pa(JumbfNotFound)', media)).labelState;
    };
    assert.equal(await verdict(whole), 'none');
    assert.equal(await verdict(cut), 'unchecked');
    assert.equal(await verdict(bytes(wav, 'something behind it')), 'none');
    assert.equal(await verdict(wav.subarray(0, wav.length - 4)), 'unchecked');
  });

  it('is not given to the engine with a file of 4 GB, whose ranges it cannot count', async () => {
    const file = await sealed(iso('isom'), 'video/mp4');
    const media = await rangedMedia(new BytesBlob(file, ''));
    assert.equal(await resultWithoutEngine(media), undefined);
    const blob = Object.defineProperty(new Blob([Uint8Array.from(file)]), 'size', {value: 2 ** 32});
    assert.equal((await resultWithoutEngine({...media, blob}))?.labelState, 'unchecked');
  });
});

describe('the facts of a file that is not in memory', () => {
  const {signal} = new AbortController();

  it('are those of a file in memory', async () => {
    const {sealed} = await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer);
    const file = Uint8Array.from(sealed);
    const facts = await factsByRanges(new Blob([file]), crypto.subtle, signal);
    assert.deepEqual(facts, await factsOf(file, crypto.subtle));
    assert.ok(facts.seal?.isAsSigned);
  });

  it('are no longer read once nobody waits for them', async () => {
    const file = new Blob([new Uint8Array(9 * MIB)]);
    await assert.rejects(factsByRanges(file, crypto.subtle, AbortSignal.abort()));
  });
});
