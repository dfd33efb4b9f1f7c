import {DatabaseSync} from '@photostructure/sqlite';
import assert from 'node:assert/strict';
import {hash, randomUUID} from 'node:crypto';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, before, describe, it} from 'node:test';
import {MOST_IN_SET} from '@sealed-capture/seal/model/seal/sealed-set.js';
import type {Statement} from '@sealed-capture/seal/writing/assertions.js';
import {makeManifestStore} from '@sealed-capture/seal/writing/manifest.js';
import {makeAuthority, type TestAuthority} from '../../../seal/test/pki.js';
import {options} from '../../../seal/test/seal-file.js';
import {ProblemError} from '../../src/http/problems.js';
import {numberedSeal} from '../../src/sets/numbered-seal.js';
import {SetNumbers} from '../../src/sets/set-numbers.js';
import {serializeState, type NewInSet} from '../../src/sets/set-state.js';
import type {LastingStore} from '../../src/store/expiring-store.js';
import {LastingFile} from '../../src/store/lasting-file.js';
import {temporaryFolder} from '../service-fixture.js';
import {closingOf, ofSet, setIn} from './set-requests.js';

const sha256 = (text: string): string => hash('sha256', text, 'base64');

describe('Numbers of a set', () => {
  let authority: TestAuthority;
  let folder: string;
  let file: LastingFile;
  const warnings: string[] = [];
  const owner = {
    environment: 'sandbox',
    keyId: 'key',
    log: {warn: (_: unknown, text?: string) => void warnings.push(text ?? '')},
  } as const;
  before(async () => {
    authority = await makeAuthority();
    folder = await temporaryFolder();
    file = await openFile();
  });
  after(() => file.close());

  const openFile = () =>
    LastingFile.open(join(folder, 'sets.db'), {durability: 'lasting-log', onLoss: () => {}});

  type Change = Parameters<typeof ofSet>[1];
  function captureOf(id: string, change?: Change) {
    const {set, captureId, digest, ...request} = ofSet(id, change);
    assert.ok(set);
    const capture: NewInSet = {captureId, request: set};
    const make = async (place: Statement['set'], of = digest) => {
      const asked = {...request, captureId, digest: Buffer.from(of, 'base64'), set: place};
      const store = await makeManifestStore(asked, authority.signer, options);
      return {store, numbered: numberedSeal(store)};
    };
    return {capture, make};
  }
  /** The number that a capture gets. */
  async function number(numbers: SetNumbers, id: string, change?: Change) {
    const {capture, make} = captureOf(id, change);
    return (await numbers.next(owner, capture, make)).vouched;
  }
  const stateOf = (id: string, count: number) =>
    file.putIfAbsent(
      `set:sandbox:key:${id}`,
      serializeState({
        set: randomUUID(),
        seals: Array.from({length: count}, (_, i) => [
          randomUUID(),
          sha256(`d${i}`),
          sha256(`s${i}`),
        ]),
      }),
      60_000,
    );

  it('makes each seal once in one process, however many captures wait', async () => {
    const numbers = new SetNumbers(file);
    const id = randomUUID();
    let made = 0;
    const all = await Promise.all(
      Array.from({length: 8}, () => {
        const {capture, make} = captureOf(id);
        return numbers.next(owner, capture, async (place) => {
          made += 1;
          return make(place);
        });
      }),
    );
    assert.deepEqual(
      all.map(({vouched}) => vouched.index),
      [1, 2, 3, 4, 5, 6, 7, 8],
    );
    assert.equal(made, 8);
  });

  for (const [what, stored] of [
    ['is no JSON', '{'],
    ['is null', 'null'],
    [
      'has seals of another form',
      '{"set":"a5e7c1f0-0000-4000-8000-000000000001","seals":[["a","b"]]}',
    ],
    [
      'has hashes that are no text',
      '{"set":"a5e7c1f0-0000-4000-8000-000000000001","seals":[["a","b",3]]}',
    ],
  ] as const) {
    it(`begins a new set, and warns, if the stored state ${what}`, async () => {
      const numbers = new SetNumbers(file);
      const id = randomUUID();
      await file.putIfAbsent(`set:sandbox:key:${id}`, Buffer.from(stored), 60_000);
      warnings.length = 0;
      const first = await number(numbers, id);
      assert.deepEqual([first.index, first.previous], [1, undefined]);
      assert.deepEqual(warnings, ['The state of a set cannot be read, so a new set begins.']);
      const next = await number(numbers, id);
      assert.deepEqual([next.set, next.index], [first.set, 2]);
      assert.equal(warnings.length, 1);
    });
  }

  it('goes on with the next capture after one that could not be sealed', async () => {
    const numbers = new SetNumbers(file);
    const id = randomUUID();
    const failing = numbers.next(owner, captureOf(id).capture, () => {
      throw new Error('no signature');
    });
    const next = number(numbers, id);
    await assert.rejects(failing, /no signature/);
    assert.equal((await next).index, 1);
  });

  for (const earlier of [0, 1]) {
    it(`makes a seal again if another process was faster (after ${earlier} seals), and drops the first`, async () => {
      const other = await openFile();
      const [slow, fast] = [new SetNumbers(file), new SetNumbers(other)];
      const id = randomUUID();
      for (let i = 0; i < earlier; i++) await number(slow, id);
      const {capture, make} = captureOf(id);
      const made: Uint8Array[] = [];
      const result = await slow.next(owner, capture, async (place) => {
        const seal = await make(place);
        made.push(seal.store);
        if (made.length === 1) await number(fast, id);
        return seal;
      });
      assert.deepEqual(
        made.map((store) => setIn(store).index),
        [earlier + 1, earlier + 2],
      );
      assert.equal(result.store, made[1]);
      assert.equal(result.vouched.again, undefined, 'its first number was never given');
      assert.equal((await number(fast, id)).previous, setIn(result.store).seal);
      await other.close();
    });
  }

  it('gives a capture whose answer was lost another number, which names its first', async () => {
    const numbers = new SetNumbers(file);
    const id = randomUUID();
    await number(numbers, id);
    const {capture, make} = captureOf(id);
    await numbers.next(owner, capture, (place) => make(place));
    await number(numbers, id);
    for (const index of [4, 5]) {
      const {vouched} = await numbers.next(owner, capture, (place) => make(place));
      assert.deepEqual([vouched.index, vouched.again], [index, 2]);
    }
    // What a seal binds is not known before it is made: whether it is the same is for those who judge the set.
    const other = sha256('another layout');
    const {vouched, numbered} = await numbers.next(owner, capture, (place) => make(place, other));
    assert.deepEqual([vouched.again, numbered?.digest], [2, other]);
    assert.equal((await number(numbers, id)).again, undefined, 'another capture is no repetition');
  });

  it('gives no number to a seal that does not say it', async () => {
    const numbers = new SetNumbers(file);
    const id = randomUUID();
    const {capture, make} = captureOf(id);
    await assert.rejects(
      numbers.next(owner, capture, () => make(undefined)),
      TypeError,
    );
    assert.equal((await number(numbers, id)).index, 1);
  });

  it('begins another set some time after the last seal, not after the first', async () => {
    const numbers = new SetNumbers(file, 1_500);
    const id = randomUUID();
    const first = await number(numbers, id);
    for (const index of [2, 3, 4]) {
      await sleep(600);
      assert.equal((await number(numbers, id)).index, index);
    }
    await sleep(1_700);
    const next = await number(numbers, id);
    assert.equal(next.index, 1);
    assert.notEqual(next.set, first.set);
  });

  it('deletes sets whose time is over', async () => {
    const numbers = new SetNumbers(file, 100);
    const id = randomUUID();
    const path = join(folder, 'sets.db');
    await number(numbers, id);
    await sleep(150);
    await number(new SetNumbers(file), randomUUID());
    const database = new DatabaseSync(path);
    const rows = database.prepare('SELECT key FROM entries WHERE key LIKE ?').all(`%${id}`);
    database.close();
    assert.deepEqual(rows, []);
  });

  it('has room for closing records when it is full of captures', async () => {
    const numbers = new SetNumbers(file);
    const id = randomUUID();
    await stateOf(id, MOST_IN_SET - 11);
    assert.equal((await number(numbers, id)).index, MOST_IN_SET - 10);
    await assert.rejects(number(numbers, id), isRefusal('/set/id', /Only a closing record/));
    const more = {closing: closingOf([])};
    const {capture} = captureOf(id, more);
    for (let i = MOST_IN_SET - 9; i <= MOST_IN_SET; i++) {
      // What a seal with so long a list holds is tested with files.
      const numbered = {index: i, captureId: capture.captureId, digest: 'd', seal: `s${i}`};
      const {vouched} = await numbers.next(owner, capture, () => Promise.resolve({numbered}));
      assert.equal(vouched.seals?.length, i - 1);
    }
    await assert.rejects(number(numbers, id, more), isRefusal('/set/id', /cannot have more/));
  });

  it('sends no seal if its number cannot be stored', async () => {
    const broken: LastingStore = {
      get: (key) => file.get(key),
      putIfAbsent: () => Promise.reject(new Error('The disk is away.')),
      replace: () => Promise.reject(new Error('The disk is away.')),
      remove: () => Promise.reject(new Error('The disk is away.')),
      close: () => Promise.resolve(),
    };
    const id = randomUUID();
    await assert.rejects(number(new SetNumbers(broken), id), (error) => {
      assert.ok(error instanceof ProblemError);
      assert.equal(error.statusCode, 503);
      return true;
    });
    assert.match(warnings.at(-1) ?? '', /store of sets/);
    assert.equal((await number(new SetNumbers(file), id)).index, 1);
  });

  const isRefusal = (pointer: string, detail: RegExp) => (error: unknown) => {
    assert.ok(error instanceof ProblemError);
    assert.equal(error.statusCode, 400);
    assert.equal(error.problem.errors?.[0]?.pointer, pointer);
    assert.match(error.problem.detail ?? '', detail);
    return true;
  };
});
