import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {settled} from '../../settled.js';
import {FakeClient, keptIn, manifestFor, Page, silent} from './queue-fixture.js';

const shared = {made: 'shared', inZip: true} as const;

describe('the note about the last copy that a person has made', () => {
  it('is stored with the capture, and shown in the next visit, too', async () => {
    const page = new Page();
    const captureId = await page.capture();
    await page.protection.noteCopies([captureId], shared);
    const lastCopy = {...shared, at: new Date(page.browser.time).toISOString()};
    assert.deepEqual(page.protection.captures[0]?.lastCopy, lastCopy);
    const next = await page.next();
    assert.deepEqual(next.protection.captures[0]?.lastCopy, lastCopy);
    assert.deepEqual(next.progress, page.progress, 'nothing else has changed');
  });

  it('stays when the file is deleted, and ends with the record', async () => {
    const page = new Page();
    let taken = (): void => undefined;
    page.client.uses = () => new Promise<void>((resolve) => (taken = resolve));
    const captureId = await page.capture();
    await page.protection.noteCopies([captureId], shared);
    await settled(taken());
    assert.deepEqual(page.states, ['delivered']);
    assert.equal(await page.protection.sealedFile(captureId), undefined);
    const next = await page.next();
    assert.equal(next.protection.captures[0]?.lastCopy?.made, 'shared');
    next.browser.time += 24 * 3_600_000;
    assert.deepEqual((await next.next()).protection.captures, []);
  });

  it('is not lost to a seal that was asked for before, in the page and in the storage', async () => {
    let answer = (): void => undefined;
    const page = new Page({
      service: ({job}) =>
        new Promise((resolve) => (answer = () => resolve(manifestFor(job.captureId)))),
    });
    const captureId = await page.capture();
    const copy = {made: 'saved', unsealed: true} as const;
    await page.protection.noteCopies([captureId], copy);
    await settled(answer());
    assert.deepEqual(page.states, ['delivered']);
    assert.equal(page.browser.captures.get(captureId)?.lastCopy?.made, 'saved');
    assert.equal(page.protection.captures[0]?.lastCopy?.unsealed, true);
    page.browser.time += 1000;
    await page.protection.noteCopies([captureId], {made: 'saved'});
    assert.equal(page.protection.captures[0]?.lastCopy?.unsealed, undefined, 'the last one counts');
  });

  it('is shown of a capture that is stored nowhere, too', async () => {
    const page = new Page({service: silent});
    page.store.keeping = keptIn('nowhere');
    const captureId = await page.capture();
    await page.protection.noteCopies([captureId], shared);
    assert.equal(page.protection.captures[0]?.lastCopy?.made, 'shared');
  });

  it('is made of several captures, without those that are unknown or of another account', async () => {
    const page = new Page({config: {apiKey: 'key', account: 'alice'}});
    const ids = [await page.capture(), await page.capture()];
    const stranger = page.queue.connect(new FakeClient({apiKey: 'key', account: 'bob'}));
    await stranger.noteCopies(ids, shared);
    assert.deepEqual(
      page.protection.captures.map(({lastCopy}) => lastCopy?.made),
      [undefined, undefined],
    );
    await page.protection.noteCopies([...ids, 'gone'], shared);
    assert.deepEqual(
      page.protection.captures.map(({lastCopy}) => lastCopy?.made),
      ['shared', 'shared'],
    );
  });

  it('is refused if the storage cannot be written', async () => {
    const page = new Page();
    const captureId = await page.capture();
    page.store.replace = () => Promise.reject(new Error('Broken.'));
    await assert.rejects(page.protection.noteCopies([captureId], shared));
    assert.equal(page.protection.captures[0]?.lastCopy, undefined);
  });
});
