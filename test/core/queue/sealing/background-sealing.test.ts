import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createProtection} from '../../../../src/core/credentials/create-protection.js';
import {keyAuthorization, tokenAuthorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {LEASE_MS} from '@sealed-capture/seal/model/job/job.js';
import type {
  ProtectionConfig,
  ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {BackgroundWorker} from './background-fixture.js';
import {settled} from '../../../settled.js';
import {failing, manifestFor, Page, sealing, silent, keptIn} from '../queue-fixture.js';

const offline = failing('network_failed', 'No network.');
const overloaded = failing('service_unavailable', 'Overloaded.', {status: 503});

/** A browser whose page was closed while this many captures waited. */
async function leftBehind(captures = 1, config?: ProtectionConfig) {
  const page = new Page({service: offline, config});
  for (let i = 0; i < captures; i++) {
    page.browser.time += 1000;
    await page.capture();
  }
  page.die();
  return page.browser;
}

describe('the captures of a closed page', () => {
  it('are sealed, and delivered by the next visit without a request', async () => {
    const browser = await leftBehind();
    const worker = new BackgroundWorker(browser, sealing);
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.names, ['sealed']);
    assert.deepEqual(worker.calls[0]?.authorization, keyAuthorization('key'));

    const next = await Page.open({browser});
    assert.deepEqual(next.client.heard, ['protected']);
    assert.equal(next.client.sealed[0]?.restored, true);
    assert.equal(next.calls.length, 0);
    assert.deepEqual(next.stored, []);
  });

  it('are sealed oldest first, each once, including all that waited for the network', async () => {
    const worker = new BackgroundWorker(await leftBehind(3), sealing);
    assert.equal(await worker.sync(), 'done');
    const order = worker.calls.map(({job}) => job.capturedAt);
    assert.deepEqual(order, [...order].sort());
    assert.equal(new Set(order).size, 3);
    assert.deepEqual(worker.pauses, []);
  });

  it('are taken over from a service worker that was stopped while it sealed', async () => {
    const browser = await leftBehind();
    const ended = new BackgroundWorker(browser, silent);
    void ended.sync();
    await settled();
    assert.equal(ended.states[0]?.name, 'sealing');
    browser.locks.clear();
    const worker = new BackgroundWorker(browser, sealing);
    assert.equal(await worker.sync(), 'done');
    assert.equal(worker.calls.length, 1);
    assert.equal(worker.states[0]?.name, 'sealed');
  });

  it('wait as long as the service asks, within the time limit', async () => {
    const browser = await leftBehind();
    let calls = 0;
    const worker = new BackgroundWorker(browser, (call) =>
      ++calls < 3 ? overloaded(call) : sealing(call),
    );
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.pauses, [750, 1500]);
    assert.equal(worker.states[0]?.name, 'sealed');
  });

  it('are left for another sync if the service asks for more time than there is', async () => {
    const browser = await leftBehind();
    const retryAfter = 60 * 60_000;
    const busy = failing('rate_limited', 'Wait.', {status: 429, retryAfter});
    const worker = new BackgroundWorker(browser, busy);
    assert.equal(await worker.sync(), 'again');
    assert.equal(worker.calls.length, 1);
    assert.deepEqual(worker.pauses, []);
  });

  it('are left for another sync without a network, after one attempt for all of them', async () => {
    const worker = new BackgroundWorker(await leftBehind(3), offline);
    assert.equal(await worker.sync(), 'again');
    assert.equal(worker.calls.length, 1);
    assert.deepEqual(worker.names, ['waiting', 'waiting', 'waiting']);
  });

  it('are left to the next visit at the last chance', async () => {
    const browser = await leftBehind();
    assert.equal(await new BackgroundWorker(browser, offline).sync(true), 'done');
    const next = await Page.open({browser});
    await next.wake('online');
    assert.deepEqual(next.client.heard, ['protected']);
  });

  it('are stored as failed if a person is needed, as in a page', async () => {
    const browser = await leftBehind();
    const refusing = failing('request_rejected', 'Wrong.', {status: 422});
    const worker = new BackgroundWorker(browser, refusing);
    assert.equal(await worker.sync(), 'done');
    const [state] = worker.states;
    assert.ok(state?.name === 'failed');
    assert.equal(state.failure.code, 'request_rejected');
    assert.equal(state.attempts, 1);
  });

  it('are not started after the time limit', async () => {
    const slow: typeof sealing = async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return sealing(call);
    };
    const worker = new BackgroundWorker(await leftBehind(3), slow, undefined, {
      begin: 20,
      work: 5_000,
    });
    assert.equal(await worker.sync(), 'again');
    assert.deepEqual(worker.names, ['sealed', 'waiting', 'waiting']);
  });

  it('are aborted before the browser stops the service worker, and are due at once', async () => {
    const browser = await leftBehind();
    const worker = new BackgroundWorker(browser, silent, undefined, {begin: 10, work: 30});
    // Its own timers do not keep the process alive.
    const [answer] = await Promise.all([
      worker.sync(),
      new Promise((resolve) => setTimeout(resolve, 200)),
    ]);
    assert.equal(answer, 'again');
    assert.equal(worker.calls[0]?.signal.aborted, true);
    const [state] = worker.states;
    assert.ok(state?.name === 'waiting' && !state.failure);
    assert.equal(state.dueAt, browser.time);
    assert.equal(state.attempts, 0);
  });

  it('are left for another sync if the storage fails, and the visit ends anyway', async () => {
    const browser = await leftBehind();
    const worker = new BackgroundWorker(browser, sealing);
    worker.isBroken = true;
    assert.equal(await worker.sync(), 'again');
    assert.equal(browser.locks.size, 0);
    worker.isBroken = false;
    assert.equal(await worker.sync(), 'done');
    assert.equal(browser.locks.size, 0);
  });
});

it('are sealed by the next visit, and do not count as failed, if their seal cannot be stored', async () => {
  const browser = await leftBehind();
  const worker = new BackgroundWorker(browser, sealing);
  worker.isFull = true;
  assert.equal(await worker.sync(), 'again');
  const next = await Page.open({browser});
  assert.deepEqual(next.client.heard, ['protected']);
});

describe('what a service worker does not touch', () => {
  it('includes captures of an open page, and it asks the browser for another sync', async () => {
    const page = new Page({service: silent});
    const captureId = await page.capture();
    const before = page.browser.captures.get(captureId)?.state;
    const worker = new BackgroundWorker(page.browser, sealing);
    worker.onPause = () => {
      page.browser.time += 10 * LEASE_MS;
      return Promise.resolve();
    };
    assert.equal(await worker.sync(), 'again');
    assert.equal(worker.calls.length, 0);
    assert.deepEqual(worker.pauses, [5_000]);
    assert.deepEqual(page.browser.captures.get(captureId)?.state, before);
  });

  it('includes captures of a closing page, until that is closed', async () => {
    const page = new Page({service: offline});
    await page.capture();
    const worker = new BackgroundWorker(page.browser, sealing);
    worker.onPause = () => Promise.resolve(page.die());
    assert.equal(await worker.sync(), 'done');
    assert.equal(worker.calls.length, 1);
  });

  it('includes captures that a page seals meanwhile, and no other sync is needed', async () => {
    const page = new Page({service: offline});
    await page.capture();
    const worker = new BackgroundWorker(page.browser, sealing);
    worker.onPause = async () => {
      page.service = sealing;
      await page.wake('online');
    };
    assert.equal(await worker.sync(), 'done');
    assert.equal(worker.calls.length, 0);
    assert.equal(page.client.sealed.length, 1);
  });

  it('includes a held capture, which waits for its person', async () => {
    const worker = new BackgroundWorker(
      await leftBehind(1, {apiKey: 'key', autoProtect: false}),
      sealing,
    );
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.states, [{name: 'held'}]);
  });

  it('includes a capture of another endpoint, which waits for a client with credentials', async () => {
    const browser = await leftBehind(1, {apiKey: 'key', sandbox: true});
    const worker = new BackgroundWorker(browser, sealing);
    const before = worker.states;
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.states, before);
    const both = [
      createProtection({apiKey: 'live'}),
      createProtection({apiKey: 'b', sandbox: true}),
    ];
    const other = new BackgroundWorker(browser, sealing, both);
    assert.equal(await other.sync(), 'done');
    assert.deepEqual(other.calls[0]?.authorization, keyAuthorization('b'));
  });

  it('includes captures without available credentials, which do not count as attempted', async () => {
    let asked = 0;
    const empty: ProtectionOptions = {
      authorization() {
        asked++;
        return Promise.reject(new SealedCaptureError('credentials_missing', 'Signed out.'));
      },
    };
    const worker = new BackgroundWorker(await leftBehind(2), sealing, [empty]);
    assert.equal(await worker.sync(), 'done');
    assert.equal(asked, 1);
    assert.equal(worker.calls.length, 0);
    for (const state of worker.states) assert.ok(state.name === 'waiting' && state.attempts === 0);
  });

  it('includes everything if the browser cannot tell which pages are open', async () => {
    const browser = await leftBehind();
    browser.hasLocks = false;
    const worker = new BackgroundWorker(browser, sealing);
    const before = worker.states;
    assert.equal(await worker.sync(), 'again');
    assert.deepEqual(worker.states, before);
  });
});

describe('credentials of a service worker', () => {
  const refusing: typeof sealing = (call) =>
    call.authorization.name === 'headers' &&
    call.authorization.headers['Authorization'] === 'Bearer 1'
      ? Promise.reject(new SealedCaptureError('unauthorized', 'Revoked.', {status: 401}))
      : sealing(call);

  it('are requested once more after a 401, with the refused ones as argument', async () => {
    const refused: unknown[] = [];
    const provider: ProtectionOptions = {
      authorization(_, before) {
        refused.push(before);
        return Promise.resolve(tokenAuthorization(before ? '2' : '1'));
      },
    };
    const worker = new BackgroundWorker(await leftBehind(), refusing, [provider]);
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(refused, [undefined, tokenAuthorization('1')]);
    assert.equal(worker.states[0]?.name, 'sealed');
  });

  it('that are refused fail the capture, which is sealed with those of the next visit', async () => {
    const browser = await leftBehind();
    const same: ProtectionOptions = {authorization: () => Promise.resolve(tokenAuthorization('1'))};
    const worker = new BackgroundWorker(browser, refusing, [same]);
    assert.equal(await worker.sync(), 'done');
    assert.equal(worker.calls.length, 1);
    assert.equal(worker.states[0]?.name, 'failed');
    const next = await Page.open({browser});
    assert.deepEqual(next.client.heard, ['protected']);
  });

  it('that cannot be fetched count as no network', async () => {
    const provider: ProtectionOptions = {
      authorization: () => Promise.reject(new TypeError('Failed to fetch')),
    };
    const worker = new BackgroundWorker(await leftBehind(2), sealing, [provider]);
    assert.equal(await worker.sync(), 'again');
    for (const state of worker.states) assert.equal(state.name, 'waiting');
  });

  it('are not stored anywhere', async () => {
    const browser = await leftBehind();
    const secret = createProtection({apiKey: 'a-key-that-is-nowhere'});
    await new BackgroundWorker(browser, overloaded, [secret], {begin: 1, work: 50}).sync();
    assert.ok(!JSON.stringify(browser.captures.list()).includes('a-key-that-is-nowhere'));
  });
});

describe('no capture is sealed twice', () => {
  it('by two service workers at the same time', async () => {
    const browser = await leftBehind(6);
    const workers = [
      new BackgroundWorker(browser, sealing),
      new BackgroundWorker(browser, sealing),
    ];
    await Promise.all(workers.map((worker) => worker.sync()));
    const calls = workers.flatMap((worker) => worker.calls.map(({job}) => job.captureId));
    assert.equal(calls.length, 6);
    assert.equal(new Set(calls).size, 6);
  });

  it('by two syncs of one service worker', async () => {
    const worker = new BackgroundWorker(await leftBehind(2), sealing);
    assert.deepEqual(await Promise.all([worker.sync(), worker.sync()]), ['done', 'done']);
    assert.equal(worker.calls.length, 2);
  });

  it('by a page that opens meanwhile, which is informed and delivers', async () => {
    const browser = await leftBehind();
    let answer = (): void => undefined;
    const worker = new BackgroundWorker(browser, async ({job}) => {
      await new Promise<void>((resolve) => (answer = resolve));
      return manifestFor(job.captureId);
    });
    const done = worker.sync();
    await settled();
    const next = await Page.open({browser});
    worker.onAnnounced = () => next.backgroundSync.announce();
    answer();
    assert.equal(await done, 'done');
    await settled();
    assert.equal(worker.announcements, 1);
    assert.equal(next.calls.length, 0);
    assert.deepEqual(next.client.heard, ['protected']);
    assert.equal(next.client.sealed[0]?.restored, true);
  });

  it('after a page has taken it while the service worker sealed another', async () => {
    const browser = await leftBehind(2);
    const pages: Page[] = [];
    const worker = new BackgroundWorker(browser, async (call) => {
      const page = new Page({browser, service: silent});
      await settled(pages.push(page));
      await page.wake('online');
      return sealing(call);
    });
    await worker.sync(true);
    assert.equal(worker.calls.length, 1);
    assert.equal(pages[0]?.calls.length, 1);
    assert.notEqual(pages[0].calls[0]?.job.captureId, worker.calls[0]?.job.captureId);
  });
});

describe('a page beside a service worker', () => {
  it('registers a sync for each capture that waits, and for none that is held', async () => {
    const page = new Page({service: offline});
    await page.capture();
    await page.capture();
    assert.equal(page.backgroundSync.requests, 2);
    const holding = new Page({service: offline, config: {apiKey: 'key', autoProtect: false}});
    await holding.capture();
    assert.equal(holding.backgroundSync.requests, 0);
  });

  it('registers no sync for a capture that is not stored', async () => {
    const page = new Page({service: offline});
    page.store.keeping = keptIn('memory');
    await page.capture();
    assert.equal(page.backgroundSync.requests, 0);
  });

  it('registers a sync if it is hidden while a capture waits, and only then', async () => {
    const page = new Page({service: offline});
    assert.equal(page.backgroundSync.waits(), false);
    await page.capture();
    assert.equal(page.backgroundSync.waits(), true);
    page.service = sealing;
    await page.wake('online');
    assert.equal(page.backgroundSync.waits(), false);
  });

  it('listens to the service worker until the page ends', async () => {
    const browser = await leftBehind();
    const page = await Page.open({browser, service: offline});
    page.queue.close();
    page.freeze();
    await new BackgroundWorker(browser, sealing).sync();
    await settled(page.backgroundSync.announce());
    assert.deepEqual(page.client.heard, []);
  });
});

describe('the captures of a set that a closed page has left', () => {
  const config: ProtectionConfig = {apiKey: 'key', job: 'claim 4711'};
  const closing = new Blob(['closing record'], {type: 'image/jpeg'});

  /** A browser whose page was closed after it had closed its job. */
  async function closedJob(further: ProtectionConfig = {}) {
    const page = new Page({service: offline, config});
    await page.capture();
    // The device's clock is set back.
    page.browser.time -= 60_000;
    page.client.config = {...config, ...further};
    await page.capture();
    await page.protection.closeJob(closing, []);
    await settled();
    page.die();
    return page.browser;
  }

  it('are sealed in the order of the device, and its closing record last', async () => {
    const worker = new BackgroundWorker(await closedJob(), sealing);
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(
      worker.calls.map(({job}) => job.set?.index),
      [1, 2, Infinity],
    );
  });

  it('are not closed while one of them is held for a page, which needs no further sync', async () => {
    const browser = await closedJob({autoProtect: false});
    const worker = new BackgroundWorker(browser, sealing);
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.names, ['sealed', 'held', 'waiting']);
    assert.deepEqual(worker.pauses, []);
  });

  it('are not closed while one of them waits for its next attempt', async () => {
    const browser = await closedJob();
    let requests = 0;
    const worker = new BackgroundWorker(browser, (call) =>
      requests++ === 0
        ? failing('rate_limited', 'Later.', {status: 429, retryAfter: 30_000})(call)
        : sealing(call),
    );
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(
      worker.calls.map(({job}) => job.set?.index),
      [1, 2, 1, Infinity],
    );
    assert.ok(worker.pauses.length > 0 && worker.pauses.every((pause) => pause > 0));
  });
});
