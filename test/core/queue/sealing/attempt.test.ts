import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {withCredentials} from '../../../../src/core/queue/sealing/attempt.js';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {unlessAborted} from '../../../../src/core/async/unless-aborted.js';

const never = new AbortController().signal;
/** Runs an attempt whose credentials are available at once. */
const attemptInTime = <T>(
  signal: AbortSignal,
  work: (within: AbortSignal) => Promise<T>,
  timeout = 55_000,
): Promise<T> => {
  const authorization = () => Promise.resolve(keyAuthorization('key'));
  return withCredentials([{authorization}], signal, (_, within) => work(within), timeout);
};
const silent = (within: AbortSignal): Promise<never> =>
  unlessAborted(within, () => new Promise(() => undefined));

describe('an attempt', () => {
  it('settles like its work if that is in time', async () => {
    assert.equal(await attemptInTime(never, () => Promise.resolve('sealed')), 'sealed');
    const failing = () => Promise.reject(new Error('Broken.'));
    await assert.rejects(attemptInTime(never, failing), {message: 'Broken.'});
  });

  it('is aborted at its time limit and rejects with a timeout, unless it was canceled as well', async () => {
    // The timer of an abort signal does not keep Node running.
    const awake = setInterval(() => undefined, 1000);
    const given = new AbortController();
    const leaving = (within: AbortSignal): Promise<never> =>
      silent(within).catch(() => {
        given.abort();
        throw new Error('Given up.');
      });
    try {
      await assert.rejects(attemptInTime(never, silent, 1), {code: 'timeout'});
      await assert.rejects(attemptInTime(given.signal, leaving, 1), {message: 'Given up.'});
    } finally {
      clearInterval(awake);
    }
  });

  it('is aborted when it is canceled', async () => {
    const given = new AbortController();
    const attempt = attemptInTime(given.signal, silent);
    given.abort(new Error('Given up.'));
    await assert.rejects(attempt, {message: 'Given up.'});
  });
});
