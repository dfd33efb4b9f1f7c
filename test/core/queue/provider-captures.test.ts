import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import type {Protection, ProtectionClient} from '../../../src/core/queue/queue-client.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../settled.js';
import {FakeClient, Page} from './queue-fixture.js';

const holding: ProtectionConfig = {apiKey: 'key', autoProtect: false};

afterEach(() => Page.closeAll());

const idsOf = ({captures}: Protection) => captures.map(({captureId}) => captureId).sort();

/** A provider of a page. */
function provider(page: Page, config = holding) {
  const element = {};
  const client: ProtectionClient = Object.assign(new FakeClient(config), {
    mode: undefined,
    element,
  });
  return {element, protection: page.queue.connect(client)};
}

/** A page with two providers, an element inside each, and a held capture of each element. */
async function twoProviders() {
  const page = new Page({config: holding});
  const [one, two] = [provider(page), provider(page)];
  page.client.within = [one.element];
  const client = Object.assign(new FakeClient(holding, 'audio'), {within: [two.element]});
  const inTwo = page.queue.connect(client);
  const ofOne = await page.capture();
  const ofTwo = await page.capture({mode: 'audio', mediaType: 'audio/mpeg'}, inTwo);
  return {page, one, two, inTwo, ofOne, ofTwo};
}

describe('a provider', () => {
  it('lists and releases the captures of the elements inside it', async () => {
    const {page, one, two, ofOne, ofTwo} = await twoProviders();
    assert.deepEqual([idsOf(one.protection), idsOf(two.protection)], [[ofOne], [ofTwo]]);
    await settled(two.protection.enqueueProtection(undefined, {tags: {room: '2'}}));
    assert.deepEqual(
      page.calls.map(({job}) => job.captureId),
      [ofTwo],
    );
    assert.equal(page.browser.captures.get(ofOne)?.state.name, 'held');
  });

  it('rejects the id of a capture of an element outside it, unless the page asks for all of the account', async () => {
    const {page, two, ofOne} = await twoProviders();
    const {protection} = two;
    await assert.rejects(protection.discard(ofOne), {code: 'capture_unknown'});
    await settled(protection.enqueueProtection(undefined, {scope: 'account'}));
    assert.equal(page.calls.length, 2);
  });

  it('also means the captures of elements that have left it, and no other provider does', async () => {
    const {page, one, two, ofOne, ofTwo} = await twoProviders();
    page.protection.release();
    const next = page.queue.connect(
      Object.assign(new FakeClient(holding), {within: [two.element]}),
    );
    // The person still sees it.
    assert.deepEqual(idsOf(next), [ofOne]);
    assert.deepEqual([idsOf(one.protection), idsOf(two.protection)], [[ofOne], [ofTwo]]);
    await settled(one.protection.enqueueProtection());
    assert.equal(page.calls[0]?.job.captureId, ofOne);
    assert.equal(page.browser.captures.get(ofTwo)?.state.name, 'held');
  });

  it('around another means the captures inside that one', async () => {
    const page = new Page({config: holding});
    const [outer, inner] = [provider(page), provider(page)];
    page.client.within = [inner.element, outer.element];
    const captureId = await page.capture();
    assert.deepEqual(idsOf(outer.protection), [captureId]);
    assert.deepEqual(idsOf(inner.protection), [captureId]);
  });

  it('lists no capture of another account', async () => {
    const page = new Page({config: {...holding, account: 'alice'}});
    const {element, protection} = provider(page, {...holding, account: 'bob'});
    page.client.within = [element];
    await page.capture();
    assert.deepEqual(idsOf(protection), []);
    page.protection.release();
    assert.deepEqual(idsOf(protection), []);
  });

  it('lists what an earlier visit left, if no element is in the page', async () => {
    const before = new Page({config: holding});
    const captureId = await before.capture();
    const page = await before.next({config: holding});
    page.protection.release();
    const {protection} = provider(page);
    assert.deepEqual(idsOf(protection), [captureId]);
    await settled(protection.enqueueProtection());
    assert.equal(page.calls.length, 1);
  });
});
