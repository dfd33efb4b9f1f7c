import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  claimed,
  failureOf,
  released,
  sealed,
  type Job,
} from '@sealed-capture/seal/model/job/job.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {jobOf} from '../../../src/worker/storage/stored-job.js';

const held: Job = {
  captureId: 'capture',
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint: 'https://shop.example/protection',
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit: 'visit',
  metadata: {},
  state: {name: 'held'},
};
const failure = failureOf(new SealedCaptureError('timeout', 'Late.'));

describe('a record that was read from storage', () => {
  it('is the job that was written, in each of its states', () => {
    const jobs = [
      held,
      released(held, 1),
      claimed(held, 'owner', 1),
      sealed(held, new ArrayBuffer(2), '2026-01-01T00:00:01.000Z'),
      {...held, state: {name: 'failed', failure, attempts: 1}},
    ];
    for (const job of jobs) assert.equal(jobOf(job), job);
  });

  it('is without a copy whose time cannot be read', () => {
    const copy = {made: 'shared', at: '2026-01-01T00:00:00.000Z'} as const;
    assert.deepEqual(jobOf({...held, lastCopy: copy})?.lastCopy, copy);
    assert.deepEqual(jobOf({...held, lastCopy: {made: 'shared', at: 'noon'}}), held);
  });

  it('is shown as failed if its capture is readable and its state is not', () => {
    const states: unknown[] = [
      undefined,
      'waiting',
      {},
      {name: 'queued'},
      {name: 'waiting', dueAt: 'soon', attempts: 0},
      {name: 'waiting', dueAt: 1},
      {name: 'sealing', leaseUntil: NaN, owner: 'owner', attempts: 0},
      {name: 'sealing', leaseUntil: 1, attempts: 0},
      {name: 'sealed', sealedAt: '2026-01-01T00:00:01.000Z', attempts: 1},
      {name: 'failed', attempts: 1},
    ];
    for (const state of states) {
      const job = jobOf({...held, more: 'of another version', state});
      assert.equal(job?.state.name, 'failed', JSON.stringify(state));
      // When a person retries it, it is written back with all its fields.
      assert.equal(Reflect.get(job, 'more'), 'of another version');
    }
    for (const metadata of [undefined, 'text', null]) {
      const job = jobOf({...held, metadata});
      assert.deepEqual([job?.state.name, job?.metadata], ['failed', {}]);
    }
    assert.equal(jobOf({...held, visit: undefined})?.state.name, 'failed');
  });

  it('is skipped if not even its capture is readable', () => {
    const {captureId, ...nameless} = held;
    const records: unknown[] = [
      undefined,
      null,
      captureId,
      [],
      nameless,
      {...held, mode: 'film'},
      {...held, mediaType: 'video/mp4'},
      {...held, endpoint: undefined},
      {...held, capturedAt: 'yesterday'},
    ];
    for (const record of records) assert.equal(jobOf(record), undefined, JSON.stringify(record));
  });
});
