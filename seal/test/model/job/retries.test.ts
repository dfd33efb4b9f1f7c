import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {claimed, LEASE_MS, type Job, type JobState} from '../../../src/model/job/job.js';
import {maySealNow} from '../../../src/model/job/retries.js';

const NOW = Date.UTC(2026, 0, 1);
const captureId = 'capture';
const jobIn = (state: JobState, visit = 'own'): Job => ({
  captureId,
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint: 'https://shop.example/protection',
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit,
  metadata: {},
  state,
});
const waiting = (dueAt: number, code?: 'network_failed' | 'service_unavailable'): JobState => ({
  name: 'waiting',
  dueAt,
  attempts: 0,
  ...(code && {failure: {code, message: ''}}),
});
const sealing = (owner: string, leaseUntil: number): JobState => ({
  name: 'sealing',
  owner,
  leaseUntil,
  attempts: 0,
});
const page = {owner: 'own', ended: ['ended']};
const serviceWorker = {
  owner: 'worker',
  ended: ['ended'],
  hastened: 'all',
  sparesOpenVisits: true,
} as const;

describe('a capture may be sealed now', () => {
  it('only for its own account', () => {
    const hers: Job = {...jobIn(waiting(NOW)), account: 'alice'};
    const may = (job: Job, account?: string) => maySealNow(job, NOW, {...page, account});
    assert.deepEqual([may(hers, 'alice'), may(hers, 'bob'), may(hers)], [true, false, false]);
    assert.deepEqual([may(jobIn(waiting(NOW))), may(jobIn(waiting(NOW)), 'bob')], [true, false]);
  });

  it('by its own visit, and in place of visits that have ended, as soon as it is due', () => {
    for (const visit of ['own', 'ended']) {
      assert.ok(maySealNow(jobIn(waiting(NOW), visit), NOW, page));
      assert.ok(!maySealNow(jobIn(waiting(NOW + 1), visit), NOW, page));
    }
  });

  it('in place of an open visit after it has waited for a lease', () => {
    assert.ok(!maySealNow(jobIn(waiting(NOW - LEASE_MS + 1), 'other'), NOW, page));
    assert.ok(maySealNow(jobIn(waiting(NOW - LEASE_MS), 'other'), NOW, page));
  });

  it('at once if a due time or a lease is so far ahead that the clock was set back', () => {
    assert.ok(maySealNow(jobIn(waiting(NOW + 60 * LEASE_MS)), NOW, page));
    assert.ok(maySealNow(jobIn(sealing('other', NOW + 3 * LEASE_MS)), NOW, page));
  });

  it('if the lease of its owner has expired, or the owner’s visit has ended', () => {
    assert.ok(maySealNow(jobIn(sealing('other', NOW), 'other'), NOW, page));
    assert.ok(!maySealNow(jobIn(sealing('other', NOW + 1), 'other'), NOW, page));
    assert.ok(maySealNow(jobIn(sealing('ended', NOW + 1), 'other'), NOW, page));
  });

  it('only minutes later if it is a chosen file, which may be sent whole', () => {
    const imported = {chosenAt: '2026-01-01T00:00:00.000Z'};
    const chosen = (leaseUntil: number): Job => ({
      ...jobIn(sealing('other', leaseUntil), 'other'),
      metadata: {imported},
    });
    const job = {...jobIn(waiting(NOW), 'other'), metadata: {imported}};
    const {state} = claimed(job, 'other', NOW);
    assert.ok(state.name === 'sealing' && state.leaseUntil === NOW + 5 * LEASE_MS);
    assert.ok(!maySealNow(chosen(NOW + 5 * LEASE_MS), NOW, page));
    assert.ok(maySealNow(chosen(NOW), NOW, page));
    assert.ok(maySealNow(chosen(NOW + 11 * LEASE_MS), NOW, page));
  });

  it('before it is due if it is hastened, waits for an answer, and belongs to no open visit', () => {
    const hastened = {...page, hastened: [captureId]};
    assert.ok(maySealNow(jobIn(waiting(NOW + 1, 'network_failed')), NOW, hastened));
    assert.ok(!maySealNow(jobIn(waiting(NOW + 1, 'network_failed')), NOW, page));
    assert.ok(!maySealNow(jobIn(waiting(NOW + 1, 'service_unavailable')), NOW, hastened));
    assert.ok(!maySealNow(jobIn(waiting(NOW + 1, 'network_failed'), 'other'), NOW, hastened));
  });

  it('never twice by the visit that is processing it', () => {
    assert.ok(!maySealNow(jobIn(sealing('own', NOW)), NOW, {...page, running: [captureId]}));
  });

  it('by a service worker only if neither its visit nor its owner may be open', () => {
    assert.ok(maySealNow(jobIn(waiting(NOW + 1, 'network_failed'), 'ended'), NOW, serviceWorker));
    assert.ok(maySealNow(jobIn(sealing('ended', NOW + 1), 'ended'), NOW, serviceWorker));
    assert.ok(!maySealNow(jobIn(waiting(NOW - LEASE_MS), 'other'), NOW, serviceWorker));
    assert.ok(!maySealNow(jobIn(sealing('other', NOW), 'ended'), NOW, serviceWorker));
    assert.ok(!maySealNow(jobIn(sealing('ended', NOW), 'other'), NOW, serviceWorker));
  });

  it('not while it is held, sealed or failed', () => {
    const states: JobState[] = [
      {name: 'held'},
      {name: 'sealed', manifest: new ArrayBuffer(0), sealedAt: '', attempts: 1},
      {name: 'failed', failure: {code: 'too_large', message: ''}, attempts: 1},
    ];
    for (const state of states) assert.ok(!maySealNow(jobIn(state), NOW, page));
  });
});
