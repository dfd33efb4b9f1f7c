import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import {settled} from '../../settled.js';
import {Page, sealedForNobody, type PageOptions} from './queue-fixture.js';

const message = 'The worker script https://shop.example/media-worker.js could not be run.';
const gone = (): Promise<never> =>
  Promise.reject(new SealedCaptureError('worker_unavailable', message));
const byPage: Keeping = {name: 'stored', failure: {code: 'worker_unavailable', message}};

/** Makes the worker unavailable. The page can still store captures itself, but not seal them. */
function loseWorker(page: Page): {begin: () => void; starts: () => number} {
  const {claim} = page.store;
  const fill = page.sealer.fill.bind(page.sealer);
  let starts = 0;
  const start = (): Promise<never> => (starts++, gone());
  page.store.keeping = byPage;
  page.store.claim = start;
  page.sealer.fill = start;
  const begin = (): void => {
    page.store.keeping = {name: 'stored'};
    Object.assign(page.store, {claim});
    page.sealer.fill = fill;
  };
  return {begin, starts: () => starts};
}

const pageWithout = (options?: PageOptions) => {
  const page = new Page(options);
  return {page, ...loseWorker(page)};
};

afterEach(() => Page.closeAll());

describe('a capture that the page stored because no worker can run', () => {
  it('is shown as waiting, and reported with what is missing and the time of the next attempt', async () => {
    const {page} = pageWithout();
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    const [error] = page.client.errors;
    assert.deepEqual(
      [error?.captureId, error?.code, error?.message, error?.retryable, !!error?.willRetryAt],
      [captureId, 'worker_unavailable', message, true, true],
    );
    const [progress] = page.progress;
    assert.ok(progress?.name === 'waiting');
    assert.equal(progress.failure?.code, 'worker_unavailable');
    assert.ok(Date.parse(progress.willRetryAt ?? '') > page.browser.time);
  });

  it('is sealed in the same page once the worker can run again', async () => {
    const {page, begin} = pageWithout();
    await page.capture();
    begin();
    await settled(page.store.crash());
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
    assert.deepEqual(page.states, ['delivered']);
  });

  it('is sealed by the next visit, as restored', async () => {
    const {page} = pageWithout();
    const captureId = await page.capture();
    const next = await page.next();
    assert.deepEqual(
      next.client.sealed.map((detail) => [detail.captureId, detail.restored]),
      [[captureId, true]],
    );
  });

  it('is shown by a next visit without a worker, too, and can be discarded there', async () => {
    const {page} = pageWithout();
    const captureId = await page.capture();
    page.die();
    const {page: next} = pageWithout({browser: page.browser});
    await settled();
    const [progress] = next.progress;
    assert.ok(progress?.name === 'waiting' && progress.failure?.code === 'worker_unavailable');
    await next.protection.discard(captureId);
    assert.deepEqual([next.progress, next.stored], [[], []]);
  });

  it('is retried with growing delays, and at once on request', async () => {
    const {page, begin, starts} = pageWithout();
    const captureId = await page.capture();
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      const before = starts();
      waits.push((page.wakeUps.wakesAt ?? 0) - page.browser.time);
      await page.wakeInTime();
      assert.equal(starts(), before + 1);
    }
    assert.ok(
      waits.every((wait, i) => i === 0 || wait >= (waits[i - 1] ?? 0)),
      String(waits),
    );
    assert.ok((waits.at(-1) ?? 0) > 200_000, String(waits));
    begin();
    await settled(page.protection.retryProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
  });

  it('can be released while it is held, and is sealed later', async () => {
    const {page, begin} = pageWithout({config: {apiKey: 'key', autoProtect: false}});
    await page.capture();
    assert.deepEqual(page.states, ['held']);
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(page.states, ['waiting']);
    begin();
    await page.wake('visible');
    assert.equal(page.client.sealed.length, 1);
  });
});

it('stays sealed while no worker can build its file', async () => {
  const {page: before, captureId} = await sealedForNobody();
  before.die();
  const {page, begin} = pageWithout({browser: before.browser});
  await settled();
  assert.deepEqual([page.states, page.client.heard], [['sealed'], []]);
  assert.deepEqual(
    page.stored.map(({state}) => state.name),
    ['sealed'],
  );
  begin();
  await settled(page.store.crash());
  assert.deepEqual(
    page.client.sealed.map((detail) => detail.captureId),
    [captureId],
  );
  assert.equal(page.calls.length, 0);
});
