import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Accounts} from '../../../src/core/credentials/accounts.js';
import {Connection} from '../../../src/core/queue/connection/connection.js';
import {PresentClients} from '../../../src/core/queue/connection/present-clients.js';
import type {CaptureRecord} from '../../../src/core/queue/store/ledger.js';
import {summaryOf} from '../../../src/core/queue/summaries.js';
import {
  unansweredAmong,
  whyUnsealed,
  type Circumstances,
} from '../../../src/core/queue/why-unsealed.js';
import {
  failureOf,
  type Failure,
  type Job,
  type JobState,
} from '@sealed-capture/seal/model/job/job.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {ENDPOINT, FakeClient, PAGE} from './queue-fixture.js';

const DUE = Date.UTC(2026, 0, 1);
const offline: Failure = {code: 'network_failed', message: 'No answer.'};
const waiting: JobState = {name: 'waiting', dueAt: DUE, attempts: 0};
const accounts = new Accounts(() => undefined);

function setup(config: ProtectionConfig = {apiKey: 'key'}) {
  const maker = new Connection(new FakeClient(config), () => PAGE, accounts);
  const present = new PresentClients([maker]);
  const circumstances: Circumstances = {
    present,
    served: maker.authorizationFor(ENDPOINT) ? [{endpoint: ENDPOINT}] : [],
    unanswered: new Map(),
    isOnline: true,
  };
  const record = (state: JobState, further: Partial<CaptureRecord> = {}): CaptureRecord => ({
    job: {captureId: 'photo', endpoint: ENDPOINT, metadata: {}, state} as Partial<Job> as Job,
    maker,
    media: {name: 'stored'},
    activity: {name: 'idle'},
    ...further,
  });
  return {maker, circumstances, record};
}

describe('a capture is not sealed', () => {
  it('because it waits for the page, or for a person', () => {
    const {circumstances, record} = setup();
    const held: JobState = {name: 'held', awaits: 'license-plate'};
    assert.deepEqual(whyUnsealed(record(held), circumstances), held);
  });

  it('because it was refused', () => {
    const {circumstances, record} = setup();
    const failure: Failure = {code: 'request_rejected', message: 'No.'};
    const why = whyUnsealed(record({name: 'failed', failure, attempts: 1}), circumstances);
    assert.deepEqual(why, {name: 'failed', failure});
  });

  it('because a person can still undo its deletion', () => {
    const {circumstances, record} = setup();
    const why = whyUnsealed(record(waiting, {withheldFor: ['deletion'] as const}), circumstances);
    assert.equal(why.name, 'withheld');
  });

  it('because nobody is signed in to its account', () => {
    const {circumstances, record} = setup();
    const theirs = record(waiting);
    const job = {...theirs.job, account: 'of another person'};
    assert.equal(whyUnsealed({...theirs, job}, circumstances).name, 'other-account');
  });

  it('because its element has no key, or an unusable address', () => {
    for (const [config, code] of [
      [{}, 'credentials_missing'],
      [{apiKey: 'key', baseUrl: 'http://['}, 'configuration_invalid'],
    ] as const) {
      const {circumstances, record} = setup(config);
      const why = whyUnsealed(record(waiting), circumstances);
      assert.equal(why.name === 'no-credentials' && why.problem?.code, code);
    }
  });

  it('because the page turned out to have no credentials', () => {
    const {maker, circumstances, record} = setup();
    const error = new SealedCaptureError('credentials_missing', 'Nobody is signed in.');
    maker.lackCredentials(error, maker.state);
    const why = whyUnsealed(record(waiting), {...circumstances, served: []});
    assert.deepEqual(why.name === 'no-credentials' && why.problem, failureOf(error));
  });

  it('because a request to its endpoint was not answered, which another capture shows', () => {
    const {circumstances, record} = setup();
    const unanswered = unansweredAmong([record({...waiting, dueAt: DUE + 1, failure: offline})]);
    const why = whyUnsealed(record(waiting), {...circumstances, unanswered});
    assert.deepEqual(why, {name: 'waiting', wait: {dueAt: DUE + 1, failure: offline}});
  });

  it('because the service does not answer the request that is under way', () => {
    const {circumstances, record} = setup();
    const asked = record({name: 'sealing', owner: 'this', leaseUntil: DUE, attempts: 0});
    assert.deepEqual(whyUnsealed(asked, circumstances), {name: 'sealing'});
    const failure: Failure = {code: 'timeout', message: 'Not yet.'};
    const why = whyUnsealed(asked, {
      ...circumstances,
      unanswered: new Map([[ENDPOINT, {failure}]]),
    });
    assert.deepEqual(why, {name: 'waiting', wait: {dueAt: undefined, failure}});
  });

  it('because there is no network, whether a service did not answer before that or not', () => {
    const {circumstances, record} = setup();
    for (const code of ['timeout', 'service_unreachable', 'network_failed'] as const) {
      const failed = record({...waiting, failure: {code, message: 'No answer.'}});
      const codeOf = (isOnline: boolean) => {
        const why = whyUnsealed(failed, {...circumstances, isOnline});
        return why.name === 'waiting' && why.wait.failure?.code;
      };
      assert.deepEqual([codeOf(true), codeOf(false)], [code, 'network_failed']);
    }
    const failure: Failure = {code: 'rate_limited', message: 'Later.', retryAfter: 5};
    const told = whyUnsealed(record({...waiting, failure}), {...circumstances, isOnline: false});
    assert.deepEqual(told, {name: 'waiting', wait: {dueAt: DUE, failure}});
  });

  it('because this page can seal nothing', () => {
    const {circumstances, record} = setup();
    const failure: Failure = {code: 'worker_unavailable', message: 'No worker.'};
    const obstacle = {failure, dueAt: DUE + 2, tries: 1};
    const why = whyUnsealed(record(waiting), {...circumstances, obstacle});
    assert.deepEqual(why, {name: 'waiting', wait: {dueAt: DUE + 2, failure}});
  });

  it('because its own last attempt failed, whatever others wait for', () => {
    const {circumstances, record} = setup();
    const failure: Failure = {code: 'rate_limited', message: 'Later.', retryAfter: 5};
    const unanswered = new Map([[ENDPOINT, {dueAt: DUE + 1, failure: offline}]]);
    const why = whyUnsealed(record({...waiting, failure}), {...circumstances, unanswered});
    assert.deepEqual(why, {name: 'waiting', wait: {dueAt: DUE, failure}});
  });

  it('and people are asked whether to use it although it could not be stored', () => {
    const {circumstances, record} = setup();
    const failure: Failure = {code: 'storage_full', message: 'Full.'};
    const review: JobState = {name: 'held', awaits: 'review'};
    const media = {name: 'nowhere', blob: new Blob(), state: review} as const;
    const lost = record({name: 'failed', failure, attempts: 0}, {media});
    assert.deepEqual(whyUnsealed(lost, circumstances), review);
  });
});

it('shows a capture that waits for anything but a decision as waiting, with the reason', () => {
  const {circumstances, record} = setup();
  const reason = {...offline, status: undefined, retryable: true};
  const shown = {
    name: 'waiting',
    failure: reason,
    willRetryAt: new Date(DUE).toISOString(),
  };
  const stopped = record({...waiting, failure: offline});
  for (const further of [{}, {withheldFor: ['deletion'] as const}]) {
    assert.deepEqual(summaryOf({...stopped, ...further}, circumstances).progress, shown);
  }
  const unserved = {...circumstances, served: []};
  assert.deepEqual(summaryOf(stopped, unserved).progress, shown);
});
