import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {settled} from '../../settled.js';
import {keptIn, Page, silent} from './queue-fixture.js';

const autoProtect = {apiKey: 'key', tags: {site: 'A', caption: 'before'}};

/** A page that withholds each capture for its caption as soon as it is told of it. */
async function withheld(page = new Page({config: {...autoProtect}})) {
  const heard = page.client.onCapture.bind(page.client);
  page.client.onCapture = (detail, isOwn) => {
    heard(detail, isOwn);
    page.protection.withhold([detail.captureId], true, 'caption');
  };
  return {page, captureId: await page.capture()};
}

describe('tags that are added to a withheld capture', () => {
  it('are stored, and sealed once it is released', async () => {
    const {page, captureId} = await withheld();
    assert.equal(page.calls.length, 0);
    assert.deepEqual(page.progress, [{name: 'held', awaits: 'caption'}]);
    assert.equal(await page.protection.addTags(captureId, {caption: 'after'}), true);
    const tags = {site: 'A', caption: 'after'};
    assert.deepEqual(page.browser.captures.get(captureId)?.metadata.tags, tags);
    assert.deepEqual(page.protection.captures[0]?.tags, tags);
    await settled(page.protection.withhold([captureId], false, 'caption'));
    assert.deepEqual(page.calls[0]?.job.metadata.tags, tags);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('are removed if they are undefined, and no empty object is left', async () => {
    const {page, captureId} = await withheld();
    await page.protection.addTags(captureId, {caption: undefined, gone: undefined});
    assert.deepEqual(page.browser.captures.get(captureId)?.metadata.tags, {site: 'A'});
    await page.protection.addTags(captureId, {site: undefined});
    assert.equal('tags' in (page.browser.captures.get(captureId)?.metadata ?? {}), false);
  });

  it('are sealed in the next visit if the page goes first', async () => {
    const {page, captureId} = await withheld();
    await page.protection.addTags(captureId, {caption: 'after'});
    const next = await page.next();
    assert.equal(next.calls[0]?.job.metadata.tags?.caption, 'after');
    assert.ok(next.client.heard.includes('protected'));
  });

  it('are added to a capture that is stored nowhere, too', async () => {
    const page = new Page({config: {...autoProtect}});
    page.store.keeping = keptIn('nowhere');
    const {captureId} = await withheld(page);
    assert.equal(await page.protection.addTags(captureId, {caption: 'after'}), true);
    assert.equal(page.protection.captures[0]?.tags?.caption, 'after');
  });

  it('have no effect once the service was asked, in whatever page, and the result says so', async () => {
    const page = new Page({config: {...autoProtect}, service: silent});
    const captureId = await page.capture();
    assert.equal(page.calls.length, 1);
    assert.equal(await page.protection.addTags(captureId, {caption: 'late'}), false);
    page.protection.withhold([captureId], true, 'caption');
    await settled();
    assert.equal(await page.protection.addTags(captureId, {caption: 'late'}), false);
    assert.equal(page.browser.captures.get(captureId)?.metadata.tags?.caption, 'before');
  });

  it('are refused if they cannot be sealed, or the capture is unknown', async () => {
    const {page, captureId} = await withheld();
    const {protection} = page;
    await assert.rejects(protection.addTags('x', {a: 'b'}), {code: 'capture_unknown'});
    const long = {caption: 'x'.repeat(5000)};
    await assert.rejects(protection.addTags(captureId, long), {code: 'configuration_invalid'});
  });

  it('reach the capture of an element that has just left the page', async () => {
    const {page, captureId} = await withheld();
    const adding = page.protection.addTags(captureId, {caption: 'after'});
    page.protection.release();
    assert.equal(await adding, true);
    assert.equal(page.browser.captures.get(captureId)?.metadata.tags?.caption, 'after');
  });
});

describe('a capture that is withheld for two reasons', () => {
  for (const [first, second] of [
    ['caption', 'deletion'],
    ['deletion', 'caption'],
  ] as const) {
    it(`is sealed once neither holds, if the first to end is the ${first}`, async () => {
      const {page, captureId} = await withheld();
      const {protection} = page;
      protection.withhold([captureId], true);
      await settled(protection.withhold([captureId], false, first));
      assert.equal(page.calls.length, 0);
      await settled(protection.withhold([captureId], false, second));
      assert.deepEqual(page.client.heard, ['capture', 'protected']);
    });
  }
});
