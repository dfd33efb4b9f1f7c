import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {judgeSets} from '../../src/model/sets/judge-sets.js';
import {
  closedSet,
  closing,
  discarded,
  filesIn,
  hashOf,
  idOf,
  kept,
  numbered,
  only,
  photo,
  photos,
  without,
} from './inspected-set.js';

describe('closing records', () => {
  for (const [what, labelState] of [
    ['is broken', 'invalid'],
    ['is of an unknown signer', 'untrusted'],
    ['is of a signer of the interim list', 'interim'],
    ['could not be checked', 'unchecked'],
  ] as const) {
    it(`closes nothing if it ${what}`, () => {
      const set = only([...photos(8), closing(9, {labelState})]);
      assert.equal(set.state, 'open');
      assert.equal(set.closing, undefined);
      assert.deepEqual([set.found, set.expected], [8, 8]);
      assert.match(set.reason, /A closing record does not count: end\.jpg\./);
    });
  }

  it('closes nothing with a list that a stranger has shortened', () => {
    const seals = [1, 2, 4].map((index) => numbered(index));
    const files = [...without(photos(4), 'c3.jpg'), closing(5, {labelState: 'untrusted', seals})];
    assert.equal(only(files).state, 'incomplete');
  });

  it('counts the newest of several, which lists the earlier ones', () => {
    const first = closing(4, {name: 'first'});
    const later = photo(5, {previous: 'first', taken: 4});
    const seals = [1, 2, 3].map((index) => numbered(index));
    const last = closing(6, {
      previous: 'c5',
      seals: [...seals, numbered(4, 'first'), numbered(5)],
      told: {captures: [kept(1), kept(2), kept(3), kept(4, 'c5')]},
    });
    const set = only([...photos(3), first, later, last]);
    assert.equal(set.state, 'complete');
    assert.equal(set.closing, 'end.jpg');
    assert.deepEqual(filesIn(set.files), ['c1.jpg', 'c2.jpg', 'c3.jpg', 'c5.jpg']);
    assert.equal(set.reason, '4 of 4, in order, none missing.');
  });

  it('are not missing where a newer one says of their numbers that they are closing records', () => {
    const later = photo(5, {previous: 'first', taken: 4});
    const seals = [1, 2, 3].map((index) => numbered(index));
    const told = {captures: [kept(1), kept(2), kept(3), kept(4, 'c5')]};
    const last = (marked: object) =>
      closing(6, {
        previous: 'c5',
        seals: [...seals, {...numbered(4, 'first'), ...marked}, numbered(5)],
        told,
      });
    const set = only([...photos(3), later, last({closing: true})]);
    assert.equal(set.state, 'complete');
    assert.deepEqual([set.found, set.expected], [4, 4]);
    const unmarked = only([...photos(3), later, last({})]);
    assert.deepEqual([unmarked.state, unmarked.expected], ['incomplete', 5]);
  });

  it('name a number of which they say different things', () => {
    const first = closing(4, {name: 'first', seals: [numbered(1), numbered(2, 'x2'), numbered(3)]});
    const last = closing(5, {
      previous: 'first',
      seals: [numbered(1), numbered(2), numbered(3), numbered(4, 'first')],
      told: {captures: [kept(1), kept(2), kept(3)]},
    });
    const set = only([...photos(3), first, last]);
    assert.equal(set.state, 'incomplete');
    assert.match(set.reason, /The seals say different things of number 2\./);
  });

  it('do not both count if they have the same number', () => {
    const other = closing(9, {name: 'other', seals: [numbered(1), numbered(2)]});
    const set = only([...closedSet(), other]);
    assert.equal(set.state, 'incomplete');
    assert.equal(set.exchanged.length, 1);
  });

  it('count as numbers below their own what they leave out of their lists', () => {
    const seals = [1, 2, 4].map((index) => numbered(index));
    const set = only([
      photo(1),
      photo(2),
      photo(4, {over: {previous: undefined}}),
      closing(5, {previous: 'c4', seals}),
    ]);
    assert.deepEqual(set.missing, [{index: 3}]);
    assert.equal(set.state, 'incomplete');
  });

  it('may be number 1 of a set: what the device kept is then missing, or counted in another set', () => {
    const end = closing(1, {set: idOf('second'), told: {captures: [kept(1)]}});
    const alone = only([end]);
    assert.deepEqual([alone.state, alone.found, alone.expected], ['incomplete', 0, 1]);
    const set = judgeSets([photo(1), end]).sets.find((one) => one.closing !== undefined);
    assert.deepEqual([set?.state, set?.why, set?.expected], ['unconfirmed', ['elsewhere'], 0]);
    const none = only([closing(1, {told: {captures: [], discarded: [discarded(1)]}})]);
    assert.equal(none.state, 'complete');
    assert.equal(none.reason, '0 of 0, 1 discarded on the device, none missing.');
  });

  it('tell discarded captures from missing ones, sealed or not; as the device says', () => {
    const told = {
      captures: [kept(1), kept(3)],
      discarded: [discarded(2), {...discarded(4, 'unsealed'), shot: 'roof'}],
      shots: [{id: 'roof', label: 'Roof'}],
    };
    const set = only([photo(1), photo(3), closing(4, {previous: 'c3', told})]);
    assert.equal(set.state, 'complete');
    assert.equal(
      set.reason,
      '2 of 2, in order, 2 discarded on the device, 1 not taken, none missing.',
    );
    const [sealed, unsealed] = set.discarded;
    assert.equal(sealed!.index, 2);
    assert.deepEqual(unsealed, {
      captureId: idOf('unsealed'),
      capturedAt: '2026-11-29T10:00:00Z',
      discardedAt: '2026-11-29T10:05:00Z',
      shot: 'roof',
      label: 'Roof',
    });
  });

  it('name discarded captures that are here all the same', () => {
    const told = {captures: [kept(1)], discarded: [discarded(2)]};
    const set = only([photo(1), photo(2), closing(3, {told})]);
    assert.equal(set.state, 'complete');
    assert.deepEqual([set.found, set.expected], [1, 1]);
    assert.match(set.reason, /discarded a capture that is here: c2\.jpg\./);
  });

  it('know a capture by its id, in capitals or not', () => {
    const captureId = idOf('abc').toUpperCase();
    const end = closing(2, {
      previous: 'abc',
      seals: [numbered(1, 'abc')],
      told: {captures: [], discarded: [{...discarded(1, 'abc'), captureId}]},
    });
    assert.equal(only([end]).state, 'complete');
    const held = closing(2, {
      previous: 'abc',
      seals: [numbered(1, 'abc')],
      told: {captures: [{...kept(1), captureId}]},
    });
    assert.equal(only([photo(1, {name: 'abc', over: {captureId}}), held]).state, 'complete');
  });

  it('explain nothing that the device says both to have kept and to have discarded', () => {
    const told = {captures: [kept(1), kept(2)], discarded: [discarded(2)]};
    assert.equal(only([photo(1), closing(3, {told})]).state, 'incomplete');
  });

  it('name captures that the device has kept and that have no number', () => {
    const told = {
      captures: [kept(1), {...kept(2, 'lost'), shot: 'vin'}],
      shots: [{id: 'vin', label: 'Number plate'}],
    };
    const set = only([photo(1), closing(2, {told})]);
    assert.deepEqual(set.missing, [{captureId: idOf('lost'), shot: 'vin', label: 'Number plate'}]);
    assert.equal(set.state, 'incomplete');
    assert.match(set.reason, /^1 of 2, in order, 1 missing\.$/);
  });

  it('account for captures that were moved to another service', () => {
    const movedAt = '2026-11-29T10:06:00Z';
    const moved = {...kept(2, 'away'), movedAt, shot: 'roof'};
    const told = {captures: [kept(1), kept(3, 'c2')], moved: [moved]};
    const shots = [{id: 'roof', label: 'Roof'}];
    const files = [photo(1), photo(2, {taken: 3}), closing(3, {told: {...told, shots}})];
    const set = only(files);
    assert.equal(set.state, 'complete');
    assert.equal(set.reason, '2 of 2, in order, 1 moved to another service, none missing.');
    const {capturedAt} = moved;
    const shot = {shot: 'roof', label: 'Roof'};
    assert.deepEqual(set.moved, [{captureId: idOf('away'), capturedAt, movedAt, ...shot}]);
  });

  it('do not expect a moved capture that has a number, and count its file where it is here', () => {
    const moved = [{...kept(2), movedAt: '2026-11-29T10:06:00Z'}];
    const end = closing(3, {told: {captures: [kept(1)], moved}});
    const set = only([photo(1), end]);
    assert.deepEqual([set.state, set.expected, set.missing], ['complete', 1, []]);
    assert.equal(set.moved[0]!.index, 2);
    const here = only([photo(1), photo(2), end]);
    assert.deepEqual([here.state, here.found, here.expected], ['complete', 2, 2]);
    assert.deepEqual(here.moved, []);
  });

  it('explain nothing that the device says both to have kept and to have moved', () => {
    const moved = [{...kept(2), movedAt: '2026-11-29T10:06:00Z'}];
    const told = {captures: [kept(1), kept(2)], moved};
    const set = only([photo(1), closing(3, {told})]);
    assert.deepEqual([set.state, set.moved], ['incomplete', []]);
  });

  it('list the shots that were skipped, with the reasons', () => {
    const skipped = {reason: 'unsafe', words: 'Ice on the roof'} as const;
    const shots = [
      {id: 'front', label: 'Front'},
      {id: 'roof', label: 'Roof', skipped},
    ];
    const set = only([photo(1, {shot: 'front'}), closing(2, {told: {shots}})]);
    assert.deepEqual(set.skipped, [
      {shot: 'roof', label: 'Roof', reason: 'unsafe', words: 'Ice on the roof'},
    ]);
    assert.equal(set.reason, '1 of 1, in order, 1 skipped, none missing.');
  });

  it('name the shot of a missing photo, which only the device has told', () => {
    const told = {captures: [{...kept(1), shot: 'front'}], shots: [{id: 'front', label: 'Front'}]};
    const set = only([closing(2, {told})]);
    assert.deepEqual(set.missing, [
      {index: 1, captureId: idOf('c1'), shot: 'front', label: 'Front'},
    ]);
  });

  it('find what the device says of itself in doubt', () => {
    const twice = [...photos(3), closing(4, {told: {captures: [kept(1), kept(1, 'c2'), kept(3)]}})];
    const captures = [kept(1), kept(2), kept(4, 'c3')];
    const skipped = [...photos(2), photo(3, {taken: 4}), closing(4, {told: {captures}})];
    for (const [files, text] of [
      [twice, /the same number/],
      [skipped, /says nothing of 1 of its captures/],
    ] as const) {
      const set = only(files);
      assert.equal(set.state, 'unconfirmed');
      assert.match(set.reason, text);
    }
    const digest = hashOf('as captured');
    const broken = photo(2, {over: {told: {job: 'j', index: 2, previous: hashOf('another')}}});
    const told = {captures: [{...kept(1), digest}, kept(2)]};
    const set = only([photo(1), broken, closing(3, {told})]);
    assert.equal(set.state, 'unconfirmed');
    assert.match(set.reason, /order of its captures does not fit together/);
  });
});
