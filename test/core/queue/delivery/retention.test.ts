import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {pause} from '../../../../src/core/async/pause.js';
import {settled} from '../../../settled.js';
import {Page} from '../queue-fixture.js';

describe('a delivered file', () => {
  const HOUR = 3_600_000;

  it('is stored for a day, listed as delivered, and readable, also in a later visit', async () => {
    const page = new Page();
    const captureId = await page.capture();
    const next = await page.next();
    assert.deepEqual(next.client.heard, []);
    const [progress] = next.progress;
    assert.ok(progress?.name === 'delivered');
    assert.equal(progress.keptUntil, new Date(page.browser.time + 24 * HOUR).toISOString());
    assert.equal(await (await next.protection.sealedFile(captureId))?.text(), 'sealed');
    page.browser.time += 24 * HOUR;
    const later = await next.next();
    assert.deepEqual([later.progress, later.kept], [[], []]);
  });

  it('is stored for as long as the page chooses, and not at all for 0', async () => {
    for (const [retention, kept] of [
      [2, 2],
      [0, 0],
      [NaN, 24],
      [-1, 24],
      [Infinity, 87_600],
    ] as const) {
      const page = new Page({config: {apiKey: 'key', retention}});
      await page.capture();
      assert.deepEqual(page.states, ['delivered']);
      const [job] = page.kept;
      const until = job?.state.name === 'delivered' ? job.state.keptUntil : page.browser.time;
      assert.equal((until - page.browser.time) / HOUR, kept);
    }
  });

  it('is deleted at once if the page has called waitUntil, and stays listed for a day, also in a later visit', async () => {
    const page = new Page();
    page.client.uses = () => Promise.resolve();
    const captureId = await page.capture();
    assert.deepEqual(page.states, ['delivered']);
    assert.equal(await page.protection.sealedFile(captureId), undefined);
    const next = await page.next();
    const [progress] = next.progress;
    assert.ok(progress?.name === 'delivered');
    assert.equal(progress.keptUntil, undefined);
    assert.equal(await next.protection.sealedFile(captureId), undefined);
    assert.deepEqual(next.client.heard, []);
    page.browser.time += 24 * HOUR;
    const later = await next.next();
    assert.deepEqual([later.progress, later.kept], [[], []]);
  });

  it('leaves what the page says of the capture in the list, and nothing that the device knew', async () => {
    const page = new Page({config: {apiKey: 'key', tags: {claim: '17'}}});
    page.client.uses = () => Promise.resolve();
    await page.capture();
    const [job] = page.kept;
    assert.deepEqual(job?.metadata, {tags: {claim: '17'}});
    assert.deepEqual(
      (await page.next()).protection.captures.map(({tags}) => tags),
      [{claim: '17'}],
    );
  });

  it('is not listed any more after the visit if the page chose 0', async () => {
    const page = new Page({config: {apiKey: 'key', retention: 0}});
    page.client.uses = () => Promise.resolve();
    await page.capture();
    assert.deepEqual(page.states, ['delivered']);
    assert.deepEqual((await page.next()).states, []);
  });

  it('is listed as delivering while the page processes it', async () => {
    const page = new Page();
    let done: () => void = () => undefined;
    page.client.uses = () => new Promise<void>((resolve) => (done = resolve));
    await page.capture();
    assert.deepEqual(page.states, ['delivering']);
    await settled(done());
    assert.deepEqual(page.states, ['delivered']);
  });

  it('is deleted to free space when storage is low', async () => {
    const page = new Page();
    page.space = {used: 1, left: 1e9, persisted: false};
    await page.capture();
    assert.equal(page.kept.length, 1);
    page.space = {used: 1, left: 1e6, persisted: false};
    await page.capture();
    await pause(1_100);
    await settled();
    assert.deepEqual(page.kept, []);
  });

  it('leaves a preview within the page’s budget, and none of a recording, for 0 or when storage is low', async () => {
    for (const [previewBudget, bytes] of [
      [undefined, 50_000_000],
      [10, 10_000_000],
      [0, 0],
      [-1, 50_000_000],
    ] as const) {
      const page = new Page({config: {apiKey: 'key', previewBudget}});
      await page.capture();
      assert.deepEqual(page.previewBudgets, [bytes]);
    }
    const recorder = new Page({mode: 'audio'});
    await recorder.capture({mode: 'audio', mediaType: 'audio/mpeg'});
    assert.deepEqual(recorder.previewBudgets, [0]);
    const page = new Page();
    page.space = {used: 1, left: 1e6, persisted: false};
    await page.capture();
    await pause(1_100);
    await page.capture();
    assert.deepEqual(page.previewBudgets, [50_000_000, 0]);
  });

  it('has its preview read by the clients of its account alone', async () => {
    const page = new Page();
    page.client.uses = () => Promise.resolve();
    const captureId = await page.capture();
    page.store.previews.set(captureId, new Blob(['small']));
    assert.equal(await (await page.protection.preview(captureId))?.text(), 'small');
    assert.equal(await page.protection.picture(captureId), undefined);
    assert.equal(await page.protection.sealedFile(captureId), undefined);
    const other = await page.next({config: {apiKey: 'key', account: 'other'}});
    other.store.previews.set(captureId, new Blob(['small']));
    await assert.rejects(other.protection.preview(captureId), {code: 'capture_unknown'});
  });

  it('cannot be read before it is sealed, or if it is not stored', async () => {
    const page = new Page({service: () => new Promise(() => undefined)});
    const captureId = await page.capture();
    assert.equal(await page.protection.sealedFile(captureId), undefined);
    await assert.rejects(page.protection.sealedFile('other'), {code: 'capture_unknown'});
  });
});
