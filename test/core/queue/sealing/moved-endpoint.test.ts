import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../../settled.js';
import {
  ENDPOINT,
  FakeClient,
  failing,
  Page,
  sealing,
  silent,
  withId,
  type Service,
} from '../queue-fixture.js';

const typo: ProtectionConfig = {apiKey: 'key', baseUrl: '/protecton'};
const corrected: ProtectionConfig = {apiKey: 'key'};
const notFound = failing('request_rejected', 'Not found.', {status: 404});
const unreached = failing('network_failed', 'Not reached.');

afterEach(() => Page.closeAll());

/** A service at the right address; at others, what `elsewhere` does. */
const at =
  (elsewhere: Service): Service =>
  (call) =>
    (call.job.endpoint === ENDPOINT ? sealing : elsewhere)(call);

const endpointsOf = (page: Page) => page.calls.map(({job}) => job.endpoint);

async function correct(page: Page, config = corrected) {
  page.client.config = config;
  await settled(page.protection.configurationChanged());
}

describe('a capture that was made under a mistyped address', () => {
  for (const [what, elsewhere] of [
    ['the address does not exist', notFound],
    ['nothing answers there', unreached],
    ['a request to it still hangs', silent],
  ] as const) {
    it(`is sealed at the right one once its element has that, if ${what}`, async () => {
      const page = new Page({service: at(elsewhere), config: typo});
      await page.capture();
      await correct(page);
      assert.deepEqual(endpointsOf(page), [`${ENDPOINT.slice(0, -10)}protecton`, ENDPOINT]);
      assert.equal(page.client.sealed.length, 1);
      assert.equal(page.kept[0]?.endpoint, ENDPOINT);
    });
  }

  it('is sealed at the right one if the page releases it afterwards', async () => {
    const page = new Page({config: {...typo, autoProtect: false}});
    await page.capture();
    await correct(page, {...corrected, autoProtect: false});
    assert.deepEqual(page.states, ['held']);
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(endpointsOf(page), [ENDPOINT]);
  });

  it('is reported once more if it fails at the right one, too', async () => {
    const page = new Page({service: failing('origin_not_allowed', 'No.'), config: typo});
    await page.capture();
    await correct(page);
    assert.deepEqual(page.client.codes, ['origin_not_allowed', 'origin_not_allowed']);
  });

  it('is sealed at the right one by the same element of the next visit', async () => {
    const before = new Page({service: unreached, config: typo, source: withId('camera')});
    await before.capture();
    const page = await before.next({config: corrected, source: withId('camera')});
    assert.deepEqual(endpointsOf(page), [ENDPOINT]);
    assert.deepEqual(page.client.heard, ['protected']);
  });

  it('waits in the next visit until the page has loaded, which may configure its elements late', async () => {
    const before = new Page({service: unreached, config: typo, source: withId('camera')});
    await before.capture();
    before.die();
    const page = new Page({
      browser: before.browser,
      config: corrected,
      source: withId('camera'),
    });
    page.wakeUps.isLoaded = false;
    await settled();
    page.queue.connect(Object.assign(new FakeClient(corrected), {source: withId('camera')}));
    await settled();
    assert.deepEqual(page.calls, []);
    page.wakeUps.isLoaded = true;
    await page.wake('loaded');
    assert.deepEqual(endpointsOf(page), [ENDPOINT]);
  });

  it('is listed in the next visit of its page by an element without an id, which seals it when it is retried', async () => {
    const source = withId('');
    const before = new Page({service: unreached, config: typo, source});
    const captureId = await before.capture();
    const page = await before.next({config: corrected, source});
    assert.deepEqual(page.states, ['waiting']);
    assert.deepEqual(page.calls, []);
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(endpointsOf(page), [ENDPOINT]);
    assert.deepEqual(page.client.heard, ['protected']);
  });

  it('is not listed in another page', async () => {
    const before = new Page({service: unreached, config: typo, source: withId('')});
    await before.capture();
    const source = {...withId(''), page: 'https://shop.example/another'};
    const page = await before.next({config: corrected, source});
    assert.deepEqual(page.states, []);
  });
});

describe('a capture that was made without the sandbox that its key is for', () => {
  /** A service that knows the key in its sandbox alone. */
  const inSandbox: Service = (call) =>
    (call.job.endpoint.endsWith('/sandbox')
      ? sealing
      : failing('unauthorized', 'Of another environment.', {status: 401}))(call);
  const sandboxed: ProtectionConfig = {...corrected, sandbox: true};

  it('is sealed there once its element has that', async () => {
    const page = new Page({service: inSandbox, config: corrected});
    await page.capture();
    assert.deepEqual(page.states, ['failed']);
    await correct(page, sandboxed);
    assert.deepEqual(endpointsOf(page), [ENDPOINT, `${ENDPOINT}/sandbox`]);
    assert.equal(page.client.sealed.length, 1);
  });

  it('is sealed there by the same element of the next visit', async () => {
    const source = withId('camera');
    const before = new Page({service: inSandbox, config: corrected, source});
    await before.capture();
    const page = await before.next({service: inSandbox, config: sandboxed, source});
    await settled();
    assert.deepEqual(endpointsOf(page), [`${ENDPOINT}/sandbox`]);
    assert.equal(page.client.sealed.length, 1);
  });

  it('is not asked for again and again where its element stays as it is', async () => {
    const page = new Page({service: inSandbox, config: corrected});
    await page.capture();
    await page.wake('visible');
    await page.wake('online');
    assert.equal(page.calls.length, 1);
  });
});

describe('a change of the address of an element', () => {
  it('moves no capture of another element', async () => {
    const page = new Page({service: unreached, config: typo});
    const other = new FakeClient(typo);
    const protection = page.queue.connect(other);
    const captureId = await page.capture();
    other.config = corrected;
    await settled(protection.configurationChanged());
    assert.equal(page.browser.captures.get(captureId)?.endpoint, page.calls[0]?.job.endpoint);
    assert.notEqual(page.calls[0]?.job.endpoint, ENDPOINT);
  });

  it('moves no capture of another account', async () => {
    const page = new Page({service: unreached, config: {...typo, account: 'alice'}});
    const captureId = await page.capture();
    await correct(page, {...corrected, account: 'bob'});
    assert.notEqual(page.browser.captures.get(captureId)?.endpoint, ENDPOINT);
    await correct(page, {...corrected, account: 'alice'});
    assert.equal(page.browser.captures.get(captureId)?.endpoint, ENDPOINT);
  });

  it('moves no capture that is sealed', async () => {
    const page = new Page({config: typo});
    await page.capture();
    await correct(page);
    assert.notEqual(page.kept[0]?.endpoint, ENDPOINT);
    assert.equal(page.calls.length, 1);
  });

  it('moves no capture into a sandbox or out of one', async () => {
    for (const sandbox of [true, false]) {
      const page = new Page({service: unreached, config: {...corrected, sandbox}});
      const captureId = await page.capture();
      const before = page.browser.captures.get(captureId)?.endpoint;
      await correct(page, {...corrected, sandbox: !sandbox});
      assert.equal(page.browser.captures.get(captureId)?.endpoint, before);
    }
  });

  it('moves captures although the address was invalid before', async () => {
    const page = new Page({config: {apiKey: 'key', baseUrl: 'https://', autoProtect: false}});
    await page.capture();
    await correct(page, {...corrected, autoProtect: false, sandbox: true});
    await settled(page.protection.enqueueProtection());
    assert.deepEqual(endpointsOf(page), [`${ENDPOINT}/sandbox`]);
  });
});
