import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {holdWakeLock} from '../../../src/ports/browser/wake-lock.js';
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
  const ends = new AbortController();
  return {ends, locks, show, wakeLock, screen: {wakeLock, page}};
}

const on = (locks: FakeLock[]) => locks.filter(({released}) => !released).length;

describe('the screen wake lock', () => {
  it('is held until the signal is aborted, and not longer', async () => {
    const {ends, locks, screen} = setup();
    await settled(holdWakeLock(ends.signal, screen));
    assert.equal(on(locks), 1);
    ends.abort();
    assert.equal(on(locks), 0);
  });

  it('is requested again when the page is visible again, until the signal is aborted', async () => {
    const {ends, locks, screen, show} = setup();
    await settled(holdWakeLock(ends.signal, screen));
    await show('hidden');
    assert.equal(on(locks), 0);
    await show('visible');
    assert.equal(on(locks), 1);
    ends.abort();
    await show('hidden');
    await show('visible');
    assert.deepEqual([on(locks), locks.length], [0, 2]);
  });

  it('is released at once if it is granted after the signal was aborted', async () => {
    const gate = new Gate();
    const {ends, locks, screen} = setup(() => gate.passed);
    holdWakeLock(ends.signal, screen);
    ends.abort();
    await settled(gate.open());
    assert.deepEqual([on(locks), locks.length], [0, 1]);
  });

  it('is optional: a browser without it or a refusal causes no error', async () => {
    const {ends, screen} = setup(() => Promise.reject(new DOMException('', 'NotAllowedError')));
    holdWakeLock(ends.signal, {page: screen.page});
    await settled(holdWakeLock(ends.signal, screen));
  });
});
