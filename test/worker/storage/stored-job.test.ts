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
const previous = 'XcdoqIJVSn2/fOwXxXjTZVE5WvE7ZbZ6c4vlpVBRi9k=';
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

  it('keeps its place in its set, and is of no set if that is spoilt', () => {
    const id = 'set';
    for (const set of [
      {job: 'claim 4711'},
      {job: 'claim 4711', id, index: 2, previous},
      {job: 'claim 4711', id, index: Infinity, closing: []},
      {job: 'claim 4711', id, index: Infinity, closing: [{id: 'front', label: 'Front'}]},
    ]) {
      const job = {...held, set};
      assert.deepEqual(jobOf(job), job);
    }
    const spoilt = [
      {id, index: '2'},
      {id, index: 1.5},
      {id, index: Infinity},
      {id: 1, index: 1},
    ];
    for (const set of [
      'set',
      1,
      {},
      {job: 1},
      ...[{id}, ...spoilt].map((one) => ({job: 'a', ...one})),
    ]) {
      assert.deepEqual(jobOf({...held, set}), held, JSON.stringify(set));
    }
  });

  it('loses what is spoilt or not known of its set, so that the service accepts the request', () => {
    const place = {job: 'claim 4711', id: 'set', index: 2};
    const job = jobOf({...held, set: {...place, previous: 'hash', more: 1}});
    assert.deepEqual(job?.set, place);
    const shot = {id: 'front', label: 'Front'};
    const closing = jobOf({
      ...held,
      set: {...place, index: Infinity, closing: [{...shot, required: 1, more: 1}]},
    });
    assert.deepEqual(closing?.set, {...place, index: Infinity, closing: [shot]});
  });

  it('is no capture if it is a closing record that is spoilt', () => {
    for (const closing of ['shots', [1], [{id: 'front'}]]) {
      const job = jobOf({...held, set: {job: 'a', id: 'set', index: Infinity, closing}});
      assert.equal(job?.state.name, 'failed');
    }
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
