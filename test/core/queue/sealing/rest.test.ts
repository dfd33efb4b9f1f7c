import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  NO_RESTS,
  restsAfter,
  restsUntil,
  restsWithout,
  wakeAt,
  type Pace,
} from '../../../../src/core/queue/sealing/rest.js';
import type {CaptureRecord} from '../../../../src/core/queue/store/ledger.js';
import type {Failure, Job, JobState} from '@sealed-capture/seal/model/job/job.js';
import {ENDPOINT} from '../queue-fixture.js';

const NOW = Date.UTC(2026, 0, 1);
const offline: Failure = {code: 'network_failed', message: 'No answer.'};
const busy: Failure = {code: 'rate_limited', message: 'Later.', retryAfter: 9_000};
const refused: Failure = {code: 'unauthorized', message: 'Refused.'};

const jobIn = (state: JobState): Job =>
  ({captureId: 'photo', endpoint: ENDPOINT, state}) as Partial<Job> as Job;
const waiting = (dueAt: number, failure?: Failure): Job =>
  jobIn({name: 'waiting', dueAt, attempts: 0, failure});

const record = (job: Job, further: Partial<CaptureRecord> = {}): CaptureRecord => ({
  job,
  media: {name: 'stored'},
  activity: {name: 'idle'},
  ...further,
});

const pace = (further: Partial<Pace> = {}): Pace => ({
  now: NOW,
  lookedAt: NOW,
  checkAt: Infinity,
  served: [{endpoint: ENDPOINT}],
  rests: NO_RESTS,
  ...further,
});

describe('an endpoint', () => {
  const untilAfter = (next: Job, failure: Failure, hasAnsweredOthers = false) =>
    restsUntil(restsAfter(NO_RESTS, next, failure, hasAnsweredOthers), ENDPOINT, NOW);

  it('rests after a request that was not answered, until the next attempt is due', () => {
    assert.equal(untilAfter(waiting(NOW + 2_000, offline), offline), NOW + 2_000);
  });

  it('does not rest if it has answered other requests meanwhile', () => {
    assert.equal(untilAfter(waiting(NOW + 2_000, offline), offline, true), undefined);
  });

  it('rests if it has asked to wait, although it has answered other requests', () => {
    assert.equal(untilAfter(waiting(NOW + 9_000, busy), busy, true), NOW + 9_000);
  });

  it('does not rest after a refusal, or if the capture is not tried again', () => {
    assert.equal(untilAfter(waiting(NOW + 2_000, refused), refused), undefined);
    const failed = jobIn({name: 'failed', failure: offline, attempts: 10});
    assert.equal(untilAfter(failed, offline), undefined);
  });

  it('may be asked again once its wait is over, or it has sealed a capture', () => {
    const rests = restsAfter(NO_RESTS, waiting(NOW + 2_000, offline), offline, false);
    assert.equal(restsUntil(rests, ENDPOINT, NOW + 2_000), undefined);
    assert.equal(restsUntil(restsWithout(rests, ENDPOINT), ENDPOINT, NOW), undefined);
    assert.equal(restsUntil(rests, 'https://other.example/protection', NOW), undefined);
  });

  it('keeps its rest for those who read the rests before a change', () => {
    const rests = restsAfter(NO_RESTS, waiting(NOW + 2_000, offline), offline, false);
    restsWithout(rests, ENDPOINT);
    assert.equal(NO_RESTS.size, 0);
    assert.equal(rests.size, 1);
  });
});

describe('the timer', () => {
  it('is set to the first capture that becomes due', () => {
    const records = [record(waiting(NOW + 5_000)), record(waiting(NOW + 3_000))];
    assert.equal(wakeAt(records, pace()), NOW + 3_000);
  });

  it('is not set if nothing waits for a time', () => {
    const held = record(jobIn({name: 'held'}));
    assert.equal(wakeAt([held], pace()), undefined);
  });

  it('is not set for a capture that is withheld, in work, or of an endpoint without credentials', () => {
    const job = waiting(NOW + 3_000);
    const controller = new AbortController();
    assert.equal(wakeAt([record(job, {withheldFor: ['deletion']})], pace()), undefined);
    const asking = record(job, {activity: {name: 'asking', controller, since: NOW}});
    assert.equal(wakeAt([asking], pace()), undefined);
    assert.equal(wakeAt([record(job)], pace({served: []})), undefined);
  });

  it('waits out the rest of the endpoint, also for a capture that is hastened', () => {
    const rests = restsAfter(NO_RESTS, waiting(NOW + 8_000, offline), offline, false);
    const hastened = record(waiting(NOW + 60_000), {isHastened: true});
    assert.equal(wakeAt([hastened], pace({rests})), NOW + 8_000);
  });

  it('waits until this page can seal again', () => {
    const obstacle = {dueAt: NOW + 7_000};
    assert.equal(wakeAt([record(waiting(NOW + 1_000))], pace({obstacle})), NOW + 7_000);
  });

  it('is set to the end of the lease of another page', () => {
    const leaseUntil = NOW + 60_000;
    const claimed = jobIn({name: 'sealing', owner: 'other', leaseUntil, attempts: 0});
    assert.equal(wakeAt([record(claimed)], pace()), leaseUntil);
  });

  it('is set to the next delivery, also without credentials', () => {
    const sealed = jobIn({
      name: 'sealed',
      manifest: new ArrayBuffer(0),
      sealedAt: '',
      attempts: 1,
    });
    const again = record(sealed, {deliverAgainAt: NOW + 4_000});
    assert.equal(wakeAt([again], pace({served: []})), NOW + 4_000);
  });

  it('is set to the next scan of the storage', () => {
    assert.equal(wakeAt([], pace({checkAt: NOW + 2_000})), NOW + 2_000);
  });

  it('waits longer for a due capture that could not be claimed than for one that has just become due', () => {
    const due = [record(waiting(NOW - 10))];
    assert.equal(wakeAt(due, pace()), NOW + 15_000);
    assert.equal(wakeAt(due, pace({lookedAt: NOW - 20})), NOW + 250);
  });
});
