import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import Value from 'typebox/value';
import {SetsReport} from '../../src/model/inspection/sets-report.js';
import {judgeSets, type InspectedFile} from '../../src/model/sets/judge-sets.js';
import {
  SET,
  closedSet,
  closing,
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

/** The seal of a stranger on content of their own, with a key that fits the signature of number 3. */
const fitting = (over = {}) =>
  photo(3, {
    file: 'fitting.jpg',
    labelState: 'untrusted',
    signedBy: 'Mallory',
    over: {digest: hashOf('other content'), ...over},
  });

/** The files, and how often anything was read from them. */
function counted(given: readonly InspectedFile[]) {
  let reads = 0;
  const watched = <T extends object>(one: T): T =>
    new Proxy(one, {
      get(target, key): unknown {
        reads += 1;
        return Reflect.get(target, key);
      },
    });
  const files = given.map(({file, result}): InspectedFile => {
    const set = result.set && watched(result.set);
    return {file, result: watched({...result, set})};
  });
  return {files, reads: () => reads};
}

describe('seals that are less to be believed than their set', () => {
  it('are part of it if a closing record names the hashes of signature and content', () => {
    const set = only([...without(closedSet(), 'c3.jpg'), photo(3, {labelState: 'untrusted'})]);
    assert.equal(set.state, 'unconfirmed');
    assert.deepEqual([set.found, set.expected], [8, 8]);
    assert.match(set.reason, /The signer of a file is not trusted: c3\.jpg\./);
  });

  it('are not, with the same signature around other content', () => {
    const set = only([...without(closedSet(), 'c3.jpg'), fitting()]);
    assert.equal(set.state, 'incomplete');
    assert.deepEqual(filesIn(set.exchanged), ['fitting.jpg']);
  });

  it('are not, if only the next seal names the hash of the signature', () => {
    const set = only([...without(photos(4), 'c3.jpg'), fitting()]);
    assert.equal(set.state, 'incomplete');
    assert.deepEqual(filesIn(set.exchanged), ['fitting.jpg']);
  });

  it('leave a set unconfirmed that could not be checked in part', () => {
    const set = only([...without(closedSet(), 'c3.jpg'), photo(3, {labelState: 'unchecked'})]);
    assert.equal(set.state, 'unconfirmed');
    assert.match(set.reason, /A file could not be checked: c3\.jpg\./);
  });

  it('are as broken as the verdict on the file, where an answer contradicts itself', () => {
    const {file, result} = photo(3);
    const broken = {file, result: {...result, labelValid: false}};
    const set = only([...without(closedSet(), 'c3.jpg'), broken]);
    assert.equal(set.state, 'incomplete');
    assert.deepEqual(filesIn(set.changed), ['c3.jpg']);
    const alone = {file, result: {...broken.result, set: undefined}};
    assert.deepEqual(judgeSets([alone]).others, [{file, why: 'changed'}]);
  });

  it('make a set that is unconfirmed at best, if there are no others', () => {
    const untrusted = closedSet().map(({file, result}) => ({
      file,
      result: {...result, labelValid: false, labelState: 'untrusted' as const},
    }));
    assert.equal(only(untrusted).state, 'unconfirmed');
    assert.equal(only(without(untrusted, 'c3.jpg')).state, 'incomplete');
  });

  it('of a sandbox say nothing about a set of the live environment', () => {
    const signature = {environment: 'sandbox' as const};
    const sandboxed = closing(4, {signature, seals: [numbered(1), numbered(3)]});
    const set = only([photo(1), photo(3), sandboxed]);
    assert.equal(set.state, 'incomplete');
    assert.equal(set.closing, undefined);
  });

  it('of a sandbox alone are called so', () => {
    const files = closedSet().map(({file, result}) => ({
      file,
      result: {...result, signature: {...result.signature, environment: 'sandbox' as const}},
    }));
    const set = only(files);
    assert.equal(set.state, 'complete');
    assert.match(set.reason, /This set is from the sandbox\. It is no evidence\./);
  });
});

describe('a trusted signer that copies the id of a set', () => {
  it('does not disturb it: its files are named', () => {
    const copied = photo(3, {name: 'copied', signedBy: 'Another service'});
    const set = only([...closedSet(), copied, photo(40, {signedBy: 'Another service'})]);
    assert.equal(set.state, 'complete');
    assert.deepEqual(filesIn(set.exchanged), ['copied.jpg', 'c40.jpg']);
  });

  it('cannot close it unseen', () => {
    const seals = [numbered(1), numbered(2)];
    const set = only([...photos(2), closing(3, {signedBy: 'Another service', seals})]);
    assert.equal(set.state, 'unconfirmed');
    assert.match(set.reason, /The seals are of several signers: Another service, Service\./);
  });
});

describe('large and hostile folders', () => {
  const many = (count: number, make: (at: number) => InspectedFile) =>
    Array.from({length: count}, (_, at) => make(at));
  const setOfItsOwn = (at: number) =>
    photo(10_000, {
      name: `s${at}`,
      set: idOf(`s${at}`),
      labelState: at % 2 ? 'untrusted' : 'valid',
    });
  const closedOfItsOwn = (at: number) => {
    const captures = [kept(1, 'shared'), kept(2, `k${at}`)];
    return closing(2, {name: `e${at}`, set: idOf(`e${at}`), told: {captures}});
  };
  const folders: [string, (count: number) => InspectedFile[]][] = [
    ['a set for each file', (count) => many(count, setOfItsOwn)],
    ['a closed set for each file', (count) => many(count, closedOfItsOwn)],
    ['copies', (count) => many(count, (at) => photo((at % 1000) + 1, {file: `${at}.jpg`}))],
    ['one set', (count) => many(count, (at) => photo(at + 1, {name: `n${at}`}))],
    ['a set among others', (count) => [...closedSet(), ...many(count, setOfItsOwn)]],
  ];
  for (const [what, folder] of folders) {
    it(`are judged in steps that grow with the number of files: ${what}`, () => {
      const steps = (count: number) => {
        const {files, reads} = counted(folder(count));
        const {sets} = judgeSets(files);
        const unknown = sets.flatMap(({missing}) => missing.filter((one) => !one.captureId));
        // For each file the number before it, and the numbers of which nothing is known.
        assert.ok(unknown.length <= count + 10_000);
        return reads();
      };
      // Twice for twice as many, and a little more for sorting.
      const [half, all] = [steps(5000), steps(10_000)];
      assert.ok(all < 2.5 * half, `${half} steps, and ${all} for twice as many files`);
    });
  }

  it('count all missing numbers, of which only the first are listed', () => {
    const [set] = judgeSets([
      photo(10_000, {previous: 'c9999'}),
      ...Array.from({length: 3}, (_, at) => photo(9_999, {set: idOf(`s${at}`)})),
    ]).sets;
    assert.equal(set!.found, 1);
    assert.ok(set!.expected >= 9_999);
  });

  it('get a report of the form that the service answers with', () => {
    const files = [
      ...without(closedSet(), 'c2.jpg'),
      photo(4, {file: 'copy.jpg'}),
      photo(2, {labelState: 'invalid'}),
      photo(5, {name: 'other', set: idOf('other')}),
      {
        file: 'plain.jpg',
        result: {labelValid: false, labelState: 'none' as const, reason: '', checks: []},
      },
    ];
    assert.ok(Value.Check(SetsReport, judgeSets(files)));
  });
});

describe('several sets and other files', () => {
  it('have a set for each id, the worst first, and name what is part of none', () => {
    const added = photo(5, {
      file: 'added.jpg',
      set: idOf('other'),
      over: {told: {job: 'claim 4712', index: 5}},
    });
    const result = {labelValid: false, reason: '', checks: []};
    const report = judgeSets([
      ...closedSet(),
      added,
      {file: 'plain.jpg', result: {...result, labelState: 'none'}},
      {file: 'single.jpg', result: {...result, labelValid: true, labelState: 'valid'}},
      {file: 'heavy.jpg', result: {...result, labelState: 'unchecked'}},
      photo(2, {file: 'broken.jpg', set: idOf('nowhere'), labelState: 'invalid'}),
    ]);
    assert.equal(report.state, 'incomplete');
    assert.deepEqual(
      report.sets.map(({set, job, state}) => [set, job, state]),
      [
        [idOf('other'), 'claim 4712', 'incomplete'],
        [SET, 'claim 4711', 'complete'],
      ],
    );
    assert.deepEqual(report.others, [
      {file: 'plain.jpg', why: 'no-seal'},
      {file: 'single.jpg', why: 'no-set'},
      {file: 'heavy.jpg', why: 'unchecked'},
      {file: 'broken.jpg', why: 'changed'},
    ]);
    assert.match(
      report.reason,
      /“claim 4711”: 8 of 8, in order, none missing, 1 from another job\./,
    );
    assert.deepEqual(report.sets[1]?.added, [{file: 'added.jpg', job: 'claim 4712'}]);
    assert.match(report.reason, /A file has no seal: plain\.jpg\./);
  });

  it('are no set at all', () => {
    const report = judgeSets([]);
    assert.deepEqual(report, {
      state: 'none',
      reason: 'No file is part of a set.',
      sets: [],
      others: [],
    });
  });
});
