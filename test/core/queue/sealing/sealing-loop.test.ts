import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {LEASE_MS} from '@sealed-capture/seal/model/job/job.js';
import {BackgroundWorker} from './background-fixture.js';
import {settled} from '../../../settled.js';
import {
  Browser,
  failing,
  FakeClient,
  Page,
  sealedForNobody,
  sealing,
  silent,
} from '../queue-fixture.js';

const offline = failing('network_failed', 'Offline.');
const rejected = failing('request_rejected', 'Refused.', {status: 422});
const full = () => Promise.reject(new SealedCaptureError('storage_full', 'Full.'));

describe('a capture that failed while no page could report it', () => {
  it('in a service worker is reported once by the next visit, after it has loaded', async () => {
    const page = new Page({service: offline});
    const captureId = await page.capture();
    page.die();
    await new BackgroundWorker(page.browser, rejected).sync();
    const next = new Page({browser: page.browser});
    next.wakeUps.isLoaded = false;
    await settled();
    assert.equal(next.client.errors.length, 0);
    next.wakeUps.isLoaded = true;
    for (const why of ['loaded', 'visible', 'visible'] as const) await next.wake(why);
    assert.deepEqual(
      next.client.errors.map((error) => [error.captureId, error.code]),
      [[captureId, 'request_rejected']],
    );
    assert.equal(next.calls.length, 0);
    next.service = rejected;
    await settled(next.protection.retryProtection(captureId));
    assert.equal(next.client.errors.length, 2);
  });

  it('in a page that died is reported by the next, once there is a client', async () => {
    const page = new Page({service: rejected});
    const {replace} = page.store;
    page.store.replace = async (job, expected) => {
      const replaced = await replace(job, expected);
      return job.state.name === 'failed' ? new Promise(() => undefined) : replaced;
    };
    await page.capture();
    assert.equal(page.client.errors.length, 0);
    const next = await page.next({config: {}, mode: 'audio'});
    const client = new FakeClient();
    await settled(next.queue.connect(client));
    assert.deepEqual(client.codes, ['request_rejected']);
  });

  it('in this page is not reported twice', async () => {
    const page = new Page({service: rejected});
    await page.capture();
    await page.wake('visible');
    assert.equal(page.client.errors.length, 1);
  });
});

describe('without locks', () => {
  it('a capture that a dead page had sealed is delivered after a lease', async () => {
    const browser = new Browser();
    browser.hasLocks = false;
    const {page: dying} = await sealedForNobody(browser);
    dying.die();
    browser.time += LEASE_MS - 1;
    const next = await Page.open({browser});
    assert.equal(next.client.sealed.length, 0);
    await next.wakeInTime();
    assert.equal(next.client.sealed[0]?.restored, true);
  });
});

describe('a page that returns without its locks', () => {
  it('requests them again, so that others do not touch its captures', async () => {
    const page = new Page({service: silent});
    await page.capture();
    page.freeze();
    await page.wake('visible');
    const other = await Page.open({browser: page.browser});
    assert.equal(other.calls.length, 0);
    assert.equal(other.protection.captures.length, 0);
  });
});

it('delivers a seal that the worker stored although its answer was late', async () => {
  const page = new Page();
  const {sealer} = page;
  const seal = sealer.seal.bind(sealer);
  sealer.seal = async (...call) => {
    await seal(...call);
    throw new SealedCaptureError('timeout', 'Late.');
  };
  await page.capture();
  assert.deepEqual(page.client.heard, ['capture', 'protected']);
  assert.deepEqual(page.stored, []);
});

it('calls the worker five times for a photo, and writes nothing unnecessarily', async () => {
  const page = await Page.open({});
  const trips: string[] = [];
  const {store, sealer} = page;
  for (const name of [
    'add',
    'claim',
    'replace',
    'get',
    'has',
    'list',
    'media',
    'handOver',
    'remove',
  ] as const) {
    const call = store[name].bind(store) as (...parts: unknown[]) => Promise<never>;
    store[name] = (...parts: unknown[]) => {
      trips.push(name);
      return call(...parts);
    };
  }
  const seal = sealer.seal.bind(sealer);
  sealer.seal = (...parts) => {
    trips.push('seal');
    return seal(...parts);
  };
  await page.capture();
  assert.equal(page.client.sealed.length, 1);
  // The worker stores the seal itself, without a call.
  assert.deepEqual(trips, ['add', 'claim', 'seal', 'replace', 'has', 'handOver']);
});

it('lists the storage again only for a changed configuration', async () => {
  const page = await Page.open();
  let lists = 0;
  const list = page.store.list.bind(page.store);
  page.store.list = () => {
    lists++;
    return list();
  };
  // Each element calls this after it has rendered.
  page.protection.configurationChanged();
  await settled();
  assert.equal(lists, 0);
  page.client.config.apiKey = 'another';
  page.protection.configurationChanged();
  await settled();
  assert.equal(lists, 1);
});

describe('a storage without space for a claim', () => {
  it('does not keep a capture of this visit from being sealed and delivered', async () => {
    const page = new Page();
    page.store.claim = page.store.replace = full;
    await page.capture();
    await page.capture();
    assert.equal(page.client.sealed.length, 2);
    assert.equal(page.calls.length, 2);
    assert.deepEqual(page.stored, []);
  });

  it('does not change the delays, and has no effect once there is space', async () => {
    const page = new Page({service: failing('service_unavailable', 'Down.', {status: 503})});
    const {claim, replace} = page.store;
    page.store.claim = page.store.replace = full;
    await page.capture();
    const waits: number[] = [];
    for (let i = 0; i < 3; i++) {
      waits.push((page.wakeUps.wakesAt ?? 0) - page.browser.time);
      await page.wakeInTime();
    }
    assert.deepEqual(waits, [750, 1_500, 3_000]);
    assert.equal(page.calls.length, 4);
    page.store.replace = replace;
    await page.wakeInTime();
    assert.equal(page.stored[0]?.state.name, 'waiting');
    page.store.claim = claim;
    page.service = sealing;
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 1);
    assert.equal(page.calls.length, 6);
  });

  it('or for the result of the last attempt does not cause unnecessary seals', async () => {
    const page = new Page({service: failing('service_unavailable', 'Down.', {status: 503})});
    const {replace} = page.store;
    page.store.replace = full;
    await page.capture();
    page.store.claim = full;
    page.store.replace = replace;
    page.service = sealing;
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 1);
    assert.equal(page.calls.length, 2);
  });

  it('is not written repeatedly for captures of other visits', async () => {
    const page = new Page({service: offline});
    await page.capture();
    page.die();
    page.browser.time += 10_000;
    const next = new Page({browser: page.browser});
    next.store.claim = full;
    await settled();
    assert.equal(next.calls.length, 0);
    assert.ok((next.wakeUps.wakesAt ?? 0) - page.browser.time >= 15_000);
  });
});

describe('a sealed capture that is discarded', () => {
  it('before its file was read is deleted', async () => {
    const {page, captureId} = await sealedForNobody();
    assert.equal(page.stored[0]?.state.name, 'sealed');
    await page.protection.discard(captureId);
    assert.deepEqual(page.stored, []);
    const client = new FakeClient();
    await settled(page.queue.connect(client));
    assert.deepEqual(client.heard, []);
  });

  it('while its file is built is not reported any more', async () => {
    const page = new Page({service: offline});
    const captureId = await page.capture();
    page.die();
    await new BackgroundWorker(page.browser, sealing).sync();
    const next = new Page({browser: page.browser});
    let fill: (blob: Blob) => void = () => undefined;
    next.sealer.fill = () => new Promise((resolve) => (fill = resolve));
    await settled();
    const discarded = next.protection.discard(captureId);
    fill(new Blob(['sealed']));
    await discarded;
    await settled();
    assert.deepEqual(next.client.heard, []);
    assert.deepEqual(page.stored, []);
  });

  it('after it was delivered is deleted with its stored file', async () => {
    const page = new Page();
    const captureId = await page.capture();
    await page.protection.discard(captureId);
    assert.deepEqual([page.states, page.kept, page.client.sealed.length], [[], [], 1]);
  });
});

describe('many captures that wait for the network', () => {
  it('are requested at once when it is back, without being written first', async () => {
    const page = new Page({service: offline});
    for (let i = 0; i < 50; i++) await page.capture();
    const asked = page.calls.length;
    const writes: string[] = [];
    const {replace} = page.store;
    page.store.replace = (job, expected) => {
      writes.push(job.state.name);
      return replace(job, expected);
    };
    page.service = sealing;
    for (const why of ['online', 'visible', 'visible'] as const) page.wakeUps.wake(why);
    for (let i = 0; i < 10; i++) await settled();
    assert.equal(page.client.sealed.length, 50);
    assert.equal(page.calls.length - asked, 50);
    assert.deepEqual(new Set(writes), new Set(['sealed']));
  });

  it('are retried when the network allows it, even if it goes again at once', async () => {
    const page = new Page({service: offline});
    for (let i = 0; i < 10; i++) await page.capture();
    const asked = page.calls.length;
    await page.wake('online');
    assert.equal(page.calls.length - asked, 3);
    const wait = (page.wakeUps.wakesAt ?? 0) - page.browser.time;
    assert.ok(wait >= 500 && wait <= 1_000, String(wait));
  });
});

it('a timer that fires a moment too early costs a moment, not a full delay', async () => {
  const page = new Page({service: failing('service_unavailable', 'Down.', {status: 503})});
  await page.capture();
  page.service = sealing;
  const dueAt = page.wakeUps.wakesAt ?? 0;
  page.browser.time = dueAt - 1;
  const {claim} = page.store;
  page.store.claim = async (which) => {
    const job = await claim(which);
    page.browser.time = dueAt + 1;
    return job;
  };
  await page.wake('time');
  assert.ok((page.wakeUps.wakesAt ?? 0) <= dueAt + 1_000);
  await page.wakeInTime();
  assert.equal(page.client.sealed.length, 1);
});
