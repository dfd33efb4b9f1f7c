import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {wakeLock as lock} from '../../../src/ports/browser/wake-lock.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';

class FakeLock extends EventTarget implements WakeLockSentinel {
  readonly type = 'screen';
  onrelease = null;
  released = false;
  release = () => {
    this.released = true;
    this.dispatchEvent(new Event('release'));
    return Promise.resolve();
  };
}

/** A page that the test can hide and show. */
function setup(answer: () => Promise<void> = () => Promise.resolve()) {
  const locks: FakeLock[] = [];
  const seen: {visibilityState: DocumentVisibilityState} = {visibilityState: 'visible'};
  const page = Object.assign(new EventTarget(), seen);
  const wakeLock = {
    request: async () => {
      await answer();
      const lock = new FakeLock();
      locks.push(lock);
      return lock;
    },
  };
  const show = async (visibilityState: DocumentVisibilityState) => {
    page.visibilityState = visibilityState;
    // Browsers release the lock, too.
    if (visibilityState === 'hidden') for (const lock of locks) await lock.release();
    await settled(page.dispatchEvent(new Event('visibilitychange')));
  };
  return {locks, show, page, keepAwake: lock({wakeLock, page})};
}

const on = (locks: FakeLock[]) => locks.filter(({released}) => !released).length;

describe('the screen wake lock', () => {
  it('is held until it is released, and not longer', async () => {
    const {locks, keepAwake} = setup();
    await settled(keepAwake(true));
    await settled(keepAwake(true));
    assert.deepEqual([on(locks), locks.length], [1, 1], 'one lock, however often it is asked for');
    keepAwake(false);
    assert.equal(on(locks), 0);
  });

  it('is requested again when the page is visible again, until it is released', async () => {
    const {locks, keepAwake, show} = setup();
    await settled(keepAwake(true));
    await show('hidden');
    assert.equal(on(locks), 0);
    await show('visible');
    assert.equal(on(locks), 1);
    keepAwake(false);
    await show('hidden');
    await show('visible');
    assert.deepEqual([on(locks), locks.length], [0, 2]);
  });

  it('is released at once if it is granted after that', async () => {
    const gate = new Gate();
    const {locks, keepAwake} = setup(() => gate.passed);
    keepAwake(true);
    keepAwake(false);
    await settled(gate.open());
    assert.deepEqual([on(locks), locks.length], [0, 1]);
  });

  it('is optional: a browser without it or a refusal causes no error', async () => {
    const {keepAwake, page} = setup(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    lock({page})(true);
    await settled(keepAwake(true));
  });
});
