import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {keyAuthorization} from '@sealed-capture/seal/model/authorization.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../../settled.js';
import {
  draft,
  FakeClient,
  failing,
  Page,
  photo,
  sealing,
  withId,
  type Service,
} from '../queue-fixture.js';

/** A service that accepts the key `right` alone. */
const strict: Service = (call) =>
  JSON.stringify(call.authorization) === JSON.stringify(keyAuthorization('right'))
    ? sealing(call)
    : failing('unauthorized', 'No.', {status: 401})(call);

const wrong: ProtectionConfig = {apiKey: 'wrong'};
const right: ProtectionConfig = {apiKey: 'right'};

afterEach(() => Page.closeAll());

/** Connects one more element to a page. */
function connected(page: Page, config: ProtectionConfig) {
  const client = new FakeClient(config);
  return {client, protection: page.queue.connect(client)};
}

const keysOf = (page: Page) =>
  page.calls.map(({authorization}) =>
    ['wrong', 'right', 'older'].find(
      (key) => JSON.stringify(authorization) === JSON.stringify(keyAuthorization(key)),
    ),
  );

describe('a capture whose element has a wrong key', () => {
  it('is sealed with the key of another element, and the developer is told once', async () => {
    const page = new Page({service: strict, config: wrong});
    connected(page, right);
    await page.capture();
    await page.capture();
    // What was refused is tried last from then on.
    assert.deepEqual(keysOf(page), ['wrong', 'right', 'right']);
    assert.deepEqual(page.client.heard, ['capture', 'protected', 'capture', 'protected']);
    assert.equal(page.reports.length, 1);
    assert.match(String(page.reports[0]), /refused the credentials/);
  });

  it('is not tried once for each element that has the same one', async () => {
    const page = new Page({service: strict, config: wrong});
    for (let i = 0; i < 5; i++) connected(page, wrong);
    await page.capture();
    assert.deepEqual(keysOf(page), ['wrong']);
    assert.deepEqual(page.reports, []);
  });

  it('has failed if no element has a right one, and that is reported once', async () => {
    const page = new Page({service: strict, config: wrong});
    connected(page, {apiKey: 'older'});
    await page.capture();
    assert.deepEqual(keysOf(page), ['wrong', 'older']);
    assert.deepEqual(page.client.codes, ['unauthorized']);
  });

  it('has failed as refused if another element has no credentials', async () => {
    const page = new Page({service: strict, config: wrong});
    const authorization = () => failing('credentials_missing', 'None.')(page.calls[0]!);
    connected(page, {protection: {authorization: authorization as never}});
    await page.capture();
    assert.deepEqual(page.client.codes, ['unauthorized']);
  });

  it('is sealed as soon as an element with a right key connects', async () => {
    const page = new Page({service: strict, config: wrong});
    await page.capture();
    connected(page, {apiKey: 'older'});
    await settled();
    connected(page, wrong);
    await settled();
    assert.deepEqual(keysOf(page), ['wrong', 'older', 'wrong']);
    connected(page, right);
    await settled();
    assert.equal(keysOf(page).at(-1), 'right');
    assert.equal(page.client.sealed.length, 1);
  });

  it('is sealed as soon as another element gets a right key', async () => {
    const page = new Page({service: strict, config: wrong});
    const b = connected(page, {apiKey: 'older'});
    await page.capture();
    b.client.config = right;
    await settled(b.protection.configurationChanged());
    assert.equal(page.client.sealed.length, 1);
  });

  it('is sealed with the right key if the page retries it by the other element', async () => {
    let isOpen = false;
    const page = new Page({
      service: (call) =>
        isOpen ? strict(call) : failing('unauthorized', 'No.', {status: 403})(call),
      config: wrong,
    });
    const b = connected(page, right);
    const captureId = await page.capture();
    assert.deepEqual(page.states, ['failed']);
    isOpen = true;
    await settled(b.protection.retryProtection(captureId, {scope: 'account'}));
    assert.equal(page.client.sealed.length, 1);
  });

  it('is never sealed with the credentials of another account', async () => {
    const page = new Page({service: strict, config: {...wrong, account: 'alice'}});
    const b = connected(page, {...right, account: 'bob'});
    const captureId = await page.capture();
    const retried = b.protection.retryProtection(captureId, {scope: 'account'});
    await assert.rejects(retried, {code: 'capture_unknown'});
    await settled(b.protection.configurationChanged());
    assert.deepEqual(keysOf(page), ['wrong']);
    assert.deepEqual(page.states, ['failed']);
  });

  it('is never sealed with the credentials for another address', async () => {
    const page = new Page({service: strict, config: wrong});
    connected(page, {...right, baseUrl: '/elsewhere'});
    await page.capture();
    assert.deepEqual(keysOf(page), ['wrong']);
  });
});

describe('a chosen photo whose key lacks a role', () => {
  /** A service where the key `right` alone may seal files that are sent whole. */
  const withRoles: Service = (call) =>
    call.job.metadata.imported &&
    JSON.stringify(call.authorization) !== JSON.stringify(keyAuthorization('right'))
      ? failing('role_missing', 'It lacks a role.', {status: 403})(call)
      : sealing(call);

  async function choose(page: Page): Promise<string> {
    const imported = {chosenAt: '2026-01-01T00:00:00.000Z'};
    const {captureId} = await page.protection.add(
      {...draft, capturedAt: page.browser.time, metadata: {imported}},
      async (job) => ({blob: photo, keeping: await page.store.add(job, photo)}),
    );
    await settled();
    return captureId;
  }

  it('is sealed with the key of another element that has it, and the first key stays the first one', async () => {
    const page = new Page({service: withRoles, config: wrong});
    connected(page, right);
    await choose(page);
    await page.capture();
    assert.deepEqual(keysOf(page), ['wrong', 'right', 'wrong']);
    assert.equal(page.client.sealed.length, 2);
    assert.deepEqual(page.reports, []);
  });

  it('is not sent again for another photo, an option, another element or a visit, but with other credentials', async () => {
    const options = {service: withRoles, config: wrong, source: withId('camera')};
    const page = new Page(options);
    await choose(page);
    assert.deepEqual(page.client.codes, ['role_missing']);
    await page.capture();
    page.client.config = {...wrong, tags: {claim: '4711'}};
    await settled(page.protection.configurationChanged());
    connected(page, {...wrong});
    await page.wake('online');
    assert.deepEqual(keysOf(page), ['wrong', 'wrong']);
    const next = await page.next(options);
    await next.wake('visible');
    assert.deepEqual(keysOf(next), []);
    next.client.config = right;
    await settled(next.protection.configurationChanged());
    assert.deepEqual(next.states, ['delivered', 'delivered']);
  });

  it('is sealed by the next visit if it is a photo of the camera, whose digest alone is sent', async () => {
    const page = new Page({service: failing('role_missing', 'It lacks a role.', {status: 403})});
    await page.capture();
    const next = await page.next({service: sealing});
    assert.deepEqual(next.states, ['delivered']);
  });
});
