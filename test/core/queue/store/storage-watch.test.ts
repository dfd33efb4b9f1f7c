import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {settled} from '../../../settled.js';
import {Page, keptIn} from '../queue-fixture.js';
import {StorageWatch} from '../../../../src/core/queue/store/storage-watch.js';
import type {StorageSpace} from '../../../../src/ports/browser/storage-persistence.js';

const space = (left: number): StorageSpace => ({used: 1e6, left, persisted: false});

/** A watch over a storage that the test fills. Each check is awaited. */
function setup(left?: number) {
  let now = left === undefined ? undefined : space(left);
  let looks = 0;
  const told: boolean[] = [];
  /** The free space after each time that files were deleted. */
  const freed: number[] = [];
  const makeRoom = (): boolean => {
    const next = freed.shift();
    if (next !== undefined) now = space(next);
    return next !== undefined;
  };
  const lifetime = new AbortController();
  const storage = {
    request: () => Promise.resolve(),
    estimate: () => {
      looks++;
      return Promise.resolve(now);
    },
  };
  // Aborted, so that the pause between two checks takes no time.
  lifetime.abort();
  const watch = new StorageWatch(
    storage,
    () => Promise.resolve(makeRoom()),
    (isLowNow) => told.push(isLowNow),
    lifetime.signal,
  );
  const look = async (bytes?: number, nowLeft?: number) => {
    if (nowLeft !== undefined) now = space(nowLeft);
    await settled(watch.measure(bytes));
  };
  return {watch, look, told, freed, looks: () => looks};
}

describe('the storage watch', () => {
  it('deletes delivered files before it reports that space is low', async () => {
    const {watch, look, told, freed} = setup(1e9);
    freed.push(2e6, 1e9);
    await look(0, 1e6);
    assert.deepEqual([watch.state?.isLow, ...told, ...freed], [false, false]);
    await look(0, 1e6);
    assert.deepEqual([watch.state?.isLow, ...told], [true, false, true]);
  });

  it('reports once that space is low, and again only after it was sufficient', async () => {
    const {watch, look, told} = setup(1e9);
    await look();
    assert.deepEqual(watch.state, {...space(1e9), isLow: false});
    await look(0, 49e6);
    await look(0, 48e6);
    assert.equal(watch.state?.isLow, true);
    await look(0, 51e6);
    await look(0, 49e6);
    assert.deepEqual(told, [false, true, false, false, true]);
  });

  it('requires space for ten of the largest captures', async () => {
    const {watch, look} = setup(119e6);
    await look(1e6);
    assert.equal(watch.state?.isLow, false);
    await look(12e6);
    assert.equal(watch.state?.isLow, true);
    await look(1e6);
    assert.equal(watch.state?.isLow, true);
  });

  it('reports nothing if the browser does not', async () => {
    const {watch, look, told} = setup();
    await look(12e6);
    assert.deepEqual([watch.state, told], [undefined, []]);
  });

  it('checks at most once a second, and once more after a burst', async () => {
    const lifetime = new AbortController();
    let looks = 0;
    const storage = {
      request: () => Promise.resolve(),
      estimate: () => Promise.resolve(space(1e9 + looks++)),
    };
    const watch = new StorageWatch(
      storage,
      () => Promise.resolve(false),
      () => undefined,
      lifetime.signal,
    );
    for (let i = 0; i < 100; i++) watch.measure();
    await settled();
    assert.equal(looks, 1);
    await settled(lifetime.abort());
    assert.equal(looks, 2);
  });
});

describe('storage, as reported to a page,', () => {
  it('is known from the start, and checked after captures and seals', async () => {
    const page = new Page();
    assert.equal(page.protection.storage, undefined);
    page.space = {used: 5, left: 1e9, persisted: true};
    await page.capture();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    assert.deepEqual(page.protection.storage, {...page.space, isLow: false});
    assert.deepEqual(page.queue.storage, page.protection.storage);
    page.queue.close();
  });

  it('is reported to every client once if space is low', async () => {
    const page = new Page();
    const told: unknown[] = [];
    page.client.onStorageLow = (detail) => told.push(detail);
    page.space = {used: 5, left: 10, persisted: false};
    await page.capture();
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await page.capture();
    assert.deepEqual(told, [{used: 5, left: 10}]);
    page.queue.close();
  });

  it('loses no stored capture if it is full', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    const kept = await page.capture();
    page.store.keeping = keptIn('nowhere');
    await page.capture();
    assert.deepEqual(
      page.stored.map(({captureId}) => captureId),
      [kept],
    );
    page.queue.close();
  });
});
