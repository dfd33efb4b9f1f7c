import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {LEASE_MS} from '@sealed-capture/seal/model/job/job.js';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {pause} from '../../../src/core/async/pause.js';
import {settled} from '../../settled.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {FakeClient, keptIn, manifestFor, Page, silent, withId} from './queue-fixture.js';

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

describe('tags of a withheld capture that are changed', () => {
  it('are stored, and sealed once it is released', async () => {
    const {page, captureId} = await withheld();
    assert.equal(page.calls.length, 0);
    assert.deepEqual(page.progress, [{name: 'held', awaits: 'caption'}]);
    assert.equal(await page.protection.changeTags(captureId, {caption: 'after'}), true);
    const tags = {site: 'A', caption: 'after'};
    assert.deepEqual(page.browser.captures.get(captureId)?.metadata.tags, tags);
    assert.deepEqual(page.protection.captures[0]?.tags, tags);
    await settled(page.protection.withhold([captureId], false, 'caption'));
    assert.deepEqual(page.calls[0]?.job.metadata.tags, tags);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('are removed if they are undefined, and no empty object is left', async () => {
    const {page, captureId} = await withheld();
    await page.protection.changeTags(captureId, {caption: undefined, gone: undefined});
    assert.deepEqual(page.browser.captures.get(captureId)?.metadata.tags, {site: 'A'});
    await page.protection.changeTags(captureId, {site: undefined});
    assert.equal('tags' in (page.browser.captures.get(captureId)?.metadata ?? {}), false);
  });

  it('are sealed in the next visit if the page goes first', async () => {
    const {page, captureId} = await withheld();
    await page.protection.changeTags(captureId, {caption: 'after'});
    const next = await page.next();
    assert.equal(next.calls[0]?.job.metadata.tags?.caption, 'after');
    assert.ok(next.client.heard.includes('protected'));
  });

  it('may be those of a capture that is stored nowhere, too', async () => {
    const page = new Page({config: {...autoProtect}});
    page.store.keeping = keptIn('nowhere');
    const {captureId} = await withheld(page);
    assert.equal(await page.protection.changeTags(captureId, {caption: 'after'}), true);
    assert.equal(page.protection.captures[0]?.tags?.caption, 'after');
  });

  it('stay as they are once the service was asked, and the result says so', async () => {
    const page = new Page({config: {...autoProtect}, service: silent});
    const captureId = await page.capture();
    assert.equal(page.calls.length, 1);
    assert.equal(await page.protection.changeTags(captureId, {caption: 'late'}), false);
    page.protection.withhold([captureId], true, 'caption');
    await settled();
    assert.equal(await page.protection.changeTags(captureId, {caption: 'late'}), false);
    assert.equal(page.browser.captures.get(captureId)?.metadata.tags?.caption, 'before');
  });

  describe('after an attempt that failed', () => {
    const failure = new SealedCaptureError('network_failed', 'There is no network.');
    /** A page whose first attempt fails; `online`: what the browser reports before and after the request. */
    async function attempted(online: [before: boolean, after: boolean], error = failure) {
      const page = new Page({config: {...autoProtect}});
      page.wakeUps.isOnline = online[0];
      page.service = () => {
        page.wakeUps.isOnline = online[1];
        return Promise.reject(error);
      };
      const captureId = await page.capture();
      assert.equal(page.calls.length, 1);
      const isEditable = page.protection.captures[0]?.isEditable ?? false;
      const isChanged = await page.protection.changeTags(captureId, {caption: 'after'});
      assert.equal(isEditable, isChanged, 'what is offered is done');
      page.service = ({job}) => Promise.resolve(manifestFor(job.captureId));
      page.wakeUps.isOnline = true;
      await settled(page.protection.retryProtection(captureId));
      assert.deepEqual(page.client.heard, ['capture', 'protected']);
      return page.calls.at(-1)?.job.metadata.tags?.caption;
    }

    it('are sealed if there was no network, so that nobody has received the request', async () => {
      assert.equal(await attempted([false, false]), 'after');
    });

    it('stay as they are if there may have been a network, or something has answered', async () => {
      for (const online of [
        [true, true],
        [true, false],
        [false, true],
      ] as const) {
        assert.equal(await attempted([...online]), 'before', online.join());
      }
      const busy = new SealedCaptureError('service_unavailable', 'Busy.', {status: 503});
      assert.equal(await attempted([false, false], busy), 'before');
    });

    it('are sealed if the page had no credentials yet, because its own server could not be reached', async () => {
      const getToken = () => Promise.reject(new TypeError('Failed to fetch'));
      const protection = createProtection({getToken});
      const page = new Page({config: {tags: autoProtect.tags, protection}});
      const captureId = await page.capture();
      assert.deepEqual([page.calls.length, page.states], [0, ['waiting']]);
      assert.equal(await page.protection.changeTags(captureId, {caption: 'after'}), true);
    });

    it('may be changed during an attempt without a network, which is given up for that', async () => {
      const page = new Page({config: {...autoProtect}, service: silent});
      page.wakeUps.isOnline = false;
      const captureId = await page.capture();
      assert.equal(page.stored[0]?.state.name, 'sealing');
      assert.equal(page.protection.captures[0]?.isEditable, true);
      await settled(page.protection.withhold([captureId], true, 'caption'));
      assert.equal(await page.protection.changeTags(captureId, {caption: 'after'}), true);
    });
  });

  it('are refused if they cannot be sealed, or the capture is unknown', async () => {
    const {page, captureId} = await withheld();
    const {protection} = page;
    await assert.rejects(protection.changeTags('x', {a: 'b'}), {code: 'capture_unknown'});
    const long = {caption: 'x'.repeat(5000)};
    await assert.rejects(protection.changeTags(captureId, long), {code: 'configuration_invalid'});
  });

  it('keep other open pages from sealing it while they change, and not for long afterwards', async () => {
    const {page, captureId} = await withheld();
    const {browser} = page;
    const other = await Page.open({browser, config: {...autoProtect}});
    for (const caption of ['T', 'Th', 'The']) {
      browser.time += 0.9 * LEASE_MS;
      await page.protection.changeTags(captureId, {caption});
      await other.wake('time');
      assert.equal(other.calls.length, 0, caption);
    }
    browser.time += 1.1 * LEASE_MS;
    await other.wake('time');
    assert.equal(other.calls[0]?.job.metadata.tags?.caption, 'The');
    assert.equal(await page.protection.changeTags(captureId, {caption: 'late'}), false);
  });

  it('do not shorten the wait for what belongs to the capture', async () => {
    const {page, captureId} = await withheld();
    const dueAt = page.browser.time + 5000;
    const [job] = page.stored;
    assert.ok(job?.state.name === 'waiting');
    await page.store.replace({...job, state: {...job.state, dueAt}}, job.state);
    await page.protection.changeTags(captureId, {caption: 'after'});
    assert.deepEqual(page.stored[0]?.state, {...job.state, dueAt});
  });

  it('reach the capture of an element that has just left the page', async () => {
    const {page, captureId} = await withheld();
    const adding = page.protection.changeTags(captureId, {caption: 'after'});
    page.protection.release();
    assert.equal(await adding, true);
    assert.equal(page.browser.captures.get(captureId)?.metadata.tags?.caption, 'after');
  });

  it('may come from every element of the account, in the page or not, and from no other account', async () => {
    const source = withId('notes');
    const config = {...autoProtect, account: 'alice'};
    const maker = new Page({config, source});
    maker.client.element = {};
    const {page, captureId} = await withheld(maker);
    await pause(20);
    await settled();
    const connect = (account: string) =>
      page.queue.connect(
        Object.assign(new FakeClient({...config, account}), {source, element: {}}),
      );
    const [other, stranger] = [connect('alice'), connect('bob')];
    assert.equal(await other.changeTags(captureId, {caption: 'other'}), true);
    await assert.rejects(stranger.changeTags(captureId, {caption: 'x'}), {code: 'capture_unknown'});
    page.protection.release();
    other.release();
    connect('alice');
    for (const one of [page.protection, other]) {
      const caption = one === other ? 'of the other' : 'of the maker';
      assert.equal(await one.changeTags(captureId, {caption}), true);
      assert.equal(page.browser.captures.get(captureId)?.metadata.tags?.caption, caption);
    }
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
