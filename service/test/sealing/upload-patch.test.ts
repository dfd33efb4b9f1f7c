import assert from 'node:assert/strict';
import {randomBytes} from 'node:crypto';
import {describe, it} from 'node:test';
import {applyPatch, insertionPatch, makePatch} from '../../src/sealing/upload-patch.js';

const patched = (upload: Buffer, sealed: Buffer) => {
  const patch = makePatch(upload, sealed);
  assert.deepEqual(Buffer.concat(applyPatch(upload, patch)), sealed);
  return patch.length;
};

describe('A patch', () => {
  const upload = randomBytes(300_000);
  const seal = randomBytes(5000);

  it('is no larger than the seal, wherever that is in the file', () => {
    for (const place of [0, 2, 12, 33, 150_000, 300_000]) {
      const sealed = Buffer.concat([upload.subarray(0, place), seal, upload.subarray(place)]);
      assert.ok(patched(upload, sealed) < seal.length + 40, `at ${place}`);
    }
  });

  it('is no larger than the seal if the file header contains another size', () => {
    const sealed = Buffer.concat([upload, seal]);
    sealed.writeUInt32LE(sealed.length - 8, 4);
    assert.ok(patched(upload, sealed) < seal.length + 40);
  });

  it('is no larger than both seals if one replaces the other', () => {
    const first = Buffer.concat([upload.subarray(0, 33), seal, upload.subarray(33)]);
    const second = Buffer.concat([upload.subarray(0, 33), randomBytes(9000), upload.subarray(33)]);
    assert.ok(patched(first, second) < 9040);
  });

  it('of an inserted seal can be computed without comparing the files', () => {
    for (const place of [0, 2, 11, 12, 33, 150_000, 300_000]) {
      const sealed = Buffer.concat([upload.subarray(0, place), seal, upload.subarray(place)]);
      const patch = insertionPatch(upload, place, seal);
      assert.deepEqual(Buffer.concat(applyPatch(upload, patch)), sealed, `at ${place}`);
    }
  });

  it('can turn any file into any other', () => {
    const files = [0, 1, 11, 12, 13, 100, 65_536, 65_548, 70_000].flatMap((length) => [
      Buffer.alloc(length),
      randomBytes(length),
    ]);
    for (const one of files) for (const other of files) patched(one, other);
  });
});
