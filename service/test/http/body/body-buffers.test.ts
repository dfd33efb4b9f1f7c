import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {BodyBuffers} from '../../../src/http/body/body-buffers.js';

describe('Buffers of bodies', () => {
  it('are reused for a body of the same size or a little less', () => {
    const buffers = new BodyBuffers(1_000_000);
    const first = buffers.take(400_000);
    buffers.giveBack(first);
    assert.equal(buffers.take(390_000), first);
    assert.notEqual(buffers.take(390_000), first, 'it is in use');
  });

  it('are not reused if they are too short or much too long', () => {
    const buffers = new BodyBuffers(1_000_000);
    const first = buffers.take(400_000);
    buffers.giveBack(first);
    for (const size of [400_001, 200_000]) {
      const other = buffers.take(size);
      assert.notEqual(other, first);
      assert.equal(other.byteLength, size);
    }
  });

  it('are dropped beyond the limit, the oldest first', () => {
    const buffers = new BodyBuffers(1_000_000);
    const all = [400_000, 500_000, 300_000].map((size) => buffers.take(size));
    for (const one of all) buffers.giveBack(one);
    const reused = all.map((one) => buffers.take(one.byteLength) === one);
    assert.deepEqual(reused, [false, true, true]);
  });
});
