import assert from 'node:assert/strict';
import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, it} from 'node:test';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {sealed, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {sealFurther} from '@sealed-capture/seal/writing/further-seal.js';
import type {ProtectCall, SealCall} from '../../../src/worker/sealing/seal-service.js';
import {Sealer, storeSeal} from '../../../src/worker/sealing/sealer.js';
import {makeAuthority} from '../../../seal/test/pki.js';
import {options, sealFile, startEngine} from '../../../seal/test/seal-file.js';
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
  const protecting = {calls: [] as ProtectCall[], answer: new Uint8Array() as Uint8Array};
  const shelf = {
    reads: 0,
    media: () => {
      shelf.reads++;
      return Promise.resolve(media?.slice().buffer);
    },
    replace: () => Promise.resolve(true),
    set: undefined as SetRequest | undefined,
    setRequest: () => Promise.resolve(shelf.set),
  };
  const service = {
    seal: (call: SealCall) => {
      calls.push(call);
      return answer(call);
    },
    protect: (call: ProtectCall) => {
      protecting.calls.push(call);
      return Promise.resolve(Uint8Array.from(protecting.answer).buffer);
    },
  };
  return {sealing: new Sealer(shelf, service, {now: () => 0}), calls, protecting, shelf};
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

const entryOf = (index: number) => ({
  captureId: job.captureId,
  index,
  capturedAt: '2026-01-01T00:00:00.000Z',
  digest: 'A'.repeat(43) + '=',
});

describe('the seal of a capture that is part of a set', () => {
  const id = '0b9f2e1c-6f0e-4b3c-9d0a-0a8f6f0d9d11';
  const ofSet: Job = {...job, set: {job: 'claim 4711', id, index: 2}};

  it('is requested with its place in the set, as the storage knows it', async () => {
    const {sealing, calls, shelf} = setup(ofAnotherFile, photo);
    shelf.set = {id, job: 'claim 4711', index: 3, previous: entryOf(2).digest};
    await assert.rejects(sealing.seal(ofSet, key, never));
    assert.deepEqual(calls[0]?.request.set, shelf.set);
    // An older service knows no sets.
    await assert.rejects(sealing.seal(job, key, never));
    assert.ok(!('set' in calls[1]!.request));
  });

  it('is requested with what is recorded then, if it is a closing record, and not before credentials were there', async () => {
    const {sealing, calls, shelf} = setup(ofAnotherFile, photo);
    const closing: Job = {...job, set: {job: 'claim 4711', id, index: Infinity, closing: []}};
    const listed = (indices: readonly number[]) => ({captures: indices.map(entryOf), shots: []});
    shelf.set = {id, job: 'claim 4711', closing: {...listed([1, 2]), discarded: []}};
    sealing.layOutAhead(closing);
    await new Promise((resolve) => setImmediate(resolve));
    // One is deleted while the page waits for its token.
    const discarded = [{...entryOf(2), discardedAt: '2026-01-01T00:00:09.000Z'}];
    shelf.set = {id, job: 'claim 4711', closing: {...listed([1]), discarded}};
    await assert.rejects(sealing.seal(closing, key, never));
    assert.deepEqual(calls[0]?.request.set?.closing?.discarded, discarded);
  });

  it('has a manifest with room for a thousand numbers at once, so that the usual case needs one request', async () => {
    const {sealing, calls, shelf} = setup(ofAnotherFile, photo);
    const captures = Array.from({length: 900}, (_, at) => entryOf(at + 1));
    shelf.set = {id, job: 'claim 4711', closing: {captures, discarded: [], shots: []}};
    await assert.rejects(sealing.seal(ofSet, key, never));
    const seals = captures.map(({captureId, index, digest}) => ({
      captureId,
      index,
      digest,
      seal: digest,
    }));
    const needed = JSON.stringify([shelf.set, seals]).length;
    assert.ok(calls[0]!.request.manifestSize > 16 * 1024 + needed);
    assert.ok(calls[0]!.request.manifestSize <= 1024 * 1024);
  });

  it('asks again for the set if the manifest was too small: a capture may have been discarded meanwhile', async () => {
    let answers = 0;
    const {sealing, calls, shelf} = setup(
      (call) => (answers++ === 0 ? tooSmall() : ofAnotherFile(call)),
      photo,
    );
    shelf.set = {id, job: 'claim 4711', index: 3};
    const attempt = sealing.seal(ofSet, key, never);
    shelf.setRequest = () => Promise.resolve({id, job: 'claim 4711', index: 4});
    await assert.rejects(attempt);
    assert.deepEqual(
      calls.map(({request}) => request.set?.index),
      [3, 4],
    );
  });
});

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

  const set: SetRequest = {id: job.captureId, job: 'claim 4711', index: 2};
  const inJob: Job = {...job, set: {job: set.job, id: set.id, index: 2}};

  it('says which place a capture of a job has', async () => {
    const {sealing, calls, shelf} = setup(ofAnotherFile, photo);
    shelf.setRequest = () => Promise.resolve(set);
    await assert.rejects(sealing.seal(inJob, key, never), {code: 'seal_mismatch'});
    assert.deepEqual(calls[0]?.request.set, set);
  });

  it('sends a chosen file with a history whole, with its place in the job', async () => {
    const {signer} = await makeAuthority();
    const {sealed: history} = await sealFile({media: photo, mediaType: 'image/jpeg'}, signer);
    const {sealing, calls, protecting, shelf} = setup(ofAnotherFile, history);
    shelf.setRequest = () => Promise.resolve(set);
    const metadata = {imported: {chosenAt: '2026-01-01T00:00:00.000Z'}};
    await assert.rejects(sealing.seal({...inJob, metadata}, key, never));
    await assert.rejects(sealing.seal({...job, metadata}, key, never));
    assert.equal(calls.length, 0);
    assert.deepEqual(
      protecting.calls.map((call) => call.set),
      [set, undefined],
    );
    assert.deepEqual(new Uint8Array(protecting.calls[0]!.media), history);
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

describe('a file that is sealed already', () => {
  const imported = {chosenAt: '2026-01-01T00:00:00.000Z'};
  const chosen: Job = {...job, metadata: {imported}};

  /** A JPEG with an earlier seal, and the file that the service makes of it. */
  async function files() {
    const {signer, rootPem} = await makeAuthority();
    const engine = await startEngine(rootPem);
    const source = {media: photo, mediaType: 'image/jpeg'} as const;
    const {sealed: earlier} = await sealFile(source, signer);
    const {captureId, metadata} = chosen;
    const more = {...options, captureId};
    const further = await sealFurther(engine, earlier, 'image/jpeg', metadata, signer, more);
    return {earlier, further};
  }

  it('is sent to the service if a person has chosen it, and becomes what the service made of it', async () => {
    const {earlier, further} = await files();
    const {sealing, calls, protecting} = setup(ofAnotherFile, earlier);
    protecting.answer = further;
    const {blob} = await sealing.seal(chosen, key, never);
    assert.deepEqual(new Uint8Array(await blob.arrayBuffer()), new Uint8Array(further));
    assert.equal(calls.length, 0);
    const [sent] = protecting.calls;
    assert.deepEqual(new Uint8Array(sent!.media), new Uint8Array(earlier));
    assert.deepEqual(sent!.metadata, {imported});
  });

  it('is refused if what comes back is of another file', async () => {
    const {earlier, further} = await files();
    const {sealing, protecting} = setup(ofAnotherFile, earlier);
    // The seal of a file with another end.
    protecting.answer = Buffer.concat([further, Buffer.of(0)]);
    const {blob} = await sealing.seal(chosen, key, never);
    assert.equal(blob.size, further.length, 'only the store is taken from the answer');
    protecting.answer = photo;
    await assert.rejects(sealing.seal(chosen, key, never), {code: 'response_invalid'});
    protecting.answer = earlier;
    await assert.rejects(sealing.seal(chosen, key, never), {code: 'seal_mismatch'});
  });

  it('is sent nowhere unless a person has chosen it', async () => {
    const {earlier} = await files();
    const {sealing, calls, protecting} = setup(ofAnotherFile, earlier);
    await assert.rejects(sealing.seal(job, key, never), {code: 'media_unsupported'});
    assert.deepEqual([calls, protecting.calls], [[], []]);
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
