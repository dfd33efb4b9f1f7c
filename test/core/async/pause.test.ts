import assert from 'node:assert/strict';
import {it} from 'node:test';
import {pause} from '../../../src/core/async/pause.js';

const DAY_MS = 86_400_000;

it('ends at once if the signal is aborted before or during the pause', async () => {
  const timers = () =>
    process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  await pause(DAY_MS, AbortSignal.abort());
  const given = new AbortController();
  const waiting = pause(DAY_MS, given.signal);
  given.abort();
  await waiting;
  assert.equal(timers(), before);
});
