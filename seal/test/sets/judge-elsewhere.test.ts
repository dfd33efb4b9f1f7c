import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import type {InspectedFile} from '../../src/model/sets/judge-sets.js';
import {judgeSets} from '../../src/model/sets/judge-sets.js';
import {closing, idOf, kept, numbered, photo, photos, SET} from './inspected-set.js';

const SECOND = idOf('second');

/** Two captures of the job in a second set: the service has lost the numbers of the first, which has three. */
const secondSet = (more = {}): InspectedFile[] => [
  photo(1, {name: 'd4', set: SECOND, taken: 4}),
  photo(2, {name: 'd5', set: SECOND, taken: 5, previous: 'd4'}),
  closing(3, {
    set: SECOND,
    previous: 'd5',
    seals: [numbered(1, 'd4'), numbered(2, 'd5')],
    told: {captures: [kept(1), kept(2), kept(3), kept(4, 'd4'), kept(5, 'd5')]},
    ...more,
  }),
];
const ids = (list: readonly {captureId?: string}[]) => list.map(({captureId}) => captureId);
const inFirst = [idOf('c1'), idOf('c2'), idOf('c3')];

function second(files: readonly InspectedFile[]) {
  const found = judgeSets(files).sets.find(({set}) => set === SECOND);
  assert.ok(found);
  return found;
}

describe('a job whose captures are in two sets', () => {
  it('has none missing that the other set has numbered, and is not confirmed', () => {
    const report = judgeSets([...photos(3), ...secondSet()]);
    const set = report.sets.find((one) => one.set === SECOND)!;
    assert.equal(set.state, 'unconfirmed');
    assert.deepEqual([set.found, set.expected, set.missing], [2, 2, []]);
    assert.deepEqual(ids(set.elsewhere), inFirst);
    assert.equal(
      set.reason,
      '2 of 2, in order, none missing, 3 are counted in another set of this job.',
    );
    assert.equal(report.sets.find((one) => one.set === SET)!.state, 'open');
  });

  it('knows them from the closing record of the other set, too, where their files are gone', () => {
    const first = [photo(1), closing(4, {previous: 'c3', name: 'end1'})];
    const set = second([...first, ...secondSet({name: 'end2'})]);
    assert.deepEqual(ids(set.elsewhere), inFirst);
    assert.deepEqual(
      judgeSets([...first, ...secondSet({name: 'end2'})]).sets[0]!.missing.length,
      2,
    );
  });

  it('does not call those never sealed whose files are not here', () => {
    const set = second(secondSet());
    assert.equal(set.state, 'incomplete');
    assert.deepEqual(ids(set.missing), inFirst);
    assert.match(set.reason, /^2 of 5, in order, 3 missing\.$/);
  });

  const job = {told: {job: 'claim 4712', index: 1}};
  for (const [what, first] of [
    ['another signer', {signedBy: 'Another service'}],
    ['another job', {over: job}],
    ['no job', {over: {told: undefined}}],
    ['a sandbox', {signature: {environment: 'sandbox' as const}}],
    ['a signer who is not trusted', {labelState: 'untrusted' as const}],
    ['the same set', {set: SECOND}],
  ] as const) {
    it(`counts no file of ${what} for one of it`, () => {
      const set = second([photo(1, first), ...secondSet()]);
      assert.deepEqual(set.elsewhere, []);
      assert.equal(set.state, 'incomplete');
      assert.equal(set.missing.length, 3);
    });
  }

  it('counts nothing for numbered in another set if nobody trusts the signer of both', () => {
    const files = [...photos(3), ...secondSet()].map(({file, result}) => ({
      file,
      result: {...result, labelValid: false, labelState: 'untrusted' as const},
    }));
    const set = second(files);
    assert.deepEqual([set.state, set.elsewhere, set.missing.length], ['incomplete', [], 3]);
  });

  it('still misses a capture that its own set has numbered', () => {
    const again = photo(1, {name: 'd4', set: SET, previous: undefined});
    const set = second([again, ...secondSet().slice(1)]);
    assert.equal(set.state, 'incomplete');
    assert.equal(set.missing[0]!.index, 1);
  });
});
