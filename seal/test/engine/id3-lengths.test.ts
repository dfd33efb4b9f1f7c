import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import {type Engine} from '../../src/engine/engine.js';
import {readSeal} from '../../src/engine/read-seal.js';
import {exceedsFile} from '../../src/engine/refusals/id3-lengths.js';
import {Unfit} from '../../src/engine/refusals/engine-errors.js';
import {BytesBlob} from '../../src/node/file-reader-sync.js';
import {openMedia, rangedMedia} from '../../src/ranged/ranged-media.js';
import {makeAuthority, type TestAuthority} from '../pki.js';
import {sealFile, startEngine} from '../seal-file.js';
import {bytes, mp3, mp3s} from '../sources.js';

const u32 = (value: number) => [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
const frame = (id: string, size: number, content: Uint8Array | string, flags = 0) =>
  bytes(id, u32(size), [flags >> 8, flags & 255], content);
const text = frame('TIT2', 5, '\0abcd');
const CRC = [0, 0, 0, 10, 0x80, 0, 0, 0, 0, 0, 1, 2, 3, 4];
const EXTENDED = 0x40;
const UNSYNCHRONISED = 0x80;

function withTag(version: number, flags: number, ...content: (Uint8Array | number[])[]) {
  const all = bytes(...content);
  return bytes('ID3', [version, 0, flags, 0, 0, all.length >> 7, all.length & 127], all, mp3);
}

/** ID3v2.3 tags for which the engine would allocate far more than the file has. */
const hostile: Record<string, Uint8Array> = {
  'an extended header with a CRC': withTag(3, EXTENDED, CRC, text, new Uint8Array(20)),
  'an extended header, unsynchronised': withTag(3, EXTENDED | UNSYNCHRONISED, CRC, text),
  'a frame of 4 GB': withTag(3, 0, frame('TIT2', 0xffff_fff0, 'abc')),
  'a frame of 4 GB after another': withTag(3, 0, text, frame('APIC', 0xf000_0000, 'abc')),
  'a compressed frame shorter than its size': withTag(3, 0, frame('TIT2', 3, 'abc', 0x80)),
  'an unsynchronised frame of 1 GB': withTag(3, UNSYNCHRONISED, frame('TIT2', 2 ** 30, '\xff\0a')),
};

describe('A length in an ID3 tag', () => {
  let authority: TestAuthority;
  let engine: Engine;
  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });

  for (const [name, file] of Object.entries(hostile)) {
    it(`decides no allocation: a file without a seal has none (${name})`, async () => {
      assert.equal(exceedsFile(file), true);
      const before = engine.memory();
      const {labelState} = await readSeal(engine, file, 'audio/mpeg');
      assert.equal(labelState, 'none');
      assert.equal(engine.memory(), before);
    });
  }

  it('decides no allocation of a file that is read by ranges, wherever the frame is', async () => {
    const frames = bytes(
      frame('PRIV', 9_000, new Uint8Array(9_000)),
      frame('TIT2', 2 ** 31, 'abc'),
    );
    const sizes = [0, 0, frames.length >> 7, frames.length & 127];
    const file = bytes('ID3', [3, 0, 0], sizes, frames, mp3);
    const media = await rangedMedia(new BytesBlob(file, ''));
    await assert.rejects(openMedia(media, 'audio/mpeg', ''), Unfit);
  });

  it('takes no long time, even in a long unsynchronised tag', () => {
    const file = new Uint8Array(30 * 1024 * 1024);
    const size = file.length - 10;
    for (let at = 10; at + 10 <= file.length; at += 10) file.set([0x54, 0x58, 0x58, 0x58], at);
    const sizes = [size >> 21, (size >> 14) & 127, (size >> 7) & 127, size & 127];
    file.set(bytes('ID3', [3, 0, UNSYNCHRONISED], sizes));
    const started = process.cpuUsage();
    assert.equal(exceedsFile(file), false);
    const {user} = process.cpuUsage(started);
    assert.ok(user < 700_000, `${user / 1000} ms`);
  });

  it('keeps no seal from being seen, if the engine cannot read the tag', async () => {
    const {sealed} = await sealFile(
      {media: mp3s['ID3v2.3 with padding'] ?? mp3, mediaType: 'audio/mpeg'},
      authority.signer,
    );
    assert.equal(exceedsFile(sealed), false);
    const size = ((sealed[7] ?? 0) << 14) | ((sealed[8] ?? 0) << 7) | (sealed[9] ?? 0);
    const longer = size + CRC.length;
    const sizes = [0, (longer >> 14) & 127, (longer >> 7) & 127, longer & 127];
    const file = bytes('ID3', [3, 0, EXTENDED], sizes, CRC, sealed.subarray(10));
    assert.equal(exceedsFile(file), true);
    const {labelState, reason} = await readSeal(engine, file, 'audio/mpeg');
    assert.equal(labelState, 'unchecked');
    assert.match(reason, /carries a seal that cannot be read/);
  });

  it('is accepted if the file has so much', () => {
    const {'an extended header with a checksum': misread, ...others} = mp3s;
    assert.ok(misread && exceedsFile(misread));
    for (const [name, file] of Object.entries({
      ...others,
      unsynchronised: withTag(3, UNSYNCHRONISED, frame('TIT2', 6, '\0ab\xff\0cd'), text),
      'a grouped frame': withTag(3, 0, frame('TIT2', 0xffff_fff0, 'abc', 0x20)),
      'version 4': withTag(4, 0, frame('TIT2', 0xffff_fff0, 'abc')),
    })) {
      assert.equal(exceedsFile(file), false, name);
    }
  });
});
