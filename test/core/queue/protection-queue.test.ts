import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {setImmediate} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';
import {pause} from '../../../src/core/async/pause.js';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {
  authorizationOf,
  keyAuthorization,
  tokenAuthorization,
} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {LEASE_MS} from '@sealed-capture/seal/model/job/job.js';
import {MAX_ATTEMPTS} from '@sealed-capture/seal/model/job/retries.js';
import {settled} from '../../settled.js';
import {
  Browser,
  ENDPOINT,
  failing,
  FakeClient,
  manifestFor,
  Page,
  sealedForNobody,
  sealing,
  silent,
  type Service,
  keptIn,
} from './queue-fixture.js';

describe('the event of a photo whose element is removed from the page', () => {
  it('is dispatched once, when the same element is back', async () => {
    const page = await Page.open();
    page.client.isAway = true;
    page.protection.release();
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture-away']);
    page.client.isAway = false;
    await settled(page.queue.connect(page.client));
    assert.deepEqual(page.client.heard, ['capture-away', 'capture', 'protected']);
    assert.equal(page.client.captured[1]?.captureId, captureId);
  });

  it('is dispatched once if the page removes the element when it receives the photo', async () => {
    const page = await Page.open({service: silent});
    page.client.onCapture = () => {
      page.client.heard.push('capture');
      page.client.isAway = true;
      page.protection.release();
    };
    await page.capture();
    const next = new FakeClient();
    await settled(page.queue.connect(next));
    assert.deepEqual([page.client.heard, next.heard], [['capture'], []]);
  });
});

describe('the life of a capture', () => {
  it('is reported as captured, then as sealed, and then its data are deleted', async () => {
    const page = new Page();
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.equal(await page.client.sealed[0]?.protectedBlob.text(), 'sealed');
    assert.equal(page.client.sealed[0]?.restored, false);
    assert.deepEqual(page.stored, []);
    assert.deepEqual(page.states, ['delivered']);
  });

  it('waits, if it was stored earlier, until a camera that is opening is live', async () => {
    const before = await Page.open({service: silent});
    const captureId = await before.capture();
    let show = (): void => undefined;
    const opening = new Promise<void>((resolve) => (show = resolve));
    const page = await before.next({service: sealing, opening});
    assert.equal(page.protection.captures.length, 0);
    await settled(show());
    assert.deepEqual(
      page.client.sealed.map((detail) => detail.captureId),
      [captureId],
    );
  });

  it('does not wait for a camera for more than a second if it was stored earlier', async () => {
    const before = await Page.open({service: silent});
    await before.capture();
    const page = await before.next({service: sealing, opening: new Promise(() => undefined)});
    await pause(1_050);
    await settled();
    assert.equal(page.client.sealed.length, 1);
  });

  it('does not wait for a camera that is opening if it is new', async () => {
    const page = await Page.open({opening: new Promise(() => undefined)});
    await page.capture();
    assert.equal(page.client.sealed.length, 1);
  });

  it('includes a seal with its metadata, with the key, at the endpoint', async () => {
    const page = new Page({
      config: {
        apiKey: 'key',
        sandbox: true,
        tags: {order: '7'},
      },
    });
    const captureId = await page.capture();
    const [call] = page.calls;
    assert.deepEqual(call?.authorization, keyAuthorization('key'));
    assert.equal(call?.job.captureId, captureId);
    assert.equal(call?.job.endpoint, `${ENDPOINT}/sandbox`);
    assert.deepEqual(call?.job.metadata, {
      network: {wifi: true},
      capturedAt: '2026-01-01T00:00:00.000Z',
      tags: {order: '7'},
    });
  });

  it('includes one request to the browser to persist the storage, with the first stored capture', async () => {
    const page = new Page();
    page.store.keeping = keptIn('nowhere');
    await page.capture();
    assert.equal(page.persistenceRequests, 0);
    page.store.keeping = {name: 'stored'};
    await page.capture();
    await page.capture();
    assert.equal(page.persistenceRequests, 1);
  });

  it('does not accept the seal of another file', async () => {
    const page = new Page({service: () => Promise.resolve(manifestFor('another'))});
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    assert.equal(page.client.errors[0]?.code, 'seal_mismatch');
    assert.ok(page.browser.captures.media(captureId));
  });

  it('is the same for captures that are made at the same time', async () => {
    const page = new Page();
    await Promise.all([page.capture(), page.capture(), page.capture()]);
    assert.equal(page.client.sealed.length, 3);
  });

  it('shares at most three simultaneous requests with others', async () => {
    const page = new Page({service: silent});
    for (let i = 0; i < 5; i++) await page.capture();
    assert.equal(page.calls.length, 3);
  });

  it('continues if a client throws', async () => {
    const page = new Page();
    page.client.onProtected = () => {
      throw new TypeError('of the page');
    };
    await page.capture();
    assert.ok(page.reports[0] instanceof TypeError);
    page.client.onProtected = FakeClient.prototype.onProtected.bind(page.client);
    await page.capture();
    assert.equal(page.client.sealed.length, 1);
  });

  it('continues in the next visit with the sealed file if the client threw', async () => {
    const page = new Page();
    page.client.onProtected = () => {
      throw new TypeError('of the page');
    };
    await page.capture();
    await page.wake('visible');
    assert.equal(page.reports.length, 1);
    const next = await page.next();
    assert.equal(next.client.sealed[0]?.restored, true);
    assert.deepEqual(page.stored, []);
  });
});

describe('failures', () => {
  it('are retried after the delay that the service asks for', async () => {
    const page = new Page({service: failing('rate_limited', 'Wait.', {retryAfter: 90_000})});
    const start = page.browser.time;
    await page.capture();
    assert.equal(page.wakeUps.wakesAt, start + 90_000);
    page.service = sealing;
    page.browser.time = start + 89_000;
    await page.wake('time');
    assert.equal(page.calls.length, 1);
    await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('are retried after an hour if the service asks for it, and no later if the clock was set back', async () => {
    const browser = new Browser();
    const hour = 3_600_000;
    const page = new Page({browser, service: failing('rate_limited', 'Wait.', {retryAfter: hour})});
    await page.capture();
    browser.time += 1_000;
    await page.wake('time');
    assert.equal(page.calls.length, 1);
    browser.time -= 2 * hour;
    await page.wake('time');
    assert.equal(page.calls.length, 2);
  });

  it('end the retries after the maximum number of answers, and are reported once', async () => {
    const page = new Page({service: failing('service_unavailable', 'Down.', {status: 500})});
    await page.capture();
    for (let i = 0; i < 2 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    assert.equal(page.calls.length, MAX_ATTEMPTS);
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    assert.equal(page.client.errors[0]?.attempts, MAX_ATTEMPTS);
    assert.equal(page.client.errors[0]?.retryable, true);
  });

  it('without a network are retried without limit, with growing delays, and at once when online', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    await page.capture();
    for (let i = 0; i < 5 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture']);
    assert.equal(page.calls.length, 5 * MAX_ATTEMPTS + 1);
    page.service = sealing;
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('are retried within seconds if the first attempt after the network returned was too early', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    await page.capture();
    for (let i = 0; i < MAX_ATTEMPTS; i++) await page.wakeInTime();
    const online = page.browser.time;
    await page.wake('online');
    page.service = sealing;
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 1);
    assert.ok(page.browser.time - online < 2_000, String(page.browser.time - online));
  });

  it('without a network do not count against the service when it answers again', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    await page.capture();
    for (let i = 0; i < 2 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    page.service = failing('service_unavailable', 'Starting.', {status: 503});
    await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture']);
  });

  it('of one capture do not delay the others', async () => {
    const page = new Page({service: failing('request_rejected', 'Poisoned.', {status: 422})});
    const poisoned = await page.capture();
    page.service = (call) =>
      call.job.captureId === poisoned
        ? failing('seal_mismatch', 'Of another file.')(call)
        : sealing(call);
    await page.capture();
    await page.protection.retryProtection(poisoned);
    await settled(page.capture());
    assert.equal(page.client.sealed.length, 2);
    assert.equal(page.client.errors.length, 2);
  });

  it('after an outage are retried when the person is back, or in the next visit', async () => {
    const page = new Page({service: failing('service_unavailable', 'Down.', {status: 500})});
    await page.capture();
    for (let i = 0; i < 2 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    await page.wake('visible');
    assert.equal(page.calls.length, MAX_ATTEMPTS + 1);
    for (let i = 0; i < 2 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    assert.equal(page.calls.length, 2 * MAX_ATTEMPTS);
    const next = await page.next();
    assert.deepEqual(next.client.heard, ['protected']);
  });

  it('do not lose the picture of a capture that could not be stored when the person is back', async () => {
    const page = new Page();
    page.store.keeping = keptIn('nowhere', 'storage_unavailable');
    const captureId = await page.capture();
    await page.wake('visible');
    page.store.keeping = {name: 'stored'};
    await settled(page.protection.retryProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
  });

  it('by a refused key are retried with another key, and never with the refused one', async () => {
    const page = new Page({service: failing('unauthorized', 'No.', {status: 401})});
    await page.capture();
    page.protection.configurationChanged();
    await page.wake('online');
    assert.equal(page.calls.length, 1);
    page.service = sealing;
    page.client.config = {apiKey: 'another'};
    await settled(page.protection.configurationChanged());
    assert.deepEqual(page.calls[1]?.authorization, keyAuthorization('another'));
    assert.equal(page.client.sealed.length, 1);
  });

  /** A service that refuses every key but `another`, once `refuse` is called. */
  function refusingLate() {
    let refuse = () => {};
    const refused = new Promise<void>((resolve) => (refuse = resolve));
    const service: Service = async (call) => {
      if (isDeepStrictEqual(call.authorization, keyAuthorization('another'))) return sealing(call);
      await refused;
      return failing('unauthorized', 'No.', {status: 401})(call);
    };
    return {service, refuse};
  }

  it('by a key that is replaced before it is refused are retried with the next one, and not reported', async () => {
    const {service, refuse} = refusingLate();
    const page = new Page({service});
    await page.capture();
    page.client.config = {apiKey: 'another'};
    const changed = page.protection.configurationChanged();
    refuse();
    await settled(changed);
    assert.equal(page.calls.length, 2);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('by a key that is replaced while the refusal is being stored are retried with the next one', async () => {
    const {service, refuse} = refusingLate();
    const page = new Page({service});
    await page.capture();
    const {replace} = page.store;
    let store = () => {};
    const mayStore = new Promise<void>((resolve) => (store = resolve));
    page.store.replace = async (job, expected) => {
      await mayStore;
      return replace(job, expected);
    };
    refuse();
    await settled();
    page.client.config = {apiKey: 'another'};
    const changed = page.protection.configurationChanged();
    store();
    await settled(changed);
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
  });

  it('by a refused key are retried with the key that another client has got meanwhile', async () => {
    const {service, refuse} = refusingLate();
    const page = new Page({service});
    const other = new FakeClient();
    other.config = {apiKey: 'theirs'};
    const theirs = page.queue.connect(other);
    await page.capture();
    other.config = {apiKey: 'another'};
    const changed = theirs.configurationChanged();
    refuse();
    await settled(changed);
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
    assert.deepEqual(page.calls.at(-1)?.authorization, keyAuthorization('another'));
  });

  it('by a key that is replaced before it is refused are retried although the storage cannot be written', async () => {
    const {service, refuse} = refusingLate();
    const page = new Page({service});
    await page.capture();
    page.client.config = {apiKey: 'another'};
    page.store.replace = () =>
      Promise.reject(new SealedCaptureError('storage_full', 'There is no room.'));
    const changed = page.protection.configurationChanged();
    refuse();
    await settled(changed);
    assert.deepEqual(page.states, ['waiting']);
  });

  it('by a refused key are retried once in a new visit', async () => {
    const page = new Page({service: failing('unauthorized', 'No.', {status: 401})});
    await page.capture();
    const next = await page.next({config: {apiKey: 'another'}});
    assert.deepEqual(next.client.heard, ['protected']);
  });

  it('by a refused key are reported at once, and a retry seals with another key', async () => {
    const page = new Page({service: failing('unauthorized', 'No.', {status: 401})});
    const captureId = await page.capture();
    const [error] = page.client.errors;
    assert.equal(error?.code, 'unauthorized');
    assert.equal(error?.status, 401);
    assert.equal(error?.retryable, false);
    page.service = sealing;
    await settled(page.protection.retryProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
  });

  it('by missing credentials are reported once, and retried when there are some', async () => {
    const page = new Page({config: {}});
    await page.capture();
    await page.wake('visible');
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    assert.equal(page.client.errors[0]?.code, 'credentials_missing');
    assert.equal(page.calls.length, 0);
    page.client.config = {apiKey: 'key', sandbox: true};
    await settled(page.protection.configurationChanged());
    assert.equal(page.calls[0]?.job.endpoint, `${ENDPOINT}/sandbox`);
    assert.equal(page.client.sealed.length, 1);
  });

  it('of a token provider without a token are not retried repeatedly', async () => {
    let asked = 0;
    const authorization = () => {
      asked++;
      return Promise.reject(new SealedCaptureError('credentials_missing', 'Signed out.'));
    };
    const page = new Page({config: {protection: {authorization}}});
    await page.capture();
    await page.wake('online');
    assert.equal(asked, 1);
    assert.equal(page.client.errors.length, 1);
  });

  it('do not make it request more tokens than requests in flight, however many captures wait', async () => {
    let asked = 0;
    const authorization = () => {
      asked++;
      return Promise.reject(new SealedCaptureError('credentials_missing', 'Signed out.'));
    };
    const before = new Page({config: {}});
    for (let i = 0; i < 6; i++) await before.capture();
    before.die();
    const page = new Page({browser: before.browser, config: {protection: {authorization}}});
    // The storage takes longer than the provider.
    const {claim} = page.store;
    page.store.claim = async (which) => {
      await setImmediate();
      return claim(which);
    };
    for (let i = 0; i < 20; i++) await settled();
    assert.ok(asked > 0 && asked <= 3, `asked ${asked} times`);
    assert.equal(page.protection.captures.length, 6);
  });

  it('by a mistake in the provider are reported, and retried when it is corrected', async () => {
    const browser = new Browser();
    const broken = () => Promise.resolve({} as never);
    const protection = createProtection({getToken: broken});
    const page = new Page({browser, config: {protection}});
    const captureId = await page.capture();
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    assert.equal(page.client.errors[0]?.code, 'configuration_invalid');
    assert.match(page.client.errors[0]?.message ?? '', /getToken/);
    assert.equal(browser.captures.get(captureId)?.state.name, 'waiting');
    page.client.config = {
      protection: createProtection({getToken: () => ({token: 'x'}), sandbox: true}),
    };
    await settled(page.protection.configurationChanged());
    assert.deepEqual(page.calls[0]?.authorization, tokenAuthorization('x'));
    assert.equal(page.calls[0]?.job.endpoint, `${ENDPOINT}/sandbox`);
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
  });

  it('need one token for all waiting captures, and another one after a 401', async () => {
    let tokens = 0;
    const revoked = tokenAuthorization('t1');
    const service: Service = (call) =>
      isDeepStrictEqual(call.authorization, revoked)
        ? failing('unauthorized', 'Revoked.', {status: 401})(call)
        : sealing(call);
    const protection = createProtection({getToken: () => ({token: `t${++tokens}`})});
    const page = new Page({service, config: {protection}});
    await settled(Promise.all([page.capture(), page.capture(), page.capture()]));
    assert.equal(page.client.sealed.length, 3);
    assert.deepEqual(page.client.errors, []);
    assert.equal(tokens, 2);
  });

  it('of a token provider without a network are retried without limit', async () => {
    const authorization = () => Promise.reject(new TypeError('Failed to fetch'));
    const page = new Page({config: {protection: {authorization}}});
    await page.capture();
    for (let i = 0; i < 2 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture']);
    page.client.config = {apiKey: 'key'};
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('of a token provider for other reasons are retried', async () => {
    let failures = 1;
    const authorization = () =>
      failures-- > 0
        ? Promise.reject(new Error('No token: 500'))
        : Promise.resolve(tokenAuthorization('x'));
    const page = new Page({config: {protection: {authorization}}});
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture']);
    await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });
});

describe('a bug in the page’s token provider', () => {
  const open = () => {
    const bug = new TypeError("Cannot read properties of undefined (reading 'token')");
    const asked = {times: 0, isMended: false};
    const authorization = () => {
      asked.times++;
      return asked.isMended ? Promise.resolve(tokenAuthorization('x')) : Promise.reject(bug);
    };
    const config = {protection: {authorization}};
    return {bug, asked, config, page: new Page({config})};
  };

  it('is reported once as a bug, and once for the capture, which waits', async () => {
    const {bug, asked, page} = open();
    await page.capture();
    for (let i = 0; i < 3; i++) await page.wakeInTime();
    await page.wake('online');
    assert.equal(asked.times, 1);
    assert.deepEqual(page.reports, [bug]);
    assert.deepEqual(page.client.codes, ['configuration_invalid']);
    assert.match(page.client.errors[0]?.message ?? '', /getToken threw TypeError: Cannot read/);
    assert.deepEqual(page.states, ['waiting']);
    assert.equal(page.stored.length, 1);
  });

  it('is followed by another call when a person retries, the configuration changes, or another visit begins', async () => {
    const person = open();
    const captureId = await person.page.capture();
    person.asked.isMended = true;
    await settled(person.page.protection.retryProtection(captureId));
    assert.equal(person.page.client.sealed.length, 1);

    const renewed = open();
    await renewed.page.capture();
    renewed.asked.isMended = true;
    renewed.page.client.config = {protection: {...renewed.config.protection}};
    await settled(renewed.page.protection.configurationChanged());
    assert.equal(renewed.page.client.sealed.length, 1);

    const left = open();
    await left.page.capture();
    left.asked.isMended = true;
    const next = await left.page.next({config: left.config});
    assert.equal(next.client.sealed.length, 1);
  });
});

describe('a bug of this package', () => {
  const broken: Service = () => Promise.reject(new TypeError('x is not a function'));

  it('fails the capture at once, which is stored, reported once, logged once, and not retried automatically', async () => {
    const page = new Page({service: broken});
    await page.capture();
    for (const why of ['online', 'visible', 'time'] as const) await page.wake(why);
    assert.equal(page.calls.length, 1);
    assert.deepEqual(page.states, ['failed']);
    assert.equal(page.stored.length, 1);
    assert.deepEqual(
      page.client.errors.map(({code, retryable}) => [code, retryable]),
      [['internal_error', false]],
    );
    assert.doesNotMatch(page.client.errors[0]?.message ?? '', /x is not a function/);
    const [report, ...further] = page.reports as SealedCaptureError[];
    assert.equal(report?.code, 'internal_error');
    assert.ok(report?.cause instanceof TypeError);
    assert.deepEqual(further, []);
    const next = await page.next({service: sealing});
    assert.deepEqual(next.states, ['failed']);
    assert.equal(next.calls.length, 0);
  });

  it('is retried on request', async () => {
    const page = new Page({service: broken});
    const captureId = await page.capture();
    page.service = sealing;
    await settled(page.protection.retryProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
  });
});

describe('a service that does not allow the page’s origin', () => {
  it('is reported once for the capture, retried with the usual delays, and never counted', async () => {
    const page = new Page({service: failing('origin_not_allowed', 'Not allowed.')});
    await page.capture();
    for (let i = 0; i < 2 * MAX_ATTEMPTS; i++) await page.wakeInTime();
    assert.ok(page.calls.length > MAX_ATTEMPTS);
    assert.deepEqual(
      page.client.errors.map(({code, attempts}) => [code, attempts]),
      [['origin_not_allowed', 0]],
    );
    assert.deepEqual(page.states, ['waiting']);
    page.service = sealing;
    await page.wake('online');
    assert.equal(page.client.sealed.length, 1);
  });
});

describe('reloads and other pages', () => {
  it('keep a capture that was being sealed when the page died, and deliver it as restored', async () => {
    const dying = new Page({service: silent});
    await dying.capture();
    assert.equal(dying.calls.length, 1);
    const next = await dying.next();
    assert.deepEqual(next.client.heard, ['protected']);
    assert.equal(next.client.sealed[0]?.restored, true);
  });

  it('deliver what was sealed but not delivered before the page died', async () => {
    const {page: dying} = await sealedForNobody();
    const next = await dying.next({service: silent});
    assert.deepEqual(next.client.heard, ['protected']);
    assert.equal(next.client.sealed[0]?.restored, true);
    assert.deepEqual(next.stored, []);
  });

  it('deliver what an earlier visit captured once the page has loaded and listens', async () => {
    const dying = new Page({service: silent});
    await dying.capture();
    dying.die();
    const next = new Page({browser: dying.browser});
    next.wakeUps.isLoaded = false;
    await settled();
    await next.capture();
    assert.deepEqual(next.client.heard, ['capture', 'protected']);
    next.wakeUps.isLoaded = true;
    await next.wake('loaded');
    assert.deepEqual(next.client.heard, ['capture', 'protected', 'protected']);
    assert.equal(next.client.sealed[1]?.restored, true);
  });

  it('do not affect the captures of a page that is still open', async () => {
    const first = new Page({service: failing('network_failed', 'Offline.')});
    await first.capture();
    first.browser.time += 2_000;
    const second = await Page.open({browser: first.browser});
    assert.deepEqual(second.client.heard, []);
    assert.deepEqual(second.progress, []);
    first.service = sealing;
    await first.wakeInTime();
    assert.deepEqual(first.client.heard, ['capture', 'protected']);
  });

  it('are looked for soon after a wake-up, because a page that is closing still counts as open, and later less often', async () => {
    const closing = new Page({service: failing('network_failed', 'Offline.')});
    await closing.capture();
    const second = await Page.open({browser: closing.browser});
    await second.wake('online');
    const waits: number[] = [];
    for (let scans = 0; scans < 6; scans++) {
      const before = second.browser.time;
      await second.wakeInTime();
      waits.push((second.browser.time - before) / 1000);
    }
    assert.deepEqual(waits, [2, 4, 8, 16, 32, 60]);
    await second.wake('visible');
    closing.die();
    const before = second.browser.time;
    await second.wakeInTime();
    assert.equal(second.browser.time - before, 2_000);
    assert.deepEqual(second.client.heard, ['protected']);
  });

  it('take over a capture that another page left for longer than a lease, and both agree who delivered', async () => {
    const browser = new Browser();
    let answer: (manifest: ArrayBuffer) => void = () => undefined;
    const stuck = new Page({browser, service: () => new Promise((resolve) => (answer = resolve))});
    const captureId = await stuck.capture();
    browser.time += LEASE_MS + 1;
    const second = await Page.open({browser});
    assert.deepEqual(second.client.heard, ['protected']);
    await settled(answer(manifestFor(captureId)));
    assert.deepEqual(stuck.client.heard, ['capture']);
    assert.deepEqual(stuck.states, ['delivered']);
  });

  it('drop a capture that another page has delivered meanwhile', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    const captureId = await page.capture();
    page.browser.captures.remove(captureId);
    await page.wake('visible');
    assert.deepEqual(page.progress, []);
  });

  it('deliver once if two pages find the same sealed file', async () => {
    const browser = new Browser();
    const {page: dying} = await sealedForNobody(browser);
    dying.die();
    const [second, third] = [new Page({browser}), new Page({browser})];
    await settled();
    assert.equal(second.client.sealed.length + third.client.sealed.length, 1);
  });

  it('deliver once per visit, even if the storage fails to delete', async () => {
    const page = new Page();
    page.store.remove = () => Promise.reject(new SealedCaptureError('storage_unavailable', 'No.'));
    await page.capture();
    await page.wake('visible');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('report a capture of another page once if two open at the same moment', async () => {
    const dying = new Page({service: silent});
    await dying.capture();
    dying.die();
    const [second, third] = [
      new Page({browser: dying.browser}),
      new Page({browser: dying.browser}),
    ];
    await settled();
    assert.equal(second.client.sealed.length + third.client.sealed.length, 1);
  });

  it('return what was being sealed to the queue when it is closed', async () => {
    const page = new Page({service: silent});
    const captureId = await page.capture();
    await settled(page.queue.close());
    assert.equal(page.browser.captures.get(captureId)?.state.name, 'waiting');
  });

  it('wait with the sealed file until a client of its mode connects', async () => {
    const {page} = await sealedForNobody();
    assert.equal(page.stored[0]?.state.name, 'sealed');
    const client = new FakeClient();
    await settled(page.queue.connect(client));
    assert.deepEqual(client.heard, ['protected']);
    assert.equal(client.sealed[0]?.restored, false);
  });
});

describe('the methods of the page', () => {
  it('hold captures back until they are released with further tags', async () => {
    const page = new Page({
      config: {
        apiKey: 'key',
        autoProtect: false,
        tags: {a: '1'},
      },
    });
    const first = await page.capture();
    await page.capture();
    assert.deepEqual(page.states, ['held', 'held']);
    await settled(page.protection.enqueueProtection(first, {tags: {b: '2'}}));
    assert.deepEqual(page.calls[0]?.job.metadata.tags, {a: '1', b: '2'});
    assert.equal(page.calls.length, 1);
    await settled(page.protection.enqueueProtection());
    assert.equal(page.client.sealed.length, 2);
  });

  it('reject an id of a capture that is not stored', async () => {
    const page = new Page();
    const unknown = {code: 'capture_unknown'};
    await assert.rejects(page.protection.enqueueProtection('x'), unknown);
    await assert.rejects(page.protection.retryProtection('x'), unknown);
    await assert.rejects(page.protection.discard('x'), unknown);
  });

  it('delete a discarded capture, also while it is being sealed', async () => {
    const page = new Page({service: silent});
    const captureId = await page.capture();
    await settled(page.protection.discard(captureId));
    assert.deepEqual(page.progress, []);
    assert.equal(page.browser.captures.get(captureId), undefined);
    assert.equal(page.calls[0]?.signal.aborted, true);
    assert.deepEqual(page.client.heard, ['capture']);
  });

  it('neither seal nor deliver a capture while a person can undo its deletion, and do so afterwards', async () => {
    const page = new Page({service: silent});
    const captureId = await page.capture();
    await settled(page.protection.withhold([captureId], true));
    assert.equal(page.calls[0]?.signal.aborted, true);
    page.service = sealing;
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['capture']);
    assert.equal(page.calls.length, 1);
    await settled(page.protection.withhold([captureId], false));
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('deliver a seal that arrives while a person can undo the deletion only once the capture is kept', async () => {
    const page = new Page();
    const replace = page.store.replace;
    let captureId = '';
    page.store.replace = (job, expected) => {
      if (job.state.name === 'sealed') page.protection.withhold([job.captureId], true);
      return replace(job, expected);
    };
    captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture']);
    await page.wake('visible');
    assert.deepEqual(page.client.heard, ['capture']);
    await settled(page.protection.withhold([captureId], false));
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('seal in the next visit what this page withheld when it went', async () => {
    const page = new Page({service: silent});
    const captureId = await page.capture();
    await settled(page.protection.withhold([captureId], true));
    const next = await page.next();
    assert.ok(next.client.heard.includes('protected'));
  });

  it('do not restore a capture that was discarded while storage was being read', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    const captureId = await page.capture();
    const {list} = page.store;
    page.store.list = async () => {
      const jobs = await list();
      page.store.list = list;
      await page.protection.discard(captureId);
      return jobs;
    };
    await page.wake('visible');
    assert.deepEqual(page.progress, []);
  });

  it('report no seal after a capture was discarded', async () => {
    const page = new Page();
    const replace = page.store.replace;
    page.store.replace = async (job, expected) => {
      const replaced = await replace(job, expected);
      if (job.state.name === 'sealed') await page.protection.discard(job.captureId);
      return replaced;
    };
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture']);
  });

  it('seal from memory if nothing can be stored, and report that', async () => {
    const page = new Page();
    page.store.keeping = keptIn('memory', 'storage_unavailable');
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
    assert.equal(page.client.errors[0]?.code, 'storage_unavailable');
  });

  it('keep a picture that could not be stored in the page, and retry on request', async () => {
    const page = new Page();
    page.store.keeping = keptIn('nowhere', 'worker_unavailable');
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protect-error']);
    page.store.keeping = {name: 'stored'};
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
  });

  it('warn once of a secret in the page', () => {
    const pair = {apiKey: 'key-7', apiSecret: 'secret-7'};
    for (const config of [pair, {protection: createProtection(pair)}]) {
      const page = new Page({config});
      page.protection.configurationChanged();
      assert.equal(page.reports.length, 1);
      assert.doesNotMatch(String(page.reports[0]), /-7/);
    }
  });

  it('do not warn of a secret that protection replaces', () => {
    const protection = createProtection({apiKey: 'key'});
    const page = new Page({config: {apiSecret: 'secret', protection}});
    assert.deepEqual(page.reports, []);
  });

  it('sign requests with apiKey and apiSecret', async () => {
    const page = new Page({config: {apiKey: 'key', apiSecret: 'secret'}});
    await page.capture();
    assert.deepEqual(page.calls[0]?.authorization, authorizationOf('key', 'secret'));
    page.client.config = {apiKey: 'key', apiSecret: 'another'};
    page.protection.configurationChanged();
    await page.capture();
    assert.deepEqual(page.calls[1]?.authorization, authorizationOf('key', 'another'));
  });

  it('report an invalid address, and seal once it is valid', async () => {
    const page = new Page({config: {apiKey: 'key', baseUrl: 'http://'}});
    const captureId = await page.capture();
    assert.equal(page.client.errors[0]?.code, 'configuration_invalid');
    page.client.config = {apiKey: 'key'};
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
  });
});
