import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {JobState} from '@sealed-capture/seal/model/job/job.js';
import {isSameState} from '../../../src/worker/storage/same-state.js';

const sealing = {name: 'sealing', owner: 'a', leaseUntil: 1, attempts: 0} as const;
const waiting = {name: 'waiting', dueAt: 1, attempts: 0} as const;
const held = {name: 'held'} as const;

describe('a state that was read', () => {
  const same: JobState[] = [sealing, waiting, held];
  for (const state of same) {
    it(`equals that of a job that is still ${state.name}`, () => {
      assert.equal(isSameState(state, {...state}), true);
    });
  }

  const others: [string, JobState, JobState][] = [
    ['another state', held, waiting],
    ['another decision to wait for', held, {...held, awaits: 'review'}],
    ['another owner', sealing, {...sealing, owner: 'b'}],
    ['another lease of the same owner', sealing, {...sealing, leaseUntil: 2}],
    ['another time when it is due', waiting, {...waiting, dueAt: 2}],
    ['the service having been asked meanwhile', waiting, {...waiting, asked: true}],
  ];
  for (const [what, one, other] of others) {
    it(`differs from that of a job with ${what}`, () => {
      assert.deepEqual([isSameState(one, other), isSameState(other, one)], [false, false]);
    });
  }
});
