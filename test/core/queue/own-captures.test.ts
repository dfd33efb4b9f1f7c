import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import type {Protection} from '../../../src/core/queue/queue-client.js';
import type {CaptureSource} from '@sealed-capture/seal/model/job/capture-source.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../settled.js';
import {FakeClient, failing, Page, PAGE, withId, type PageOptions} from './queue-fixture.js';

const holding: ProtectionConfig = {apiKey: 'key', autoProtect: false};
const offline = failing('network_failed', 'Offline.');

afterEach(() => Page.closeAll());

/** Connects one more element to a page. */
function connected(page: Page, fields: Partial<FakeClient> = {}) {
  const client = Object.assign(new FakeClient(holding), {element: {}}, fields);
  const protection = page.queue.connect(client);
  return {client, protection, ids: () => idsOf(protection)};
}

const idsOf = ({captures}: Protection) => captures.map(({captureId}) => captureId);

/** A page with two elements that have neither an id nor a name, and one held capture of each. */
async function twoElements(options: PageOptions = {}) {
  const page = new Page({config: {...holding, tags: {of: 'A'}}, ...options});
  page.client.element = {};
  const b = connected(page, {config: {...holding, tags: {of: 'B'}}});
  const ofA = await page.capture();
  const ofB = await page.capture({}, b.protection);
  return {page, b, ofA, ofB};
}

const tagsOf = (page: Page) =>
  page.calls.map(({job: {captureId, metadata}}) => ({captureId, tags: metadata.tags}));

describe('two elements of a page without ids and names', () => {
  it('is not released by an empty id, as a bug of a page may give', async () => {
    const page = new Page({config: holding});
    await page.capture();
    await assert.rejects(page.protection.enqueueProtection(''), {code: 'capture_unknown'});
    assert.deepEqual(page.states, ['held']);
  });

  it('each release their own captures, with their own tags', async () => {
    const {page, b, ofA, ofB} = await twoElements();
    await settled(b.protection.enqueueProtection(undefined, {tags: {answer: 'of B'}}));
    assert.deepEqual(tagsOf(page), [{captureId: ofB, tags: {of: 'B', answer: 'of B'}}]);
    assert.deepEqual(page.browser.captures.get(ofA)?.metadata.tags, {of: 'A'});
    await settled(page.protection.enqueueProtection(undefined, {tags: {answer: 'of A'}}));
    assert.deepEqual(tagsOf(page)[1], {captureId: ofA, tags: {of: 'A', answer: 'of A'}});
    assert.deepEqual([page.client.sealed.length, b.client.sealed.length], [1, 1]);
  });

  it('each list their own captures', async () => {
    const {page, b, ofA, ofB} = await twoElements();
    assert.deepEqual([idsOf(page.protection), b.ids()], [[ofA], [ofB]]);
  });

  it('reject the id of a capture of the other, and change nothing', async () => {
    const {page, b, ofA} = await twoElements();
    const before = page.browser.captures.get(ofA);
    const refused = {code: 'capture_unknown', message: /another element/};
    await assert.rejects(b.protection.enqueueProtection(ofA, {tags: {answer: 'of B'}}), refused);
    await assert.rejects(b.protection.retryProtection(ofA), refused);
    await assert.rejects(b.protection.discard(ofA), refused);
    await assert.rejects(b.protection.confirmLicensePlate(ofA, 'B-XY 1'), refused);
    await settled();
    assert.deepEqual(page.browser.captures.get(ofA), before);
    assert.equal(page.calls.length, 0);
  });

  it('reach the captures of the other if the page asks for all of the account', async () => {
    const {page, b, ofA, ofB} = await twoElements();
    const ofB2 = await page.capture({}, b.protection);
    await settled(b.protection.enqueueProtection(ofA, {scope: 'account', tags: {one: '1'}}));
    assert.deepEqual(tagsOf(page), [{captureId: ofA, tags: {of: 'A', one: '1'}}]);
    await settled(page.protection.discard(ofB2, {scope: 'account'}));
    await settled(page.protection.enqueueProtection(undefined, {scope: 'account'}));
    assert.deepEqual(tagsOf(page)[1], {captureId: ofB, tags: {of: 'B'}});
    assert.equal(page.calls.length, 2);
  });

  it('release nothing for a scope that does not exist', async () => {
    const {page, b, ofB} = await twoElements();
    const invalid = {scope: 'page'} as object;
    const refused = {code: 'configuration_invalid'};
    await assert.rejects(b.protection.enqueueProtection(undefined, invalid), refused);
    await assert.rejects(b.protection.discard(ofB, invalid), refused);
    assert.deepEqual([page.calls.length, b.ids()], [0, [ofB]]);
  });

  it('reach no capture of another account, or at another address, by the scope of the account', async () => {
    const {page, b, ofA} = await twoElements({config: {...holding, account: 'alice'}});
    const elsewhere = connected(page, {config: {...holding, baseUrl: '/elsewhere'}});
    await page.capture({}, elsewhere.protection);
    await settled(b.protection.enqueueProtection(undefined, {scope: 'account'}));
    assert.equal(page.calls.length, 1);
    const unknown = b.protection.enqueueProtection(ofA, {scope: 'account'});
    await assert.rejects(unknown, {code: 'capture_unknown'});
  });
});

describe('an element that is moved in its page', () => {
  it('keeps its captures, also beside another element', async () => {
    const {page, b, ofA, ofB} = await twoElements();
    const {element = {}} = page.client;
    page.protection.release();
    const moved = connected(page, {element});
    assert.deepEqual([moved.ids(), b.ids()], [[ofA], [ofB]]);
    await settled(moved.protection.enqueueProtection());
    assert.deepEqual([moved.client.heard, b.client.heard], [['protected'], ['capture']]);
  });
});

describe('a capture whose element has left the page', () => {
  it('is listed by another element of its kind, and not released with that one’s own', async () => {
    const {page, b, ofA, ofB} = await twoElements();
    page.protection.release();
    assert.deepEqual(b.ids().sort(), [ofA, ofB].sort());
    await settled(b.protection.enqueueProtection(undefined, {tags: {answer: 'of B'}}));
    assert.deepEqual(
      tagsOf(page).map(({captureId}) => captureId),
      [ofB],
    );
    assert.match(String(page.reports), /belong to no element in the page/);
    await settled(b.protection.enqueueProtection(ofA));
    assert.deepEqual(tagsOf(page)[1], {captureId: ofA, tags: {of: 'A'}});
    assert.deepEqual(b.client.heard, ['capture', 'protected', 'protected']);
  });

  it('is released for all of the account, retried and discarded by the element that lists it', async () => {
    const {page, b, ofA} = await twoElements();
    page.protection.release();
    page.service = failing('too_large', 'Large.', {status: 413});
    await settled(b.protection.enqueueProtection(undefined, {scope: 'account'}));
    assert.equal(page.calls.length, 2);
    await settled(b.protection.retryProtection(ofA));
    assert.equal(page.calls.length, 3);
    await settled(b.protection.discard(ofA));
    assert.equal(page.browser.captures.get(ofA), undefined);
  });

  it('belongs to an element of the same id that the page has put in its place', async () => {
    const page = new Page({config: holding, source: withId('front')});
    const captureId = await page.capture();
    const other = connected(page, {source: withId('rear')});
    page.protection.release();
    const next = connected(page, {source: withId('front')});
    assert.deepEqual([next.ids(), other.ids()], [[captureId], []]);
    await settled(next.protection.enqueueProtection());
    assert.deepEqual([next.client.heard, other.client.heard], [['protected'], []]);
  });
});

describe('a capture of an earlier visit', () => {
  const named = (name: string, id = ''): CaptureSource => ({...withId(id), name});
  const left = async (source?: CaptureSource) => {
    const before = new Page({config: holding, source});
    const captureId = await before.capture();
    before.die();
    return {browser: before.browser, captureId};
  };

  for (const [what, source, now] of [
    ['id', withId('front'), withId('front')],
    ['id and another name', {...withId('front'), name: 'a'}, {...withId('front'), name: 'b'}],
    ['name', named('photo'), named('photo')],
    ['name, and an id that it had not', named('photo'), named('photo', 'front')],
  ] as const) {
    it(`belongs to the element of the same ${what}`, async () => {
      const {browser, captureId} = await left(source);
      const page = await Page.open({browser, config: holding, source: withId('first')});
      const same = connected(page, {source: now});
      await settled();
      assert.deepEqual([idsOf(page.protection), same.ids()], [[], [captureId]]);
      await settled(page.protection.enqueueProtection(undefined, {tags: {answer: 'first'}}));
      assert.equal(page.calls.length, 0);
      await settled(same.protection.enqueueProtection());
      assert.deepEqual([page.calls.length, same.client.heard], [1, ['protected']]);
    });
  }

  for (const [what, source, now] of [
    ['another id, although the names are equal', named('photo', 'a'), named('photo', 'b')],
    ['another name', named('photo'), named('damage')],
    ['the same id in another page', withId('a'), {...withId('a'), page: `${PAGE}?order=2`}],
    ['the same id with another tag', withId('a'), {...withId('a'), tag: 'my-camera'}],
    ['neither id nor name', withId(''), withId('')],
  ] as const) {
    it(`is listed by an element with ${what}, and not released with its own`, async () => {
      const {browser, captureId} = await left(source);
      const page = await Page.open({browser, config: holding, source: now});
      assert.deepEqual(idsOf(page.protection), [captureId]);
      await settled(page.protection.enqueueProtection());
      await settled(page.protection.enqueueProtection());
      assert.deepEqual([page.calls.length, page.reports.length], [0, 1]);
      await settled(page.protection.enqueueProtection(undefined, {scope: 'account'}));
      assert.equal(page.client.sealed.length, 1);
    });
  }

  it('is sealed, and reported by one element, if it belongs to none', async () => {
    const before = new Page({service: offline});
    await before.capture();
    const page = await before.next();
    const other = connected(page);
    await page.wake('online');
    assert.deepEqual([page.client.heard, other.client.heard], [['protected'], []]);
  });

  it('is left to its own tab while that is open, and belongs to the same element of another tab afterwards', async () => {
    const tab = new Page({config: holding, source: withId('front')});
    const captureId = await tab.capture();
    const {browser} = tab;
    const other = await Page.open({browser, config: holding, source: withId('front')});
    await settled(other.protection.enqueueProtection());
    assert.deepEqual([other.calls.length, idsOf(other.protection)], [0, []]);
    tab.die();
    await other.wake('visible');
    assert.deepEqual(idsOf(other.protection), [captureId]);
    await settled(other.protection.enqueueProtection());
    assert.equal(other.client.sealed.length, 1);
  });
});
