import assert from 'node:assert/strict';
import {createHash, randomUUID} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {after, afterEach, before, beforeEach, describe, it} from 'node:test';
import type {ExpiringStore} from '../../src/store/expiring-store.js';
import {EmbeddedStore} from '../../src/store/embedded-store.js';
import {Idempotency} from '../../src/store/idempotency.js';
import {ProblemError} from '../../src/http/problems.js';
import {temporaryFolder} from '../service-fixture.js';

const HOUR = 3_600_000;
const bytes = (text: string) => Buffer.from(text);
const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** The store with some of its methods replaced. */
const but = (store: ExpiringStore, change: Partial<ExpiringStore>): ExpiringStore => ({
  putIfAbsent: (...given) => store.putIfAbsent(...given),
  replace: (...given) => store.replace(...given),
  remove: (...given) => store.remove(...given),
  close: () => store.close(),
  ...change,
});
/** The store with locks that expire after 20 ms; `marked` resolves when the first one is set. */
function late(store: ExpiringStore) {
  let set: () => void;
  const marked = new Promise<void>((resolve) => (set = resolve));
  const putIfAbsent: ExpiringStore['putIfAbsent'] = async (name, value) => {
    const there = await store.putIfAbsent(name, value, 20);
    set();
    return there;
  };
  return {store: but(store, {putIfAbsent}), marked};
}
const away = () => Promise.reject(new Error('The store is away.'));
const problem = (status: number) => (error: unknown) =>
  error instanceof ProblemError && error.statusCode === status;

describe('Work with an idempotency key', () => {
  let folder: string;
  let store: ExpiringStore;
  let lines: string[];
  let made: string[];
  before(async () => {
    folder = await temporaryFolder();
    store = await EmbeddedStore.open({
      dataFolder: folder,
      limit: 2 ** 26,
      onError: (error) => assert.fail(String(error)),
      onLoss: (movedTo) => assert.fail(movedTo),
    });
  });
  let key: string;
  beforeEach(() => {
    key = randomUUID();
    lines = [];
    made = [];
  });
  afterEach(() => assert.ok(!lines.join('').includes(key)));
  after(async () => {
    await store.close();
    await rm(folder, {recursive: true});
  });

  const log = {warn: (...line: unknown[]) => void lines.push(JSON.stringify(line))};
  const work =
    (answer: string, milliseconds = 0) =>
    async () => {
      await sleep(milliseconds);
      made.push(answer);
      return bytes(answer);
    };
  const ask = async (
    make: () => Promise<Uint8Array>,
    {on = store, about = 'this', renewal = 20_000} = {},
  ) => {
    const idempotency = new Idempotency(on, HOUR, renewal);
    const {content, isReplayed} = await idempotency.once(
      {key, fingerprint: sha256(about), owner: 'answer:test:a', log},
      async () => ({content: await make()}),
    );
    return [Buffer.from(content).toString(), isReplayed];
  };

  it('is done once, and always gets the same answer', async () => {
    assert.deepEqual(await ask(work('first')), ['first', false]);
    assert.deepEqual(await ask(work('second')), ['first', true]);
    assert.deepEqual(made, ['first']);
  });

  it('is done once for 50 simultaneous requests', async () => {
    const asked = Array.from({length: 50}, (_, i) => ask(work(`${i}`, 50)));
    const answers = await Promise.allSettled(asked);
    assert.equal(made.length, 1);
    for (const answer of answers) {
      if (answer.status === 'fulfilled') assert.equal(answer.value[0], made[0]);
      else assert.ok(problem(409)(answer.reason), String(answer.reason));
    }
  });

  it('gets 409 with Retry-After while it is in progress, whatever is requested', async () => {
    const first = ask(work('first', 100));
    for (const about of ['this', 'that']) {
      await assert.rejects(ask(work('second'), {about}), (error) => {
        assert.ok(error instanceof ProblemError);
        assert.equal(error.statusCode, 409);
        assert.equal(error.headers['retry-after'], '1');
        return true;
      });
    }
    await first;
  });

  it('gets 422 for another request with its key', async () => {
    await ask(work('first'));
    await assert.rejects(ask(work('second'), {about: 'that'}), problem(422));
    assert.deepEqual(made, ['first']);
  });

  it('stores no failure, and frees the key at once', async () => {
    await assert.rejects(
      ask(() => Promise.reject(new ProblemError(400, 'No.'))),
      problem(400),
    );
    assert.deepEqual(await ask(work('second'), {about: 'that'}), ['second', false]);
  });

  it('is not started if the store is unreachable', async () => {
    const on = but(store, {putIfAbsent: away});
    await assert.rejects(ask(work('first'), {on}), (error) => {
      assert.ok(problem(503)(error));
      assert.ok((error as ProblemError).headers['retry-after']);
      return true;
    });
    assert.deepEqual(made, []);
  });

  it('succeeds if the store becomes unreachable before its end', async () => {
    const on = but(store, {replace: away});
    assert.deepEqual(await ask(work('first'), {on}), ['first', false]);
    assert.match(lines.join(''), /could not be stored/);
    // The lock stays until it expires, so that the work is never done twice at the same time.
    await assert.rejects(ask(work('second')), problem(409));
  });

  it('fails with its own error if the store becomes unreachable before the key is freed', async () => {
    const on = but(store, {remove: away});
    const fail = () => Promise.reject(new ProblemError(400, 'No.'));
    await assert.rejects(ask(fail, {on}), problem(400));
    assert.match(lines.join(''), /could not be freed/);
  });

  it('holds its key for as long as it takes', async () => {
    const renewals: number[] = [];
    const on = but(store, {
      // Locks expire sooner here than in the service, to save time.
      putIfAbsent: (name, value) => store.putIfAbsent(name, value, 800),
      replace: (name, from, to) => {
        if (to.keep === 'held') renewals.push(to.lifetime);
        return store.replace(name, from, to);
      },
    });
    const first = ask(work('first', 1600), {on, renewal: 50});
    await sleep(1100);
    await assert.rejects(ask(work('second')), problem(409));
    await first;
    assert.ok(renewals.length > 5);
    assert.deepEqual(made, ['first']);
    await sleep(100);
    const count = renewals.length;
    await sleep(100);
    assert.equal(renewals.length, count, 'nothing is renewed after the end');
  });

  it('frees its key some time after its process has died', async () => {
    const on = but(store, {putIfAbsent: (name, value) => store.putIfAbsent(name, value, 1000)});
    void ask(() => new Promise<never>(() => {}), {on, renewal: 1e6});
    await assert.rejects(ask(work('second')), problem(409));
    await sleep(1050);
    assert.deepEqual(await ask(work('second')), ['second', false]);
  });

  it('returns the answer of another process that took over after the lock had expired', async () => {
    const {store: on, marked} = late(store);
    const first = ask(work('first', 600), {on});
    await marked;
    await sleep(60);
    assert.deepEqual(await ask(work('second')), ['second', false]);
    assert.deepEqual(await first, ['second', true]);
  });

  it('gets Retry-After if another process that took over is not done', async () => {
    const {store: on, marked} = late(store);
    const first = ask(work('first', 600), {on});
    await marked;
    await sleep(60);
    const second = ask(work('second', 2500));
    await assert.rejects(first, problem(409));
    assert.deepEqual(await second, ['second', false]);
  });

  it('stores its answer if the lock had expired and no process took over', async () => {
    assert.deepEqual(await ask(work('first', 60), {on: late(store).store}), ['first', false]);
    assert.deepEqual(await ask(work('second')), ['first', true]);
  });
});
