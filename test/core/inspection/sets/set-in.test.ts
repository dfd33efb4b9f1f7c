import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {filesOfSets, isOfSet} from '../../../../src/core/inspection/sets/files-of-sets.js';
import {setIn} from '../../../../src/core/inspection/sets/set-in.js';
import type {FileInspection} from '../../../../src/core/inspection/inspections.js';
import {closedSet, closing} from '../../../../seal/test/sets/inspected-set.js';

const done = (id: number, name: string, result: unknown): FileInspection => ({
  id,
  file: new File(['x'], name),
  progress: {
    name: 'done',
    opinions: {result: result as never},
    facts: {name: 'waiting'},
    at: 0,
  },
});

describe('the set in an answer', () => {
  it('is read as it was written', () => {
    for (const {result} of closedSet()) {
      assert.deepEqual(setIn(JSON.parse(JSON.stringify(result))), result.set);
    }
  });

  it('is none without an id, a number and the hash of the seal', () => {
    const {set} = closedSet()[0]!.result;
    for (const wrong of [{set: ''}, {index: 0}, {index: 1.5}, {index: '1'}, {seal: 5}]) {
      assert.equal(setIn({set: {...set, ...wrong}}), undefined);
    }
    for (const answer of [undefined, null, 'set', {}, {set: []}, {set: null}]) {
      assert.equal(setIn(answer), undefined);
    }
  });

  it('lacks what is not of the right form', () => {
    const {set} = closing(3).result;
    const found = setIn({
      set: {
        ...set,
        again: -1,
        previous: {},
        seals: [...set!.seals!, {index: 1}, 'x', null],
        told: {
          job: 'claim',
          index: 'first',
          closing: {
            captures: 'all',
            discarded: [{captureId: 'a', index: 1, capturedAt: 'then'}],
            shots: [{id: 'a'}, {label: 'none'}, {id: 'b', skipped: {reason: 'lazy', words: 7}}],
          },
        },
      },
    });
    assert.equal(found?.seals?.length, set!.seals!.length);
    assert.ok(!('again' in found) && !('previous' in found));
    assert.deepEqual(found.told, {
      job: 'claim',
      closing: {
        captures: [],
        discarded: [],
        shots: [
          {id: 'a', label: ''},
          {id: 'b', label: '', skipped: {reason: 'other'}},
        ],
      },
    });
  });

  it('has no more captures than a page can show', () => {
    const {set} = closing(3).result;
    const found = setIn({set: {...set, seals: Array(100_000).fill(set!.seals![0])}});
    assert.equal(found?.seals?.length, 2_000);
  });
});

describe('the files that are judged', () => {
  it('have names of their own, by which they are found again', () => {
    const [one] = closedSet();
    const files = ['a.jpg', 'a.jpg (2)', 'a.jpg'].map((name, id) => done(id, name, one!.result));
    const {given, byName} = filesOfSets(files);
    assert.deepEqual(
      given.map(({file}) => file),
      ['a.jpg', 'a.jpg (2)', 'a.jpg (3)'],
    );
    assert.equal(byName.get('a.jpg (3)'), files[2]);
  });

  it('are unchecked if they have no verdict', () => {
    const {given} = filesOfSets([
      {id: 1, file: new Blob(['x']), progress: {name: 'cancelled'}},
      done(2, 'a.jpg', {labelState: 'none', set: 'malformed'}),
    ]);
    assert.deepEqual(
      given.map(({result: {labelState, set}}) => [labelState, set]),
      [
        ['unchecked', undefined],
        ['none', undefined],
      ],
    );
    assert.equal(isOfSet(done(3, 'a.jpg', closedSet()[0]!.result)), true);
  });
});
