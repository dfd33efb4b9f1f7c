import assert from 'node:assert/strict';
import {randomUUID} from 'node:crypto';
import {describe, it} from 'node:test';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import type {SealRequest} from '@sealed-capture/seal/model/seal/seal-request.js';
import type {SealedSet} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {idempotent} from '../requests.js';
import {serviceOfSuite} from '../service-fixture.js';
import {closingOf, job, ofSet, setIn} from './set-requests.js';

describe('POST seal with a set', () => {
  const service = serviceOfSuite();

  const post = (request: SealRequest, headers: Record<string, string> = {}) =>
    service.post('/seal', request, {...idempotent(request), ...headers});
  async function seal(request: SealRequest, headers?: Record<string, string>): Promise<SealedSet> {
    const answer = await post(request, headers);
    assert.equal(answer.statusCode, 200, answer.body.slice(0, 500));
    return setIn(answer.rawPayload);
  }
  async function refused(request: SealRequest): Promise<Problem> {
    const answer = await post(request);
    assert.equal(answer.statusCode, 400, answer.body.slice(0, 500));
    return answer.json<Problem>();
  }

  it('numbers the seals of a set from 1, each with the hash of the one before', async () => {
    const id = randomUUID();
    const requests = [1, 2, 3].map((index) => ofSet(id, {index}));
    const sealed: SealedSet[] = [];
    for (const request of requests) sealed.push(await seal(request));
    assert.deepEqual(
      sealed.map(({index}) => index),
      [1, 2, 3],
    );
    assert.deepEqual(
      sealed.map(({previous}) => previous),
      [undefined, sealed[0]?.seal, sealed[1]?.seal],
    );
    assert.equal(new Set(sealed.map(({set}) => set)).size, 1);
    assert.notEqual(sealed[0]?.set, id, 'the id is the service’s own');
    assert.deepEqual(sealed[2]?.told, {job, index: 3});
    assert.deepEqual(
      sealed.map(({captureId, digest}) => ({captureId, digest})),
      requests.map(({captureId, digest}) => ({captureId, digest})),
    );
  });

  it('numbers captures that arrive at the same time without gaps', async () => {
    const id = randomUUID();
    const sealed = await Promise.all(Array.from({length: 12}, () => seal(ofSet(id))));
    sealed.sort((one, other) => one.index - other.index);
    assert.deepEqual(
      sealed.map(({index, previous}) => [index, previous]),
      sealed.map((_, i) => [i + 1, sealed[i - 1]?.seal]),
    );
  });

  it('lists all earlier seals in a closing record, and goes on after it', async () => {
    const id = randomUUID();
    const requests = [ofSet(id), ofSet(id)];
    const sealed: SealedSet[] = [];
    for (const request of requests) sealed.push(await seal(request));
    const closing = closingOf(requests);
    const record = await seal(ofSet(id, {closing}));
    const listed = sealed.map(({index, captureId, digest, seal}) => ({
      index,
      captureId,
      digest,
      seal,
    }));
    assert.deepEqual(record.seals, listed);
    assert.equal(record.index, 3);
    assert.deepEqual(record.told, {job, closing});
    const later = await seal(ofSet(id));
    assert.deepEqual([later.set, later.index, later.seals], [record.set, 4, undefined]);
    const second = await seal(ofSet(id, {closing}));
    assert.deepEqual(
      second.seals?.map(({seal: one, closing: isClosing}) => [one, isClosing]),
      [...sealed, record, later].map(({seal: one}) => [one, one === record.seal || undefined]),
    );
  });

  it('answers a repeated request with the same number', async () => {
    const id = randomUUID();
    const request = ofSet(id);
    const first = await seal(request);
    const answer = await post(request);
    assert.equal(answer.headers['idempotency-replayed'], 'true');
    assert.deepEqual(setIn(answer.rawPayload), first);
    assert.equal((await seal(ofSet(id))).index, 2);
  });

  it('continues no set of another key', async () => {
    const id = randomUUID();
    const first = await seal(ofSet(id));
    const {key} = await service.keys.create('sandbox', 'other');
    const other = await seal(ofSet(id), {'x-api-key': key});
    assert.equal(other.index, 1);
    assert.notEqual(other.set, first.set);
    assert.equal((await seal(ofSet(id.toUpperCase()))).index, 2, 'a UUID in capitals is the same');
  });

  it('gives a closing record number 1 of a new set if nothing of the set was sealed', async () => {
    const id = randomUUID();
    const closing = closingOf([]);
    const record = await seal(ofSet(id, {closing}));
    assert.deepEqual([record.index, record.previous, record.seals], [1, undefined, []]);
    assert.deepEqual(record.told, {job, closing});
    const next = await seal(ofSet(id));
    assert.deepEqual([next.set, next.index, next.previous], [record.set, 2, record.seal]);
  });

  it('gives no number to a seal that does not fit, and does not seal without the set', async () => {
    const id = randomUUID();
    const small = {manifestSize: 4096, exclusion: {start: 33, length: 4096 + 12}};
    const request = ofSet(id);
    const problem = await refused({...request, ...small});
    assert.ok(problem.needed);
    const sealed = await seal(request);
    assert.deepEqual([sealed.index, sealed.again], [1, undefined]);
  });

  it('names the place of text that cannot be sealed', async () => {
    const problem = await refused(ofSet(randomUUID(), {job: 'half \ud83d'}));
    assert.equal(problem.errors?.[0]?.pointer, '/set/job');
  });

  it('says nothing of a set in a seal without one', async () => {
    const {set: _, ...request} = ofSet(randomUUID());
    const answer = await post(request);
    assert.equal(answer.statusCode, 200);
    assert.throws(() => setIn(answer.rawPayload));
  });
});
