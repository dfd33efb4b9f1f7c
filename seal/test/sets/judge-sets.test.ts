import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {SetReport} from '../../src/model/inspection/sets-report.js';
import type {InspectedFile} from '../../src/model/sets/judge-sets.js';
import {
  SET,
  closedSet,
  closing,
  filesIn,
  hashOf,
  kept,
  numbered,
  only,
  photo,
  photos,
  without,
} from './inspected-set.js';

/** Names of lists that hold anything. */
const namedIn = (set: SetReport) =>
  (
    ['missing', 'exchanged', 'changed', 'outOfOrder', 'retaken', 'copies', 'discarded'] as const
  ).filter((name) => set[name].length > 0);

const forged = (index: number, more = {}) =>
  photo(index, {name: `forged${index}`, labelState: 'untrusted', signedBy: 'Mallory', ...more});

describe('the judging of a folder', () => {
  it('finds a closed set complete', () => {
    const set = only(closedSet());
    assert.equal(set.state, 'complete');
    assert.equal(set.reason, '8 of 8, in order, none missing.');
    assert.equal(set.job, 'claim 4711');
    assert.equal(set.closing, 'end.jpg');
    assert.equal(set.closedAt, '2026-11-29T11:00:00Z');
    assert.deepEqual([set.expected, set.found, set.files.length], [8, 8, 8]);
    assert.deepEqual(namedIn(set), []);
  });

  it('says the same whatever the order of the files', () => {
    const {files: _, ...upwards} = only([...closedSet(), forged(3), photo(2)]);
    const {files: __, ...downwards} = only([photo(2), forged(3), ...closedSet().reverse()]);
    assert.deepEqual({...downwards}, {...upwards});
  });

  /** What is done to a complete set, and what is then said of it. */
  const cases: [string, InspectedFile[], Partial<SetReport>, string[]][] = [
    [
      'names a removed file',
      without(closedSet(), 'c3.jpg'),
      {
        state: 'incomplete',
        found: 7,
        expected: 8,
        reason: '7 of 8, in order, 1 missing (number 3).',
      },
      ['missing'],
    ],
    [
      'names the last file if it was removed',
      without(closedSet(), 'c8.jpg'),
      {state: 'incomplete', found: 7},
      ['missing'],
    ],
    [
      'names files that were removed with the closing record, as far as later seals know of them',
      without(closedSet(), 'c3.jpg', 'end.jpg'),
      {state: 'incomplete', found: 7, expected: 8},
      ['missing'],
    ],
    [
      'cannot tell without a closing record whether more follow',
      photos(8),
      {state: 'open', found: 8, expected: 8},
      [],
    ],
    [
      'names an exchanged file of a stranger, whose number is not missing a second time',
      [...without(closedSet(), 'c3.jpg'), forged(3)],
      {state: 'incomplete', found: 7, expected: 8},
      ['exchanged'],
    ],
    [
      'names the file of a stranger beside the real one, which stays complete',
      [...closedSet(), forged(3)],
      {state: 'complete', found: 8, expected: 8},
      ['exchanged'],
    ],
    [
      'names the file of a stranger beyond the closing record, and believes nothing of it',
      [...closedSet(), forged(5000)],
      {state: 'complete', found: 8, expected: 8},
      ['exchanged'],
    ],
    [
      'does not let a stranger fill a gap of an open set',
      [...without(photos(5), 'c3.jpg', 'c4.jpg'), forged(3), forged(4)],
      {state: 'incomplete', found: 3, expected: 5},
      ['exchanged'],
    ],
    [
      'does not let a stranger lengthen an open set',
      [...photos(3), forged(4, {previous: 'c3'})],
      {state: 'open', found: 3, expected: 3},
      ['exchanged'],
    ],
    [
      'finds a fork where the signer of the set has given a number twice',
      [...closedSet(), photo(3, {name: 'fork'})],
      {state: 'incomplete', found: 8},
      ['exchanged'],
    ],
    [
      'names a file with a broken seal in place of its own',
      [...without(closedSet(), 'c3.jpg'), photo(3, {labelState: 'invalid'})],
      {state: 'incomplete', found: 7, expected: 8},
      ['changed'],
    ],
    [
      'names a broken copy beside the real file, which stays complete',
      [...closedSet(), photo(3, {file: 'broken.jpg', labelState: 'invalid'})],
      {state: 'complete', found: 8},
      ['changed'],
    ],
    [
      'names a broken file with a number beyond the set, and believes nothing of it',
      [...photos(2), photo(10_000, {file: 'broken.jpg', labelState: 'invalid'})],
      {state: 'open', found: 2, expected: 2},
      ['changed'],
    ],
    [
      'counts a file that is here twice once',
      [...closedSet(), photo(4, {file: 'copy.jpg'})],
      {state: 'complete', found: 8, expected: 8},
      ['copies'],
    ],
    [
      'takes a later seal for what it is: the set is open again',
      [...closedSet(), photo(10, {previous: 'end', taken: 9})],
      {state: 'open', found: 9, expected: 9},
      [],
    ],
    [
      'misses what lies between the closing record and a later seal',
      [...closedSet(), photo(12)],
      {state: 'incomplete', found: 9, expected: 11},
      ['missing'],
    ],
  ];
  for (const [name, files, said, named] of cases) {
    it(name, () => {
      const set = only(files);
      const got = Object.fromEntries(
        Object.keys(said).map((key) => [key, set[key as keyof SetReport]]),
      );
      assert.deepEqual(got, said);
      assert.deepEqual(namedIn(set), named);
    });
  }

  it('counts a file once that was sealed twice because an answer was lost', () => {
    const again = photo(3, {
      name: 'c1',
      file: 'again.jpg',
      taken: 1,
      previous: 'c2',
      over: {again: 1, seal: hashOf('c3')},
    });
    const list = [numbered(1), numbered(2), {...numbered(3, 'c1'), seal: hashOf('c3')}];
    const end = closing(4, {previous: 'c3', seals: list, told: {captures: [kept(1), kept(2)]}});
    const lost = only([photo(2), again, end]);
    assert.equal(lost.state, 'complete');
    assert.equal(lost.reason, '2 of 2, in order, none missing.');
    const both = only([photo(1), photo(2), again, end]);
    assert.equal(both.state, 'complete');
    assert.deepEqual([both.found, both.expected], [2, 2]);
    assert.deepEqual(filesIn(both.copies), ['again.jpg']);
    const open = only([photo(2), again]);
    assert.deepEqual([open.state, open.found, open.expected], ['open', 2, 2]);
    const first = only([photo(1), photo(2), end]);
    assert.deepEqual([first.state, first.found, first.expected], ['complete', 2, 2]);
  });

  it('does not take two contents under one id of a capture for one capture', () => {
    const list = [numbered(1), {...numbered(2, 'c1'), digest: hashOf('other'), seal: hashOf('c2')}];
    const set = only([photo(1), closing(3, {previous: 'c2', seals: list})]);
    assert.deepEqual([set.state, set.found, set.expected], ['incomplete', 1, 2]);
    const over = {again: 1, digest: hashOf('other'), seal: hashOf('c2')};
    const again = photo(2, {name: 'c1', file: 'again.jpg', previous: 'c1', over});
    const of = only([again, closing(3, {previous: 'c2', seals: list})]);
    assert.deepEqual([of.state, of.found, of.expected], ['incomplete', 1, 2]);
  });

  it('names files that were sealed after later captures, and those of shots that were taken again', () => {
    const taken = [1, 2, 4, 3].map((one, at) =>
      photo(at + 1, {taken: one, shot: at === 0 || at === 3 ? 'front' : `s${at}`}),
    );
    const captures = [1, 2, 4, 3].map((one, at) => kept(one, `c${at + 1}`));
    const set = only([...taken, closing(5, {told: {captures}})]);
    assert.equal(set.state, 'complete');
    assert.equal(set.reason, '4 of 4, 1 out of order, 1 retaken, none missing.');
    assert.deepEqual(set.outOfOrder, [
      {file: 'c4.jpg', index: 4, shot: 'front', label: 'FRONT', taken: 3},
    ]);
    assert.deepEqual(filesIn(set.retaken), ['c1.jpg']);
  });

  it('knows a redacted file by its seal, although its section about the capture is gone', () => {
    const redacted = photo(3, {over: {captureId: undefined}});
    const files = [...without(closedSet(), 'c3.jpg'), redacted];
    assert.equal(only(files).state, 'complete');
  });

  it('takes job and id from files of its own signer alone', () => {
    const set = only([
      photo(2),
      photo(1, {labelState: 'untrusted', name: 'x', over: {told: {job: 'forged', index: 1}}}),
    ]);
    assert.equal(set.job, 'claim 4711');
    assert.equal(set.set, SET);
  });
});
