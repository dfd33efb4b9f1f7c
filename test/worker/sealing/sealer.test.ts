import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {SealCall} from '../../../src/worker/sealing/seal-service.js';
import {Sealer, storeSeal} from '../../../src/worker/sealing/sealer.js';
import {CapturesInMemory} from '../../../src/worker/storage/captures-in-memory.js';

const photo = new Uint8Array(
  readFileSync(join(import.meta.dirname, '../../../seal/test/media/small.jpg')),
);
const never = new AbortController().signal;
const key = keyAuthorization('key');
const job: Job = {
  captureId: '0b9f2e1c-6f0e-4b3c-9d0a-0a8f6f0d9d10',
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint: 'https://shop.example/protection/sandbox',
  capturedAt: '2026-01-01T00:00:00.000Z',
  visit: 'visit',
  metadata: {network: {wifi: true}},
  state: {name: 'held'},
};

function setup(answer: (call: SealCall) => Promise<ArrayBuffer>, media?: Uint8Array) {
  const calls: SealCall[] = [];
  const shelf = {
    reads: 0,
    media: () => {
      shelf.reads++;
      return Promise.resolve(media?.slice().buffer);
    },
    replace: () => Promise.resolve(true),
  };
  const service = {
    seal: (call: SealCall) => {
      calls.push(call);
      return answer(call);
    },
  };
  return {sealing: new Sealer(shelf, service, {now: () => 0}), calls, shelf};
}

const shelfOf = (captures: CapturesInMemory) => ({
  replace: (next: Job, expected: Job['state']) => Promise.resolve(captures.replace(next, expected)),
});
const ofAnotherFile = ({request}: SealCall) =>
  Promise.resolve(new ArrayBuffer(request.manifestSize));
const tooSmall = () =>
  Promise.reject(
    new SealedCaptureError('request_rejected', 'Too small.', {status: 400, needed: 20_001}),
  );

describe('one attempt to seal', () => {
  it('sends only digest, layout and metadata, with the key, to the endpoint', async () => {
    const {sealing, calls} = setup(ofAnotherFile, photo);
    await assert.rejects(sealing.seal(job, key, never));
    const [{endpoint, authorization, request, signal}] = calls as [SealCall];
    assert.equal(endpoint, job.endpoint);
    assert.equal(authorization, key);
    assert.equal(signal, never);
    assert.deepEqual(Object.keys(request).sort(), [
      'captureId',
      'digest',
      'exclusion',
      'manifestSize',
      'mediaType',
      'metadata',
    ]);
    assert.equal(request.digest, createHash('sha256').update(photo).digest('base64'));
    assert.ok(request.exclusion.length > request.manifestSize);
    assert.equal(request.metadata, job.metadata);
  });

  it('marks a capture of our own, and the sections that the page provided', async () => {
    const {sealing, calls} = setup(ofAnotherFile, photo);
    const own: Job = {...job, origin: 'capture', gathered: ['network']};
    await assert.rejects(sealing.seal(own, key, never));
    const {origin, gathered} = calls[0]!.request;
    assert.deepEqual([origin, gathered], ['capture', ['network']]);
  });

  it('repeats the layout once if the manifest needs more space, in even bytes', async () => {
    const {sealing, calls} = setup(tooSmall, photo);
    await assert.rejects(sealing.seal(job, key, never), {code: 'request_rejected'});
    assert.equal(calls.length, 2);
    assert.equal(calls[1]?.request.manifestSize, 20_002);
  });

  it('rejects an answer that is cut short, or longer than requested', async () => {
    for (const difference of [-1, 1]) {
      const {sealing} = setup(
        ({request}) => Promise.resolve(new ArrayBuffer(request.manifestSize + difference)),
        photo,
      );
      await assert.rejects(sealing.seal(job, key, never), {code: 'response_invalid'});
    }
  });

  it('rejects a manifest without the digest', async () => {
    const {sealing} = setup(ofAnotherFile, photo);
    await assert.rejects(sealing.seal(job, key, never), {code: 'seal_mismatch'});
    await assert.rejects(sealing.fill(job, new ArrayBuffer(16_384)), {code: 'seal_mismatch'});
  });

  it('uses a prepared layout once, and then reports its error', async () => {
    const {sealing, shelf} = setup(ofAnotherFile, photo);
    sealing.layOutAhead(job);
    await assert.rejects(sealing.seal(job, key, never), {code: 'seal_mismatch'});
    assert.equal(shelf.reads, 1);
    await assert.rejects(sealing.seal(job, key, never), {code: 'seal_mismatch'});
    assert.equal(shelf.reads, 2);

    const empty = setup(ofAnotherFile).sealing;
    empty.layOutAhead(job);
    await new Promise((resolve) => setImmediate(resolve));
    await assert.rejects(empty.seal(job, key, never), {code: 'capture_unknown'});
  });
});

describe('storing a seal', () => {
  const claimedJob: Job = {
    ...job,
    state: {name: 'sealing', owner: 'visit', leaseUntil: 60_000, attempts: 0},
  };
  const done = sealed(claimedJob, new ArrayBuffer(8), '2026-01-01T00:00:01.000Z');

  it('replaces the job as it was claimed, and returns it without its manifest', async () => {
    const captures = new CapturesInMemory();
    captures.add(claimedJob, new ArrayBuffer(1));
    const stored = await storeSeal(shelfOf(captures), done, claimedJob.state);
    assert.equal(stored.storing, 'stored');
    assert.ok(stored.job.state.name === 'sealed' && stored.job.state.manifest.byteLength === 0);
    assert.deepEqual(captures.get(job.captureId), done);
  });

  it('does not change a job that another page claimed meanwhile', async () => {
    const captures = new CapturesInMemory();
    const other = {...claimedJob, state: {...claimedJob.state, owner: 'another'}} as Job;
    captures.add(other, new ArrayBuffer(1));
    const stored = await storeSeal(shelfOf(captures), done, claimedJob.state);
    assert.equal(stored.storing, 'superseded');
    assert.deepEqual(captures.get(job.captureId), other);
  });

  it('does not restore a job that was deleted meanwhile', async () => {
    const captures = new CapturesInMemory();
    const stored = await storeSeal(shelfOf(captures), done, claimedJob.state);
    assert.equal(stored.storing, 'superseded');
    assert.deepEqual(captures.list(), []);
  });

  it('returns the seal to the caller if the storage fails', async () => {
    const full = {replace: () => Promise.reject(new SealedCaptureError('storage_full', 'Full.'))};
    assert.equal((await storeSeal(full, done, claimedJob.state)).storing, 'failed');
  });
});
