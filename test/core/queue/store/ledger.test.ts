import assert from 'node:assert/strict';
import {it} from 'node:test';
import {Ledger} from '../../../../src/core/queue/store/ledger.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';

const job = {captureId: 'capture', state: {name: 'held'}} as Job;

it('the ledger does not restore a discarded capture, whatever was read of it before', () => {
  const store = {get: () => Promise.resolve(job), replace: () => Promise.resolve(true)};
  const ledger = new Ledger(store, () => undefined);
  ledger.set(job);
  ledger.discard(job);
  ledger.set(job, {activity: {name: 'idle'}});
  assert.equal(ledger.get(job.captureId), undefined);
  assert.deepEqual(ledger.all, []);
});
