import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {RefusalCounts, type Refusal} from '../../src/audit/refusal-counts.js';

describe('refusals in the audit log', () => {
  const counting = () => {
    const written: Refusal[] = [];
    const disk = {isFull: false};
    const refusals = new RefusalCounts((refusal) => {
      if (disk.isFull) return Promise.reject(new Error('ENOSPC'));
      written.push(refusal);
      return Promise.resolve();
    });
    return {written, disk, refusals};
  };
  const refused = (status = 429, path = '/seal', keyId = 'a-key') => ({keyId, status, path});

  it('are written at once, and repeated ones by their number', async () => {
    const {written, refusals} = counting();
    for (let time = 0; time < 1_000; time++) await refusals.note(refused());
    await refusals.note(refused(400));
    await refusals.note(refused(429, '/seal', 'b-key'));
    assert.deepEqual(written.splice(0), [refused(), refused(400), refused(429, '/seal', 'b-key')]);
    await refusals.flush();
    assert.deepEqual(written.splice(0), [{...refused(), count: 999}]);
    await refusals.flush();
    assert.deepEqual(written, []);
    await refusals.note(refused());
    assert.deepEqual(written, [refused()]);
    await refusals.flush();
  });

  it('of one key take at most 21 entries, and each is counted', async () => {
    const {written, refusals} = counting();
    for (let round = 0; round < 3; round++) {
      for (let kind = 0; kind < 50; kind++) await refusals.note(refused(400 + kind));
    }
    await refusals.flush();
    assert.equal(written.length, 21);
    assert.equal(
      written.reduce((sum, {count = 1}) => sum + count, 0),
      150,
    );
    assert.deepEqual(written.at(-1), {keyId: 'a-key', count: 120});
  });

  it('that cannot be written are counted until they can', async () => {
    const {written, disk, refusals} = counting();
    disk.isFull = true;
    for (let time = 0; time < 3; time++) await refusals.note(refused());
    await refusals.flush();
    await refusals.note(refused());
    disk.isFull = false;
    await refusals.flush();
    assert.deepEqual(written, [{...refused(), count: 4}]);
  });
});
