import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {createProtection} from '../../../src/core/credentials/create-protection.js';
import {keyAuthorization, tokenAuthorization} from '../../../src/model/authorization.js';
import {SealedCaptureError} from '../../../src/model/errors.js';
import {LEASE_MS} from '../../../src/model/job.js';
import type {ProtectionConfig, ProtectionOptions} from '../../../src/model/protection-config.js';
import {BackgroundWorker} from './background-fixture.js';
import {settled} from '../../settled.js';
import {failing, manifestFor, Page, sealing, silent, keptIn} from './queue-fixture.js';

const offline = failing('network_failed', 'No network.');
const overloaded = failing('service_unavailable', 'Overloaded.', {status: 503});

/** A browser whose page was closed while so many captures waited. */
async function leftBehind(captures = 1, config?: ProtectionConfig) {
  const page = new Page({service: offline, config});
  for (let i = 0; i < captures; i++) {
    page.browser.time += 1000;
    await page.capture();
  }
  page.die();
  return page.browser;
}

describe('what a closed page left behind', () => {
  it('is sealed, and delivered by the next visit without a request', async () => {
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

  it('is sealed oldest first, each once, with all that was waiting for the network', async () => {
    const worker = new BackgroundWorker(await leftBehind(3), sealing);
    assert.equal(await worker.sync(), 'done');
    const order = worker.calls.map(({job}) => job.capturedAt);
    assert.deepEqual(order, [...order].sort());
    assert.equal(new Set(order).size, 3);
    assert.deepEqual(worker.pauses, []);
  });

  it('is taken over from a service worker that was ended in mid-seal', async () => {
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

  it('waits for what the service asked for, within its time', async () => {
    const browser = await leftBehind();
    let calls = 0;
    const worker = new BackgroundWorker(browser, (call) =>
      ++calls < 3 ? overloaded(call) : sealing(call),
    );
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.pauses, [750, 1500]);
    assert.equal(worker.states[0]?.name, 'sealed');
  });

  it('is asked for again where the service asks for more time than there is', async () => {
    const browser = await leftBehind();
    const retryAfter = 60 * 60_000;
    const busy = failing('rate_limited', 'Wait.', {status: 429, retryAfter});
    const worker = new BackgroundWorker(browser, busy);
    assert.equal(await worker.sync(), 'again');
    assert.equal(worker.calls.length, 1);
    assert.deepEqual(worker.pauses, []);
  });

  it('is asked for again without a network, after one try for all of it', async () => {
    const worker = new BackgroundWorker(await leftBehind(3), offline);
    assert.equal(await worker.sync(), 'again');
    assert.equal(worker.calls.length, 1);
    assert.deepEqual(worker.names, ['waiting', 'waiting', 'waiting']);
  });

  it('is left to the next visit at the last chance', async () => {
    const browser = await leftBehind();
    assert.equal(await new BackgroundWorker(browser, offline).sync(true), 'done');
    const next = await Page.open({browser});
    await next.wake('online');
    assert.deepEqual(next.client.heard, ['protected']);
  });

  it('is stored as failed where a person is needed, as by a page', async () => {
    const browser = await leftBehind();
    const refusing = failing('request_rejected', 'Wrong.', {status: 422});
    const worker = new BackgroundWorker(browser, refusing);
    assert.equal(await worker.sync(), 'done');
    const [state] = worker.states;
    assert.ok(state?.name === 'failed');
    assert.equal(state.failure.code, 'request_rejected');
    assert.equal(state.attempts, 1);
  });

  it('is not begun any more when the time is up', async () => {
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

  it('is given up in mid-seal before the browser ends the service worker, and is due at once', async () => {
    const browser = await leftBehind();
    const worker = new BackgroundWorker(browser, silent, undefined, {begin: 10, work: 30});
    // Its own timers keep no process alive.
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

  it('is asked for again where the storage fails, and the visit ends all the same', async () => {
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

it('what cannot be stored once it is sealed is sealed by the next visit, and has not failed', async () => {
  const browser = await leftBehind();
  const worker = new BackgroundWorker(browser, sealing);
  worker.isFull = true;
  assert.equal(await worker.sync(), 'again');
  const next = await Page.open({browser});
  assert.deepEqual(next.client.heard, ['protected']);
});

describe('what is not the service worker’s', () => {
  it('a page that is open keeps its captures, and the browser is to ask again', async () => {
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

  it('a page that is just closing has its moment, then its captures are sealed', async () => {
    const page = new Page({service: offline});
    await page.capture();
    const worker = new BackgroundWorker(page.browser, sealing);
    worker.onPause = () => Promise.resolve(page.die());
    assert.equal(await worker.sync(), 'done');
    assert.equal(worker.calls.length, 1);
  });

  it('a page that seals by itself meanwhile leaves nothing to ask for', async () => {
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

  it('a capture that is held waits for its person', async () => {
    const worker = new BackgroundWorker(
      await leftBehind(1, {apiKey: 'key', autoProtect: false}),
      sealing,
    );
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(worker.states, [{name: 'held'}]);
  });

  it('a capture of another endpoint waits for somebody with credentials', async () => {
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

  it('captures wait, untried, where the protection has nothing to give', async () => {
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

  it('nothing is touched where the browser cannot tell which pages are open', async () => {
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

  it('are asked for once more after a 401, with what was refused', async () => {
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

  it('that are refused fail the capture, which the next visit’s own have sealed', async () => {
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

  it('are stored nowhere', async () => {
    const browser = await leftBehind();
    const secret = createProtection({apiKey: 'a-key-that-is-nowhere'});
    await new BackgroundWorker(browser, overloaded, [secret], {begin: 1, work: 50}).sync();
    assert.ok(!JSON.stringify(browser.captures.list()).includes('a-key-that-is-nowhere'));
  });
});

describe('no capture is sealed twice', () => {
  it('by two service workers at once', async () => {
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

  it('by a page that opens meanwhile, which hears of it and delivers', async () => {
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

  it('after a page has taken it while the service worker was at another one', async () => {
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
  it('asks for it with each capture that waits, and with none that is held', async () => {
    const page = new Page({service: offline});
    await page.capture();
    await page.capture();
    assert.equal(page.backgroundSync.requests, 2);
    const holding = new Page({service: offline, config: {apiKey: 'key', autoProtect: false}});
    await holding.capture();
    assert.equal(holding.backgroundSync.requests, 0);
  });

  it('does not ask for what is not stored', async () => {
    const page = new Page({service: offline});
    page.store.keeping = keptIn('memory');
    await page.capture();
    assert.equal(page.backgroundSync.requests, 0);
  });

  it('has something to ask for when it is hidden while a capture waits, and only then', async () => {
    const page = new Page({service: offline});
    assert.equal(page.backgroundSync.waits(), false);
    await page.capture();
    assert.equal(page.backgroundSync.waits(), true);
    page.service = sealing;
    await page.wake('online');
    assert.equal(page.backgroundSync.waits(), false);
  });

  it('listens to it until it ends', async () => {
    const browser = await leftBehind();
    const page = await Page.open({browser, service: offline});
    page.queue.close();
    page.freeze();
    await new BackgroundWorker(browser, sealing).sync();
    await settled(page.backgroundSync.announce());
    assert.deepEqual(page.client.heard, []);
  });
});
