import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setWhys, type SetWhy} from '../../src/model/inspection/set-state.js';
import {judgeSets, type InspectedFile} from '../../src/model/sets/judge-sets.js';
import {
  closedSet,
  closing,
  idOf,
  kept,
  numbered,
  only,
  photo,
  photos,
  unchecked,
  without,
} from './inspected-set.js';

/** The report on the set with a closing record. */
const closed = (files: readonly InspectedFile[]) => {
  const set = judgeSets(files).sets.find((one) => one.closing !== undefined);
  assert.ok(set);
  return set;
};

describe('a file that could not be checked', () => {
  const six = without(closedSet(), 'c6.jpg');

  it('may be the one that is missing: the set is not called incomplete', () => {
    const set = only([...six, unchecked('large.jpg')]);
    assert.deepEqual([set.state, set.why], ['unconfirmed', ['unchecked']]);
    assert.deepEqual(set.missing[0]?.index, 6);
    assert.equal(
      set.reason,
      '7 of 8, in order, 1 missing (number 6). A file could not be checked: it may be what is missing.',
    );
  });

  it('does not stand for more captures than one', () => {
    const set = only([...without(six, 'c7.jpg'), unchecked('large.jpg')]);
    assert.deepEqual([set.state, set.why], ['incomplete', ['missing', 'unchecked']]);
    const two = [unchecked('large.jpg'), unchecked('late.jpg')];
    assert.equal(only([...without(six, 'c7.jpg'), ...two]).state, 'unconfirmed');
  });

  it('excuses nothing else', () => {
    const forged = photo(2, {name: 'x', labelState: 'untrusted', signedBy: 'Mallory'});
    const set = only([...without(six, 'c2.jpg'), forged, unchecked('large.jpg')]);
    assert.deepEqual([set.state, set.why], ['incomplete', ['replaced', 'unchecked']]);
    const fork = photo(3, {name: 'fork'});
    assert.equal(only([...six, fork, unchecked('large.jpg')]).state, 'incomplete');
    assert.equal(only([...closedSet(), unchecked('large.jpg')]).state, 'complete');
  });

  it('is no capture if it is of a kind that seals are not read from', () => {
    const notes = {...unchecked('notes.txt'), isOtherKind: true};
    const report = judgeSets([...six, notes]);
    assert.equal(report.state, 'incomplete');
    assert.deepEqual(report.others, [{file: 'notes.txt', why: 'other-kind'}]);
  });
});

describe('what is said of a set beside its state', () => {
  const told = {captures: [kept(1), kept(2)], discarded: [], shots: []};

  it('is found once, the most serious first', () => {
    const sandbox = {environment: 'sandbox' as const};
    const cases: [string, readonly InspectedFile[], SetWhy[]][] = [
      ['nothing', closedSet(), []],
      ['no closing record', photos(2), ['no-closing']],
      ['a later seal', [...closedSet(), photo(10, {previous: 'end', taken: 9})], ['later']],
      ['a fork', [...closedSet(), photo(3, {name: 'fork'})], ['forked']],
      [
        'a closing record that does not count',
        [...photos(2), closing(3, {labelState: 'invalid'})],
        ['no-closing', 'closing-refused'],
      ],
      ['two signers', [photo(1), photo(2, {signedBy: 'Another'}), closing(3, {told})], ['signers']],
      [
        'a file whose signer is not trusted',
        [photo(1), photo(2, {labelState: 'untrusted'}), closing(3, {told})],
        ['unconfirmed'],
      ],
      [
        'a sandbox',
        [photo(1, {signature: sandbox}), photo(2, {signature: sandbox})],
        ['no-closing', 'sandbox'],
      ],
    ];
    for (const [what, files, why] of cases) assert.deepEqual(only(files).why, why, what);
  });

  it('says of an open set how many there are so far, and not that none is missing', () => {
    assert.match(only(photos(3)).reason, /^3 so far, in order\. Without a closing record/);
    const later = only([...closedSet(), photo(10, {previous: 'end', taken: 9})]);
    assert.match(later.reason, /^9 so far, in order\. A file was sealed after/);
    assert.match(only(without(photos(3), 'c2.jpg')).reason, /^2 of 3, .*1 missing \(number 2\)\./);
  });

  it('has shots that were neither taken nor skipped', () => {
    const shots = [
      {id: 'front', label: 'Front', required: true},
      {id: 'roof', label: 'Roof', required: true},
      {id: 'vin', label: 'Number plate'},
      {id: 'back', label: 'Back', skipped: {reason: 'unsafe' as const}},
    ];
    const captures = [{...kept(1), shot: 'front'}, kept(2)];
    const discarded = [{...kept(3, 'gone'), discardedAt: '2026-11-29T10:05:00Z', shot: 'vin'}];
    const set = only([...photos(2), closing(3, {told: {captures, discarded, shots}})]);
    assert.deepEqual(set.untaken, [
      {shot: 'roof', label: 'Roof', required: true},
      {shot: 'vin', label: 'Number plate'},
    ]);
    assert.equal(set.state, 'complete');
    assert.match(set.reason, /1 skipped, 2 not taken, none missing\.$/);
  });

  it('has photos that a person chose, also where that was redacted', () => {
    const [one, two] = photos(2);
    const chosen = {...one!, result: {...one!.result, imported: {}}};
    const redacted = {...two!, result: {...two!.result, origin: 'file' as const}};
    const set = only([chosen, redacted, photo(3), closing(4)]);
    assert.deepEqual(
      set.files.map((file) => file.chosen),
      [true, true, undefined],
    );
    assert.equal(set.reason, '3 of 3, in order, 2 chosen, not taken here, none missing.');
  });
});

describe('a file of another job', () => {
  const other = (at: number, more = {}) =>
    photo(at, {
      name: `o${at}`,
      set: idOf('other'),
      previous: at > 1 ? `o${at - 1}` : undefined,
      over: {told: {job: 'claim 4712', index: at}},
      ...more,
    });

  it('is named in the set that it got into, which stays complete', () => {
    const set = closed([...closedSet(), other(2)]);
    assert.equal(set.state, 'complete');
    assert.deepEqual(set.added, [{file: 'o2.jpg', job: 'claim 4712'}]);
    assert.match(set.reason, /none missing, 1 from another job\./);
  });

  it('is none where its job is complete here, or is the same, or has as many files', () => {
    const end = closing(2, {
      name: 'end2',
      set: idOf('other'),
      previous: 'o1',
      seals: [numbered(1, 'o1')],
    });
    for (const files of [
      [...closedSet(), other(1), end],
      [...closedSet(), other(1, {over: {told: {job: 'claim 4711', index: 1}}})],
      [...photos(2), closing(3), other(1), other(2)],
    ]) {
      assert.deepEqual(
        judgeSets(files).sets.map(({added}) => added),
        [[], []],
      );
    }
  });
});

it('has a state for each reason', () => {
  assert.deepEqual(
    [...new Set(Object.values(setWhys))],
    ['incomplete', 'unconfirmed', 'open', 'complete'],
  );
});
