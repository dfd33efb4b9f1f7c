import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {LEASE_MS} from '@sealed-capture/seal/model/job/job.js';
import {settled} from '../../../settled.js';
import {Browser, FakeClient, Page, sealedForNobody} from '../queue-fixture.js';

const forever = () => new Promise<never>(() => undefined);

/** A page whose client processes each file until the test ends that. */
function uploading(browser?: Browser) {
  const page = new Page({browser});
  const ends: {resolve(): void; reject(reason: Error): void}[] = [];
  page.client.uses = () =>
    new Promise<void>((resolve, reject) => void ends.push({resolve, reject}));
  return {page, ends};
}

const deliveries = (page: Page) => page.client.sealed.map(({delivery}) => delivery);

describe('a sealed file for which the page called waitUntil', () => {
  it('is stored until the promise has resolved', async () => {
    const {page, ends} = uploading();
    await page.capture();
    assert.deepEqual(deliveries(page), [1]);
    assert.deepEqual(
      page.stored.map(({state}) => state.name),
      ['sealed'],
    );
    await settled(ends[0]?.resolve());
    assert.deepEqual(page.stored, []);
    await page.wake('visible');
    assert.deepEqual(deliveries(page), [1]);
  });

  it('is delivered again in the next visit if the page died meanwhile, as often as necessary', async () => {
    const {page} = uploading();
    await page.capture();
    const second = await page.next();
    // It was delivered before its client had called waitUntil.
    assert.deepEqual(deliveries(second), [2]);
    assert.equal(second.client.sealed[0]?.restored, true);
    assert.deepEqual(second.stored, []);
  });

  it('has a count of its deliveries over all visits', async () => {
    const {page} = uploading();
    await page.capture();
    page.die();
    const second = uploading(page.browser).page;
    await settled();
    const third = await second.next();
    assert.deepEqual(deliveries(third), [3]);
  });

  it('is delivered again in this page after a failure, with growing delays', async () => {
    const {page, ends} = uploading();
    await page.capture();
    const pauses: number[] = [];
    for (const attempt of [1, 2, 3]) {
      await settled(ends.at(-1)?.reject(new Error('No network.')));
      assert.deepEqual(page.states, ['sealed']);
      assert.equal(page.stored.length, 1);
      await settled();
      assert.equal(page.client.sealed.length, attempt);
      pauses.push((page.wakeUps.wakesAt ?? 0) - page.browser.time);
      await page.wakeInTime();
    }
    assert.deepEqual(deliveries(page), [1, 2, 3, 4]);
    assert.deepEqual(pauses, [750, 1_500, 3_000]);
    assert.equal(page.reports.length, 3);
    assert.equal(page.calls.length, 1);
    await settled(ends.at(-1)?.resolve());
    assert.deepEqual(page.stored, []);
  });

  it('is delivered again at once if the network is back, or if the page requests it', async () => {
    const {page, ends} = uploading();
    const captureId = await page.capture();
    await settled(ends[0]?.reject(new Error('No network.')));
    await page.wake('online');
    assert.deepEqual(deliveries(page), [1, 2]);
    await settled(ends[1]?.reject(new Error('No network.')));
    assert.deepEqual(deliveries(page), [1, 2]);
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(deliveries(page), [1, 2, 3]);
  });

  it('blocks no other capture', async () => {
    const {page} = uploading();
    page.client.uses = forever;
    for (let made = 0; made < 10; made++) await page.capture();
    assert.equal(page.client.sealed.length, 10);
    await page.wake('visible');
    assert.equal(page.client.sealed.length, 10);
  });

  it('is not delivered before its time because another element connects', async () => {
    const {page, ends} = uploading();
    await page.capture();
    await settled(ends[0]?.reject(new Error('No network.')));
    page.queue.connect(new FakeClient({}, 'audio'));
    await settled();
    assert.deepEqual(deliveries(page), [1]);
    await page.wakeInTime();
    assert.deepEqual(deliveries(page), [1, 2]);
  });

  it('blocks nothing from an earlier visit', async () => {
    const browser = new Browser();
    const {page} = uploading(browser);
    await page.capture();
    const {page: dying, captureId} = await sealedForNobody(browser);
    // The page reads the storage while its own file is being uploaded.
    await page.wake('visible');
    dying.die();
    await page.wake('visible');
    assert.equal(page.client.sealed.at(-1)?.captureId, captureId);
  });

  it('is delivered once if two triggers coincide', async () => {
    const browser = new Browser();
    const {page: dying} = await sealedForNobody(browser);
    dying.die();
    const {page, ends} = uploading(browser);
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const fill = page.sealer.fill.bind(page.sealer);
    page.sealer.fill = (...call) => opened.then(() => fill(...call));
    for (const why of ['visible', 'online', 'visible'] as const) await page.wake(why);
    await settled(open());
    assert.deepEqual(deliveries(page), [1]);
    await settled(ends[0]?.reject(new Error('No network.')));
    assert.deepEqual(deliveries(page), [1]);
    // It does not block captures of another earlier visit, either.
    const {page: another, captureId} = await sealedForNobody(browser);
    another.die();
    await page.wake('visible');
    assert.ok(page.client.sealed.some((detail) => detail.captureId === captureId));
  });

  it('is sealed again if its file cannot be built any more', async () => {
    const {page, ends} = uploading();
    await page.capture();
    page.sealer.fill = () => Promise.reject(new SealedCaptureError('seal_mismatch', 'Spoilt.'));
    await settled(ends[0]?.reject(new Error('No network.')));
    await page.wakeInTime();
    assert.deepEqual(page.states, ['failed']);
    Reflect.deleteProperty(page.sealer, 'fill');
    await settled(page.protection.retryProtection(page.client.sealed[0]?.captureId ?? ''));
    assert.equal(page.calls.length, 2);
    assert.equal(page.client.sealed.length, 2);
  });

  it('is neither sealed again nor lost if its seal could not be stored', async () => {
    const {page, ends} = uploading();
    const {replace} = page.store;
    page.store.replace = (job, expected) =>
      job.state.name === 'sealed'
        ? Promise.reject(new SealedCaptureError('storage_full', 'Full.'))
        : replace(job, expected);
    await page.capture();
    page.browser.time += 2 * LEASE_MS;
    await page.wake('visible');
    assert.equal(page.calls.length, 1);
    await settled(ends[0]?.reject(new Error('No network.')));
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 2);
    assert.equal(page.calls.length, 1);
    await settled(ends[1]?.resolve());
    assert.deepEqual(page.stored, []);
  });

  it('is delivered to one of several pages at a time', async () => {
    const {page: dying} = await sealedForNobody();
    dying.die();
    const {page, ends} = uploading(dying.browser);
    const other = new Page({browser: dying.browser});
    await settled();
    assert.deepEqual([deliveries(page), deliveries(other)], [[1], []]);
    await settled(ends[0]?.resolve());
    assert.deepEqual([deliveries(page), deliveries(other)], [[1], []]);
    assert.deepEqual(other.stored, []);
  });

  it('is gone for good if it is discarded meanwhile', async () => {
    const {page, ends} = uploading();
    const captureId = await page.capture();
    await settled(page.protection.discard(captureId));
    await settled(ends[0]?.reject(new Error('Of no use any more.')));
    await page.wakeInTime();
    assert.deepEqual(deliveries(page), [1]);
    assert.deepEqual(page.stored, []);
  });
});

it('a file is deleted at once if its client does not call waitUntil', async () => {
  const page = new Page();
  page.client.uses = () => 7;
  await page.capture();
  assert.deepEqual(deliveries(page), [1]);
  assert.deepEqual(page.stored, []);
});
