import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {
  MediaWorkerClient,
  type StandIn,
} from '../../../src/ports/worker-channel/media-worker-client.js';

const job: Job = {
  captureId: 'one',
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint: 'https://shop.example/protection',
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit: 'visit',
  metadata: {},
  state: {name: 'waiting', dueAt: 0, attempts: 0},
};
const photo = new Blob(['raw'], {type: 'image/jpeg'});
const unavailable = {code: 'worker_unavailable', message: 'The script could not be run.'} as const;
const stored = {name: 'stored', failure: unavailable} as const;

/** A page in which no worker can be started, for this reason. */
function setup(code: 'worker_unavailable' | 'internal_error' = 'worker_unavailable') {
  const client = new MediaWorkerClient(() => {
    throw new SealedCaptureError(code, unavailable.message);
  });
  const heard: string[] = [];
  const standIn: StandIn = ({message}) => {
    const failure = {code: 'worker_unavailable', message} as const;
    return {
      add: () => (heard.push('add'), Promise.resolve({name: 'stored', failure})),
      finish: () => (heard.push('finish'), Promise.resolve({name: 'stored', failure})),
      list: () => (heard.push('list'), Promise.resolve([job])),
      remove: () => Promise.reject(new SealedCaptureError('storage_full', 'No room.')),
    };
  };
  client.standIn = () => Promise.resolve(standIn);
  return {
    client,
    heard,
    calls: client.calls,
  };
}

describe('without a media worker', () => {
  it('the page stores a photo itself, and reports why it cannot be sealed yet', async () => {
    const {calls, heard} = setup();
    assert.deepEqual(await calls.add(job, photo), stored);
    assert.deepEqual(await calls.list(), [job]);
    assert.deepEqual(heard, ['add', 'list']);
  });

  it('the page cannot do everything that the worker does, and rejects those calls', async () => {
    const {calls} = setup();
    const claim = {endpoint: job.endpoint, owner: 'visit', ended: [], now: 0};
    await assert.rejects(calls.claim(claim), unavailable);
    await assert.rejects(calls.remove('one'), unavailable);
  });

  it('the page rejects the call if its own storage code cannot be loaded', async () => {
    const {calls, client} = setup();
    client.standIn = () => Promise.reject(new TypeError('Failed to fetch'));
    await assert.rejects(calls.add(job, photo), unavailable);
    client.standIn = undefined;
    await assert.rejects(calls.list(), unavailable);
  });

  it('a bug does not count as a missing worker', async () => {
    const {calls, heard} = setup('internal_error');
    await assert.rejects(calls.add(job, photo), {code: 'internal_error'});
    assert.deepEqual(heard, []);
  });

  it('a recording is stored when it is finished, and its parts stay in the page until then', async () => {
    const {calls, heard} = setup();
    await assert.rejects(calls.begin(job), unavailable);
    const part = {index: 1, bytes: new ArrayBuffer(0), samples: 0};
    await assert.rejects(calls.addPart('one', part), unavailable);
    assert.deepEqual(heard, []);
    const complete = {infoFrame: new ArrayBuffer(0), parts: 1, blob: photo};
    assert.deepEqual(await calls.finish(job, complete), stored);
  });
});
