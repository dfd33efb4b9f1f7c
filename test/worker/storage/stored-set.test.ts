import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import Value from 'typebox/value';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {SetClosing, SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {setOf} from '../../../src/worker/storage/sets/reading.js';
import {
  MOST_CAPTURES,
  movedTo,
  placed,
  setRequestOf,
  withDiscarded,
  type StoredSet,
} from '../../../src/worker/storage/sets/stored-set.js';

const endpoint = 'https://shop.example/protection';
const elsewhere = 'https://other.example/protection';
const digest = 'XcdoqIJVSn2/fOwXxXjTZVE5WvE7ZbZ6c4vlpVBRi9k=';
const timeOf = (second: number): string =>
  new Date(1_000_000_000_000 + second * 1_000).toISOString();
const idOf = (index: number): string =>
  `00000000-0000-4000-8000-${index.toString().padStart(12, '0')}`;

const captureOf = (index: number): Job => ({
  captureId: idOf(index),
  mode: 'image',
  mediaType: 'image/jpeg',
  endpoint,
  capturedAt: timeOf(index),
  visit: 'visit',
  metadata: {},
  set: {job: 'claim 4711'},
  state: {name: 'waiting', dueAt: 0, attempts: 0},
});
const closingOf = (index: number): Job => ({
  ...captureOf(index),
  set: {job: 'claim 4711', closing: []},
});
const entryOf = (index: number) => ({captureId: idOf(index), index, capturedAt: timeOf(index)});
const setWith = (id: string, changedAt: string, count: number): StoredSet => ({
  id,
  endpoint,
  account: '',
  job: 'claim 4711',
  last: count,
  changedAt,
  captures: Array.from({length: count}, (_, at) => entryOf(at + 1)),
});
const isUnknown = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown';

describe('the record of a set', () => {
  const one = setWith('a0000000-0000-4000-8000-000000000001', timeOf(1), MOST_CAPTURES);
  const other = setWith('b0000000-0000-4000-8000-000000000001', timeOf(2), MOST_CAPTURES);

  it('is that which changed last for a closing record, whatever the ids of the sets are', () => {
    const later = {...one, changedAt: timeOf(3)};
    for (const sets of [
      [one, other],
      [other, one],
    ]) {
      assert.equal(placed(sets, closingOf(9)).record.id, other.id);
    }
    for (const sets of [
      [later, other],
      [other, later],
    ]) {
      assert.equal(placed(sets, closingOf(9)).record.id, later.id);
    }
  });

  it('keeps the number of a capture that moves to another endpoint, and says when that was', () => {
    const left = setWith('a0000000-0000-4000-8000-000000000001', timeOf(3), 3);
    const {captures} = left;
    const from = {...left, captures: captures.map((entry) => ({...entry, digest}))};
    const job = {
      ...captureOf(2),
      endpoint: elsewhere,
      set: {job: 'claim 4711', id: left.id, index: 2},
    };
    const moved = movedTo([], job, from);
    const [there, here] = moved?.records ?? [];
    assert.equal(there?.endpoint, elsewhere);
    assert.deepEqual([moved?.job.set?.id, moved?.job.set?.index], [there?.id, 1]);
    const {closing} = setRequestOf(placed([here!], closingOf(9)).job, here)!;
    assert.deepEqual(
      [closing?.captures, closing?.moved].map((some) => some?.map(({index}) => index)),
      [[1, 3], [2]],
    );
    const {movedAt, ...entry} = closing!.moved![0]!;
    assert.deepEqual(entry, {...entryOf(2), digest});
    assert.ok(Math.abs(Date.parse(movedAt) - Date.now()) < 60_000);
    assert.ok(Value.Check(SetClosing, closing));
    // What is discarded elsewhere has left this set.
    assert.equal(withDiscarded(here!, idOf(2), timeOf(9)), here);
    assert.equal(placed([here!], captureOf(10)).job.set?.index, 4);
    // It comes back.
    const back = placed([here!], captureOf(2));
    assert.equal(back.job.set?.index, 2);
    assert.equal(
      setRequestOf(placed([back.record], closingOf(9)).job, back.record)?.closing?.moved,
      undefined,
    );
  });

  it('is not moved to by a closing record unless something of the job was captured there', () => {
    const left = setWith('a0000000-0000-4000-8000-000000000001', timeOf(3), 1);
    const closing = {
      ...closingOf(9),
      endpoint: elsewhere,
      set: {job: 'claim 4711', id: left.id, index: Infinity, closing: []},
    };
    assert.equal(movedTo([], closing, left), undefined);
    const there = {...left, id: 'b0000000-0000-4000-8000-000000000001', endpoint: elsewhere};
    const gone = {...there, captures: [{...entryOf(1), movedAt: timeOf(5)}]};
    assert.equal(movedTo([gone], closing, left), undefined);
    assert.throws(() => placed([gone], closing), isUnknown);
    assert.equal(movedTo([there], closing, left)?.job.set?.id, there.id);
  });

  it('is needed by a closing record, which says nothing otherwise', () => {
    const {job, record} = placed([setWith(one.id, timeOf(1), 1)], closingOf(9));
    assert.equal(setRequestOf(job, record)?.closing?.captures.length, 1);
    assert.throws(() => setRequestOf(job), isUnknown);
    assert.throws(() => setRequestOf(closingOf(9)), isUnknown);
    assert.equal(setRequestOf(captureOf(1)), undefined);
  });

  it('is read as it was written', () => {
    const shots = [
      {id: 'front', label: 'Front', required: true},
      {id: 'roof', label: '', skipped: {reason: 'unsafe' as const, words: 'Ice'}},
    ];
    const [first, second, third] = [entryOf(1), entryOf(2), entryOf(3)];
    const captures = [
      {...first, digest, shot: 'front'},
      {...second, discardedAt: timeOf(5)},
      {...third, movedAt: timeOf(6)},
    ];
    const record = {...setWith(one.id, timeOf(6), 3), captures, shots};
    assert.deepEqual(setOf(record), record);
  });

  it('loses optional fields that are spoilt, and all that are not known, so that its closing record is accepted', () => {
    const shots = [
      {id: 'front', label: 'Front', required: 'yes', more: 1},
      {id: 'roof', label: 'Roof', skipped: {reason: 'tired', words: 'Ice'}},
      {id: 'back', label: 'Back', skipped: {reason: 'other', words: 1, more: 1}},
    ];
    const spoilt = [
      {...entryOf(1), digest: 'hash', more: 1},
      {...entryOf(2), digest, shot: 7},
      {...entryOf(3), shot: '', discardedAt: 'noon'},
      {...entryOf(4), movedAt: 'noon'},
    ];
    const stored = {...setWith(one.id, timeOf(6), 0), last: 4, captures: spoilt, shots, more: 1};
    const record = setOf(stored)!;
    assert.deepEqual(record.captures, [
      entryOf(1),
      {...entryOf(2), digest},
      entryOf(3),
      entryOf(4),
    ]);
    assert.deepEqual(record.shots, [
      {id: 'front', label: 'Front'},
      {id: 'roof', label: 'Roof'},
      {id: 'back', label: 'Back', skipped: {reason: 'other'}},
    ]);
    assert.equal(Reflect.has(record, 'more'), false);
    const request = setRequestOf(placed([record], closingOf(9)).job, record);
    assert.ok(Value.Check(SetRequest, request));
    assert.equal(setOf({...stored, shots: [1]})?.shots, undefined);
  });

  it('is none if what it cannot do without is spoilt', () => {
    const record = setWith(one.id, timeOf(1), 1);
    const spoilt: unknown[] = [
      undefined,
      'set',
      {...record, id: 1},
      {...record, job: ''},
      {...record, last: 'two'},
      {...record, captures: 'none'},
      {...record, captures: [1]},
      {...record, captures: [{...entryOf(1), index: 0.5}]},
      {...record, captures: [{...entryOf(1), captureId: undefined}]},
      {...record, captures: [{...entryOf(1), capturedAt: '1 May'}]},
    ];
    for (const one of spoilt) assert.equal(setOf(one), undefined, JSON.stringify(one));
  });
});
