import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import Value from 'typebox/value';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {SetClosing, SetRequest} from '@sealed-capture/seal/model/seal/sealed-set.js';
import {setOf} from '../../../src/worker/storage/sets/reading.js';
import {
  MOST_PLACES,
  movedTo,
  placed,
  setRequestOf,
  setsToClose,
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
  closings: 0,
});
const isUnknown = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError && thrown.code === 'capture_unknown';

describe('the record of a set', () => {
  const one = setWith('a0000000-0000-4000-8000-000000000001', timeOf(1), MOST_PLACES);
  const other = setWith('b0000000-0000-4000-8000-000000000001', timeOf(2), MOST_PLACES);

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

  it('is closed until something of its captures changes, or its closing record is deleted', () => {
    const {record} = placed([setWith(one.id, timeOf(3), 3)], closingOf(9));
    const isClosed = (set: StoredSet): boolean => set.closedBy === idOf(9);
    assert.equal(isClosed(record), true);
    const elsewhereNow = movedTo([], {...captureOf(2), endpoint: elsewhere}, record);
    const left = elsewhereNow!.records[1]!;
    const closedAgain = placed([left], closingOf(9)).record;
    const changes: Record<string, StoredSet> = {
      'a capture': placed([record], captureOf(4)).record,
      'a deletion': withDiscarded(record, idOf(2), timeOf(9)),
      'a move': left,
      'a return': placed([closedAgain], captureOf(2)).record,
      'no closing record': withDiscarded(record, idOf(9), timeOf(9)),
    };
    for (const [what, set] of Object.entries(changes)) assert.equal(isClosed(set), false, what);
    assert.equal(isClosed(placed([record], captureOf(2)).record), true, 'it is stored once more');
    assert.equal(isClosed(withDiscarded(record, idOf(8), timeOf(9))), true, 'of another set');
  });

  it('is closed with its last number, and with the number of the closing record', () => {
    const first = placed([setWith(one.id, timeOf(3), 3)], closingOf(9));
    const second = placed([first.record], closingOf(10));
    assert.deepEqual(
      [first, second].map(({job: {set}}) => [set?.index, set?.last, set?.nth]),
      [
        [Infinity, 3, 1],
        [Infinity, 3, 2],
      ],
    );
    assert.equal(second.record.closings, 2);
  });

  it('is full with its captures and closing records together', () => {
    const closings = 20;
    const full = {...setWith(one.id, timeOf(1), MOST_PLACES - closings), closings};
    assert.notEqual(placed([full], captureOf(5_000)).record.id, full.id);
    const nearly = {...full, closings: closings - 1};
    assert.equal(placed([nearly], captureOf(5_000)).record.id, full.id);
    assert.equal(placed([full], closingOf(5_000)).record.closings, closings + 1);
  });

  it('keeps the list of shots if it is closed without one', () => {
    const shots = [{id: 'roof', label: 'Roof', skipped: {reason: 'unsafe' as const}}];
    const closing = {...closingOf(9), set: {job: 'claim 4711', closing: shots}};
    const {record} = placed([setWith(one.id, timeOf(1), 1)], closing);
    const last = placed([record], closingOf(10));
    assert.deepEqual([last.record.shots, last.job.set?.closing], [shots, shots]);
  });

  it('is closed with all others of its job that have changed, the last one at the end', () => {
    const closed = {...one, closedBy: idOf(1)};
    assert.deepEqual(setsToClose([other, one]), [one.id, other.id]);
    assert.deepEqual(setsToClose([closed, other]), [other.id]);
    assert.deepEqual(setsToClose([closed, {...other, closedBy: idOf(2)}]), [other.id]);
    const moved = {...other, captures: other.captures.map((it) => ({...it, movedAt: timeOf(9)}))};
    assert.deepEqual(setsToClose([closed, moved]), [one.id]);
    assert.throws(() => setsToClose([moved]), isUnknown);
    assert.throws(() => setsToClose([]), isUnknown);
  });

  it('is the one that its closing record names', () => {
    const set = {job: 'claim 4711', id: one.id, closing: []};
    assert.equal(placed([other, one], {...closingOf(9), set}).record.id, one.id);
    assert.throws(() => placed([other], {...closingOf(9), set}), isUnknown);
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
    const more = {captures, shots, closings: 2, closedBy: idOf(9)};
    const record = {...setWith(one.id, timeOf(6), 3), ...more};
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
