import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {setTimeout as wait} from 'node:timers/promises';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../settled.js';
import {Browser, FakeClient, Page} from './queue-fixture.js';

/** A browser whose service answers checks with these errors, in turn, and then always with the last one. */
function browserWith(...answers: (ErrorCode | number)[]) {
  const browser = new Browser();
  const asked: {endpoint: string; key: string}[] = [];
  browser.check = (endpoint, authorization) => {
    asked.push({endpoint, key: JSON.stringify(authorization)});
    const answer = answers.length > 1 ? answers.shift()! : (answers[0] ?? 0);
    return typeof answer === 'number'
      ? Promise.resolve(answer)
      : Promise.reject(new SealedCaptureError(answer, `It is ${answer}.`, {status: 401}));
  };
  return {browser, asked};
}

const MINUTE_MS = 60_000;

afterEach(() => Page.closeAll());

/** A page whose element is seen. */
async function seen(browser: Browser, config?: ProtectionConfig) {
  const page = await Page.open({browser, ...(config && {config})});
  page.protection.seen();
  await settled();
  return page;
}

const codeOf = ({protection: {problem}}: Page) => problem?.code;

describe('the check of a setting', () => {
  it('is made when a person sees the element, and not before', async () => {
    const {browser, asked} = browserWith('unauthorized');
    const page = await Page.open({browser});
    assert.equal(asked.length, 0);
    assert.equal(codeOf(page), undefined);
    page.protection.seen();
    await settled();
    assert.equal(asked.length, 1);
    assert.equal(codeOf(page), 'unauthorized');
    const {changes} = page.client;
    await wait(50);
    assert.ok(page.client.changes > changes);
  });

  it('is made once for all elements with the same address and credentials, and once more for others', async () => {
    const {browser, asked} = browserWith(0);
    const page = await seen(browser, {apiKey: 'one'});
    for (const apiKey of ['one', 'two', 'two']) {
      page.queue.connect(new FakeClient({apiKey})).seen();
    }
    await settled();
    assert.deepEqual(
      asked.map(({key}) => key),
      ['one', 'two'].map((key) => JSON.stringify(keyAuthorization(key))),
    );
  });

  it('tells the developer once, without the key', async () => {
    const {browser} = browserWith('unauthorized');
    const page = await seen(browser, {apiKey: 'one'});
    page.queue.connect(new FakeClient({apiKey: 'one'})).seen();
    await settled();
    assert.equal(page.reports.length, 1);
    assert.match(
      String(page.reports[0]),
      /The service at http.* refuses the credentials of this page \(status 401\): It is unauthorized\./,
    );
    assert.doesNotMatch(String(page.reports[0]), /one/);
  });

  it('leaves it to the worker to say which origin has to be allowed', async () => {
    const {browser} = browserWith('origin_not_allowed');
    const page = await seen(browser);
    assert.equal(codeOf(page), 'origin_not_allowed');
    assert.deepEqual(page.reports, []);
  });

  for (const code of [
    'network_failed',
    'timeout',
    'rate_limited',
    'service_unavailable',
  ] as const) {
    it(`says nothing of a service that cannot answer now (${code})`, async () => {
      const {browser} = browserWith(code);
      const page = await seen(browser);
      assert.equal(codeOf(page), undefined);
      assert.deepEqual(page.reports, []);
    });
  }

  it('is made again for another address or other credentials', async () => {
    const {browser, asked} = browserWith('request_rejected', 0);
    const page = await seen(browser, {apiKey: 'one', baseUrl: '/wrong'});
    assert.equal(codeOf(page), 'request_rejected');
    page.client.config = {apiKey: 'one', baseUrl: '/right'};
    page.protection.configurationChanged();
    await settled();
    assert.deepEqual(
      asked.map(({endpoint}) => endpoint.replace(/.*\//, '')),
      ['wrong', 'right'],
    );
    assert.equal(codeOf(page), undefined);
  });

  it('is made again when the page wakes up with a problem, but not within a minute', async () => {
    const {browser, asked} = browserWith('origin_not_allowed', 'origin_not_allowed', 0);
    const page = await seen(browser);
    await page.wake('visible');
    assert.equal(asked.length, 1);
    browser.time += MINUTE_MS;
    await page.wake('visible');
    assert.equal(codeOf(page), 'origin_not_allowed');
    browser.time += MINUTE_MS;
    await page.wake('online');
    assert.equal(codeOf(page), undefined);
    browser.time += MINUTE_MS;
    await page.wake('online');
    assert.equal(asked.length, 3);
  });

  it('is made again at once when the network is back, if there was no answer', async () => {
    const {browser, asked} = browserWith('network_failed', 'request_rejected');
    const page = await seen(browser);
    assert.equal(codeOf(page), undefined);
    await page.wake('online');
    assert.equal(asked.length, 2);
    assert.equal(codeOf(page), 'request_rejected');
  });

  it('is disproved by a seal', async () => {
    const {browser} = browserWith('unauthorized');
    const page = await seen(browser);
    await page.capture();
    assert.equal(page.client.sealed.length, 1);
    assert.equal(codeOf(page), undefined);
  });

  for (const code of ['unauthorized', 'role_missing'] as const) {
    it(`does not count where another element of the account has credentials that may do (${code})`, async () => {
      const {browser} = browserWith(code);
      assert.equal(codeOf(await seen(browser)), code);
      const page = await Page.open({browser, config: {apiKey: 'one'}});
      page.queue.connect(new FakeClient({apiKey: 'two'}));
      page.protection.seen();
      await settled();
      assert.equal(codeOf(page), undefined);
    });
  }

  it('tells of a wrong clock from five minutes, also after a seal', async () => {
    for (const [ahead, words] of [
      [3 * 60 * MINUTE_MS, /180 minutes behind/],
      [-6 * MINUTE_MS, /6 minutes ahead of/],
    ] as const) {
      const {browser} = browserWith(ahead);
      const page = await seen(browser);
      await page.capture();
      assert.equal(codeOf(page), 'clock_wrong');
      assert.match(page.protection.problem?.message ?? '', words);
    }
    const {browser} = browserWith(4 * MINUTE_MS);
    assert.equal(codeOf(await seen(browser)), undefined);
  });

  it('finds that the browser stores nothing', async () => {
    // What is said of refused credentials promises that photos are kept.
    const {browser} = browserWith('unauthorized');
    const page = await Page.open({browser});
    page.store.has = () =>
      Promise.reject(
        new SealedCaptureError('storage_unavailable', 'The browser gives no storage.'),
      );
    page.protection.seen();
    await settled();
    assert.equal(codeOf(page), 'storage_unavailable');
  });
});

describe('checks of several elements', () => {
  it('leave a problem where the credentials of all were refused', async () => {
    const {browser} = browserWith('unauthorized');
    const page = await seen(browser, {apiKey: 'one'});
    const other = page.queue.connect(new FakeClient({apiKey: 'two'}));
    assert.equal(codeOf(page), undefined);
    other.seen();
    await settled();
    assert.deepEqual([codeOf(page), other.problem?.code], ['unauthorized', 'unauthorized']);
  });

  it('leave none for one without credentials once another has some', async () => {
    const {browser} = browserWith(0);
    const page = await seen(browser, {});
    await wait(3_200);
    assert.equal(codeOf(page), 'credentials_missing');
    page.queue.connect(new FakeClient({apiKey: 'two'}));
    assert.equal(codeOf(page), undefined);
  });

  it('ask a service five times in a minute at most, whatever a page renders', async () => {
    const {browser, asked} = browserWith(0);
    const page = await seen(browser);
    for (let i = 0; i < 20; i++) {
      page.client.config = {
        protection: {authorization: () => Promise.resolve(keyAuthorization('key'))},
      };
      page.protection.configurationChanged();
      await settled();
    }
    assert.equal(asked.length, 5);
    browser.time += MINUTE_MS;
    page.client.config = {apiKey: 'another'};
    page.protection.configurationChanged();
    await settled();
    assert.equal(asked.length, 6);
  });
});

describe('an element without credentials', () => {
  it('is a problem after three seconds, in which its page may set them', async () => {
    const {browser, asked} = browserWith(0);
    const page = await seen(browser, {});
    const late = await seen(browser, {});
    assert.equal(codeOf(page), undefined);
    late.client.config = {apiKey: 'late'};
    late.protection.configurationChanged();
    await wait(3_200);
    assert.equal(codeOf(page), 'credentials_missing');
    assert.match(String(page.reports[0]), /Set apiKey or protection/);
    assert.equal(codeOf(late), undefined);
    assert.deepEqual(late.reports, []);
    assert.equal(asked.length, 1);
  });

  it('is a problem at once if its protection was made without any, and where no other has some', async () => {
    const {browser, asked} = browserWith(0);
    const page = await seen(browser, {protection: createProtection({})});
    assert.equal(codeOf(page), 'configuration_invalid');
    assert.match(String(page.reports[0]), /createProtection: give it getToken or apiKey/);
    await page.capture();
    const [capture] = page.protection.captures;
    assert.deepEqual(
      capture?.progress.name === 'waiting' && capture.progress.failure?.code,
      'configuration_invalid',
    );
    page.queue.connect(new FakeClient({apiKey: 'other'}));
    assert.equal(codeOf(page), undefined, 'captures are sealed with those of the other');
    assert.equal(asked.length, 0);
  });

  it('is none where nobody is signed in, and its provider is asked again for the first capture', async () => {
    const {browser, asked} = browserWith(0);
    let isSignedIn = false;
    const authorization = () =>
      isSignedIn
        ? Promise.resolve(keyAuthorization('key'))
        : Promise.reject(new SealedCaptureError('credentials_missing', 'Nobody is signed in.'));
    const page = await seen(browser, {protection: {authorization}});
    assert.equal(codeOf(page), undefined);
    assert.deepEqual(page.reports, []);
    assert.equal(asked.length, 0);
    isSignedIn = true;
    await page.capture();
    assert.equal(page.client.sealed.length, 1);
  });
});
