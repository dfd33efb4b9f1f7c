import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '../../../src/model/errors.js';
import type {Job} from '../../../src/model/job/job.js';
import {WorkerCaptureStore} from '../../../src/ports/captures/capture-store.js';
import {WorkerRecordingStore} from '../../../src/ports/captures/recording-store.js';
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
      finishRecording: () => (heard.push('finish'), Promise.resolve({name: 'stored', failure})),
      list: () => (heard.push('list'), Promise.resolve([job])),
      remove: () => Promise.reject(new SealedCaptureError('storage_full', 'No room.')),
    };
  };
  client.standIn = () => Promise.resolve(standIn);
  return {
    client,
    heard,
    store: new WorkerCaptureStore(client),
    recordings: new WorkerRecordingStore(client),
  };
}

describe('without a media worker', () => {
  it('the page stores a photo itself, and reports why it cannot be sealed yet', async () => {
    const {store, heard} = setup();
    assert.deepEqual(await store.add(job, photo), stored);
    assert.deepEqual(await store.list(), [job]);
    assert.deepEqual(heard, ['add', 'list']);
  });

  it('the page cannot do everything that the worker does, and rejects those calls', async () => {
    const {store} = setup();
    const claim = {endpoint: job.endpoint, owner: 'visit', ended: [], now: 0};
    await assert.rejects(store.claim(claim), unavailable);
    await assert.rejects(store.remove('one'), unavailable);
  });

  it('the page rejects the call if its own storage code cannot be loaded', async () => {
    const {store, client} = setup();
    client.standIn = () => Promise.reject(new TypeError('Failed to fetch'));
    await assert.rejects(store.add(job, photo), unavailable);
    client.standIn = undefined;
    await assert.rejects(store.list(), unavailable);
  });

  it('a bug does not count as a missing worker', async () => {
    const {store, heard} = setup('internal_error');
    await assert.rejects(store.add(job, photo), {code: 'internal_error'});
    assert.deepEqual(heard, []);
  });

  it('a recording is stored when it is finished, and its parts stay in the page until then', async () => {
    const {recordings, heard} = setup();
    const nowhere = {name: 'nowhere', failure: unavailable};
    assert.deepEqual(await recordings.begin(job), nowhere);
    const part = {index: 1, bytes: new ArrayBuffer(0), samples: 0};
    assert.deepEqual(await recordings.addPart('one', part), nowhere);
    assert.deepEqual(heard, []);
    const complete = {infoFrame: new ArrayBuffer(0), parts: 1, blob: photo};
    assert.deepEqual(await recordings.finish(job, complete), stored);
  });
});
