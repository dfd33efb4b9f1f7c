import assert from 'node:assert/strict';
import {beforeEach, describe, it} from 'node:test';
import {KeptScript} from '../../../src/ports/worker-channel/kept-script.js';

/** A worker that only notes its end. */
class QuietWorker {
  onmessage: (() => void) | null = null;
  onmessageerror: (() => void) | null = null;
  onerror: ((event: {preventDefault(): void}) => void) | null = null;
  isEnded = false;
  terminate(): void {
    this.isEnded = true;
  }
}

describe('a script whose worker is kept', () => {
  const started: QuietWorker[] = [];
  let refusal: Error | undefined;
  let script: KeptScript;
  beforeEach(() => {
    started.length = 0;
    refusal = undefined;
    script = new KeptScript({
      start: () => {
        if (refusal) throw refusal;
        const worker = new QuietWorker();
        started.push(worker);
        return worker as unknown as Worker;
      },
      unavailable: () => 'It cannot be run.',
    });
  });

  it('has a worker for each use, which ends with it, until it is loaded early', () => {
    for (const count of [1, 2]) {
      script.end(script.start(), true);
      assert.equal(started.length, count);
      assert.equal(started.at(-1)?.isEnded, true);
    }
  });

  it('starts one worker early, and keeps it for one use after the other', () => {
    script.load();
    script.load();
    for (let use = 0; use < 3; use++) script.end(script.start(), true);
    assert.deepEqual(
      started.map(({isEnded}) => isEnded),
      [false],
    );
  });

  it('starts another worker in place of one that has not done its work, and for a second use at the same time', () => {
    script.load();
    script.end(script.start(), false);
    assert.deepEqual(
      started.map(({isEnded}) => isEnded),
      [true, false],
    );
    const [one, other] = [script.start(), script.start()];
    assert.notEqual(one, other);
    script.end(one, true);
    script.end(other, true);
    assert.deepEqual(
      started.map(({isEnded}) => isEnded),
      [true, false, true],
    );
  });

  it('knows whether the worker has said that it runs, before its first use and after it', () => {
    script.load();
    started[0]?.onmessage?.();
    const early = script.start();
    assert.equal(script.isRunning(early), true);
    const late = script.start();
    assert.equal(script.isRunning(late), false);
    script.end(late, true);
    assert.equal(script.isRunning(script.start()), true);
  });

  it('ignores a load that fails, at once or later, and starts a worker when one is used', () => {
    refusal = new Error('Refused by the policy.');
    script.load();
    assert.throws(() => script.start(), refusal);
    refusal = undefined;
    script.load();
    let isPrevented = false;
    started[0]?.onerror?.({preventDefault: () => (isPrevented = true)});
    assert.equal(isPrevented, true);
    assert.equal(script.start(), started[1]);
  });
});
