import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setTimeout} from 'node:timers/promises';
import {LateCode} from '../../../src/core/async/late-code.js';

const failure = new TypeError('Failed to fetch dynamically imported module');

describe("code that is loaded after the page's own", () => {
  it('is requested again until it loads, with a longer delay after each failure', async () => {
    const waits: number[] = [];
    let loads = 0;
    const late = new LateCode(
      () => (++loads < 4 ? Promise.reject(failure) : Promise.resolve('code')),
      (failures) => {
        waits.push(failures);
        return 1;
      },
    );
    assert.equal(await late.arrival, 'code');
    assert.equal(loads, 4);
    assert.deepEqual(waits, [1, 2, 3]);
  });

  it('is requested once for two simultaneous callers', async () => {
    let loads = 0;
    const late = new LateCode(() => Promise.resolve(++loads));
    assert.deepEqual(await Promise.all([late.request(), late.request()]), [1, 1]);
    assert.equal(late.code, 1);
  });

  it('rejects for a caller if it could not be loaded, and is requested at once for the next caller', async () => {
    let isThere = false;
    const late = new LateCode(
      () => (isThere ? Promise.resolve('code') : Promise.reject(failure)),
      () => 1_000,
    );
    await assert.rejects(late.request(), failure);
    isThere = true;
    assert.equal(await late.request(), 'code');
  });

  it('is retried after the delay of its last failure, however often it was requested meanwhile', async () => {
    let loads = 0;
    const late = new LateCode(
      () => (++loads < 3 ? Promise.reject(failure) : Promise.resolve('code')),
      (failures) => (failures === 1 ? 20 : 300),
    );
    await assert.rejects(late.request(), failure);
    await assert.rejects(late.request(), failure);
    await setTimeout(150);
    assert.equal(loads, 2, 'the pause of the first failure still ran');
    assert.equal(await late.arrival, 'code');
    assert.equal(loads, 3);
  });
});
