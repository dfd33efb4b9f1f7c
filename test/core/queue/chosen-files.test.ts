import assert from 'node:assert/strict';
import {after, describe, it} from 'node:test';
import {importingInto, type ChosenFile} from '../../../src/core/queue/importing.js';
import {settled} from '../../settled.js';
import {Page} from './queue-fixture.js';

const ready: Extract<ChosenFile, {name: 'ready'}> = {
  name: 'ready',
  blob: new Blob(['chosen'], {type: 'image/jpeg'}),
  mediaType: 'image/jpeg',
  imported: {},
};

describe('a file that a person has chosen', () => {
  after(() => Page.closeAll());

  it('is of the account, the job and the tags that were set when it was chosen', async () => {
    const config = {apiKey: 'key', account: 'anna', job: 'claim 4711', tags: {claim: '4711'}};
    const page = await Page.open({config});
    const store: Pick<typeof page.store, 'add'> = {add: (...given) => page.store.add(...given)};
    const files = {chosen: () => Promise.resolve(ready), prepare: () => Promise.resolve()};
    const importing = importingInto(store, files, {now: () => page.browser.time});
    await page.capture();
    page.client.config = {apiKey: 'key', account: 'berta', job: 'claim 4712', tags: {}};
    page.protection.configurationChanged();
    await settled(importing.take(page.protection, ready, config));
    const [taken, chosen] = page.browser.captures.list();
    assert.equal(chosen?.account, taken?.account);
    assert.equal(chosen?.set?.job, 'claim 4711');
    assert.deepEqual(chosen?.metadata.tags, {claim: '4711'});
    assert.ok(chosen?.metadata.imported);
  });
});
