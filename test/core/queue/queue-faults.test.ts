import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {LEASE_MS} from '@sealed-capture/seal/model/job/job.js';
import {MAX_ATTEMPTS} from '@sealed-capture/seal/model/job/retries.js';
import {settled} from '../../settled.js';
import {
  Browser,
  drawn,
  failing,
  manifestFor,
  Page,
  sealing,
  silent,
  type SealCall,
  withId,
  keptIn,
} from './queue-fixture.js';

const HOUR = 3_600_000;
const inMemory = keptIn('memory');
const workerGone = keptIn('nowhere', 'worker_unavailable');

/** A browser with this many captures of an earlier visit that wait to be sealed. */
async function waiting(count: number): Promise<Browser> {
  const page = new Page({service: silent, config: {apiKey: 'key', autoProtect: false}});
  for (let i = 0; i < count; i++) await page.capture();
  await page.protection.enqueueProtection();
  page.die();
  for (const job of page.stored) {
    page.browser.captures.replace(
      {...job, state: {name: 'waiting', dueAt: page.browser.time, attempts: 0}},
      job.state,
    );
  }
  return page.browser;
}

it('shows all waiting captures as waiting for the network after one failed attempt', async () => {
  const browser = await waiting(200);
  const page = await Page.open({browser, service: failing('network_failed', 'Offline.')});
  assert.ok(page.calls.length > 0 && page.calls.length < 10, `${page.calls.length} were tried`);
  const offline = page.progress.filter(
    (progress) => progress.name === 'waiting' && progress.failure?.code === 'network_failed',
  );
  assert.equal(offline.length, 200);
  assert.ok(offline.every((progress) => 'willRetryAt' in progress));
  page.service = sealing;
  await page.wake('online');
  assert.equal(page.client.sealed.length, 200);
});

describe('a server', () => {
  it('is retried automatically if it is no sealing service, until too many failures', async () => {
    const page = new Page({service: failing('response_invalid', 'A sign-in page.')});
    await page.capture();
    await page.wakeInTime();
    assert.equal(page.calls.length, 2);
    assert.deepEqual(page.client.heard, ['capture']);
    page.service = sealing;
    await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('is retried only by a person if it sealed another file', async () => {
    const page = new Page({service: () => Promise.resolve(manifestFor('another'))});
    const captureId = await page.capture();
    await page.wakeInTime();
    assert.deepEqual(
      page.client.errors.map(({code, retryable}) => [code, retryable]),
      [['seal_mismatch', false]],
    );
    page.service = sealing;
    await page.wake('visible');
    assert.equal(page.calls.length, 1);
    await settled(page.protection.retryProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
  });

  it('gets no requests for any capture for a while after it could not be reached', async () => {
    const browser = await waiting(20);
    const page = await Page.open({browser, service: failing('network_failed', 'Offline.')});
    assert.equal(page.calls.length, 3);
    await page.wakeInTime();
    assert.equal(page.calls.length, 6);
    page.service = sealing;
    await settled(page.wakeInTime());
    assert.equal(page.client.sealed.length, 20);
  });

  it('gets a request at once for a new capture, even while it cannot be reached', async () => {
    const page = new Page({service: failing('network_failed', 'Offline.')});
    await page.capture();
    page.service = sealing;
    await page.capture();
    assert.equal(page.client.sealed.length, 1);
  });

  it('gets no requests for any capture for as long as it asks', async () => {
    const browser = await waiting(20);
    const retryAfter = 120_000;
    const page = await Page.open({
      browser,
      service: failing('rate_limited', 'Wait.', {retryAfter}),
    });
    assert.equal(page.calls.length, 3);
    assert.equal(page.wakeUps.wakesAt, browser.time + retryAfter);
    browser.time += retryAfter - 1;
    await page.wake('time');
    assert.equal(page.calls.length, 3);
    page.service = sealing;
    await settled(page.wakeInTime());
    assert.equal(page.client.sealed.length, 20);
  });

  it('gets requests for the others while one capture never gets an answer', async () => {
    const browser = await waiting(20);
    const [poisoned] = browser.captures.list();
    const late: SealCall[] = [];
    const page = new Page({
      browser,
      service: (call) => {
        if (call.job.captureId !== poisoned?.captureId) return sealing(call);
        late.push(call);
        return failing('timeout', 'Late.')(call);
      },
    });
    await settled();
    await settled();
    assert.equal(page.client.sealed.length, 19);
    assert.equal(late.length, 1);
  });

  it('gets requests for the others after the last allowed answer for one, which asked to wait', async () => {
    const browser = new Browser();
    const wait = failing('service_unavailable', 'Down.', {status: 503, retryAfter: 1_000});
    const page = new Page({browser, service: wait});
    const first = await page.capture();
    for (let i = 2; i < MAX_ATTEMPTS; i++) await page.wakeInTime();
    const fail = failing('service_unavailable', 'Down.', {status: 500});
    page.service = (call) => (call.job.captureId === first ? wait : fail)(call);
    await page.capture();
    while (page.client.errors.length === 0) await page.wakeInTime();
    page.service = sealing;
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 1);
  });

  it('does not count as unreachable while it answers for others', async () => {
    const browser = await waiting(1);
    const [poisoned] = browser.captures.list();
    if (!poisoned) throw new Error('nothing waits');
    const often = {name: 'waiting', dueAt: browser.time, attempts: 0, unanswered: 8} as const;
    browser.captures.replace({...poisoned, state: often}, poisoned.state);
    let late: () => void = () => undefined;
    const page = new Page({
      browser,
      service: () =>
        new Promise((_, reject) => {
          late = () => reject(new SealedCaptureError('timeout', 'Late.'));
        }),
    });
    await settled();
    page.service = sealing;
    await page.capture();
    page.service = failing('service_unavailable', 'Down.', {status: 500});
    await page.capture();
    await settled(late());
    page.service = sealing;
    const before = browser.time;
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 2);
    assert.ok(browser.time - before < 2_000);
  });
});

describe("a change of the device's clock", () => {
  it('back does not delay any attempt', async () => {
    const page = new Page({service: failing('service_unavailable', 'Down.', {status: 500})});
    await page.capture();
    page.browser.time -= HOUR;
    page.service = sealing;
    await page.wake('time');
    assert.equal(page.client.sealed.length, 1);
  });

  it('back by a moment does not bring any attempt forward', async () => {
    const browser = new Browser();
    const retryAfter = HOUR;
    const page = new Page({browser, service: failing('rate_limited', 'Wait.', {retryAfter})});
    await page.capture();
    browser.time -= 1_000;
    await page.wake('time');
    assert.equal(page.calls.length, 1);
  });

  it('back does not delay the takeover of what a dead page was sealing', async () => {
    const browser = new Browser();
    browser.hasLocks = false;
    const page = new Page({browser, service: silent});
    await page.capture();
    page.die();
    browser.time -= HOUR;
    const next = await Page.open({browser});
    assert.equal(next.client.sealed.length, 1);
  });

  it('forward does not make a page seal a capture twice', async () => {
    const page = new Page({service: silent});
    await page.capture();
    page.browser.time += HOUR;
    await page.wake('visible');
    assert.equal(page.calls.length, 1);
  });
});

describe('a crash of the worker', () => {
  it('loses nothing that it had only in memory: that is stored again, and sealed', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    page.store.keeping = inMemory;
    const captureId = await page.capture();
    await settled(page.store.crash());
    assert.deepEqual(page.states, ['held']);
    await settled(page.protection.enqueueProtection(captureId));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
  });

  it('loses nothing of what was being sealed from its memory', async () => {
    const browser = new Browser();
    let crash: () => void = () => undefined;
    const page = new Page({
      browser,
      service: () =>
        new Promise((_, reject) => {
          crash = () => {
            page.store.crash();
            reject(new SealedCaptureError('worker_unavailable', 'Died.'));
          };
        }),
    });
    page.store.keeping = inMemory;
    await page.capture();
    crash();
    page.service = sealing;
    await settled();
    assert.equal(page.protection.captures.length, 1);
    await page.wakeInTime();
    assert.equal(page.client.sealed.length, 1);
  });

  it('returns what was being sealed from storage to the queue, which retries it', async () => {
    const page = new Page({service: failing('worker_unavailable', 'Died.')});
    await page.capture();
    assert.deepEqual(page.client.heard, ['capture']);
    page.service = sealing;
    await page.wakeInTime();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('without a restart leaves the picture with the page, and is reported', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    page.store.keeping = inMemory;
    const captureId = await page.capture();
    page.store.keeping = workerGone;
    await settled(page.store.crash());
    assert.deepEqual(
      page.client.errors.map(({code, retryable}) => [code, retryable]),
      [
        ['storage_full', false],
        ['worker_unavailable', true],
      ],
    );
    assert.equal(await (await page.protection.picture(captureId))?.text(), 'raw');
    page.store.keeping = inMemory;
    await page.protection.retryProtection(captureId);
    await settled(page.protection.enqueueProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
  });

  it('does not restore what the page has discarded', async () => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}});
    page.store.keeping = inMemory;
    const captureId = await page.capture();
    await page.protection.discard(captureId);
    await settled(page.store.crash());
    assert.equal(page.protection.captures.length, 0);
  });
});

describe('a capture that is only in memory', () => {
  it('is reported with the time of its next attempt while sealing continues', async () => {
    const page = new Page();
    page.store.keeping = inMemory;
    await page.capture();
    assert.equal(page.client.errors[0]?.willRetryAt, new Date(page.browser.time).toISOString());
    assert.equal(page.client.sealed.length, 1);
  });
});

describe('simultaneous changes', () => {
  it('are reported to each client once', async () => {
    const browser = await waiting(50);
    const page = new Page({browser, service: silent});
    let told = 0;
    page.client.onChange = () => told++;
    await settled();
    await drawn();
    assert.ok(told > 0 && told <= 3, String(told));
  });
});

describe('a sealed file', () => {
  it('is delivered by one page only, even if another took over during the delivery', async () => {
    const browser = new Browser();
    let answer: (manifest: ArrayBuffer) => void = () => undefined;
    const page = new Page({browser, service: () => new Promise((resolve) => (answer = resolve))});
    const captureId = await page.capture();
    // The page is frozen, so that its locks are free, and resumed after another page has delivered.
    page.freeze();
    const replace = page.store.replace;
    const other = new Page({browser, service: silent});
    page.store.replace = async (job, expected) => {
      const replaced = await replace(job, expected);
      await settled(other.wake('visible'));
      return replaced;
    };
    await settled(answer(manifestFor(captureId)));
    await settled();
    await settled();
    assert.equal(page.client.sealed.length + other.client.sealed.length, 1);
    assert.deepEqual(page.stored, []);
  });

  it('is taken over after a lease without locks, and reported once', async () => {
    const browser = new Browser();
    browser.hasLocks = false;
    const page = new Page({browser, service: silent});
    await page.capture();
    page.die();
    browser.time += LEASE_MS;
    const next = new Page({browser});
    await next.wake('visible');
    assert.equal(next.client.sealed.length, 1);
  });
});

describe('the progress of captures, as a page reads it', () => {
  it('includes why one failed, whether a retry may help, and when a waiting one is retried', async () => {
    const page = new Page({service: failing('service_unavailable', 'Down.', {status: 503})});
    await page.capture();
    const willRetryAt = new Date(page.wakeUps.wakesAt ?? 0).toISOString();
    const failure = {code: 'service_unavailable', message: 'Down.', status: 503, retryable: true};
    assert.deepEqual(page.progress, [{name: 'waiting', failure, willRetryAt}]);
    page.service = failing('too_large', 'Large.', {status: 413});
    await page.wakeInTime();
    const final = {code: 'too_large', message: 'Large.', status: 413, retryable: false};
    assert.deepEqual(page.progress, [{name: 'failed', failure: final}]);
  });

  it('has no time for a capture that waits for credentials', async () => {
    const page = new Page({config: {}});
    await page.capture();
    const [progress] = page.progress;
    assert.equal(progress?.name === 'waiting' && progress.failure?.code, 'credentials_missing');
    assert.ok(progress && !('willRetryAt' in progress));
  });
});

describe('a held capture of an earlier visit', () => {
  const held = async (): Promise<[Browser, string]> => {
    const page = new Page({config: {apiKey: 'key', autoProtect: false}, source: withId('camera')});
    const captureId = await page.capture();
    page.die();
    return [page.browser, captureId];
  };
  const released = {tags: {case: '7'}, features: {licensePlateInfo: {plateNumber: 'AB 1'}}};

  it('is released by its id as soon as the page asks, with further tags and features', async () => {
    const [browser, captureId] = await held();
    const page = new Page({browser, config: {apiKey: 'key', autoProtect: false}});
    await settled(page.protection.enqueueProtection(captureId, released));
    const {metadata} = page.calls[0]?.job ?? {};
    assert.deepEqual([metadata?.tags, metadata?.features], [released.tags, released.features]);
    assert.equal(page.client.sealed[0]?.restored, true);
  });

  it('is released with all others as soon as the page asks', async () => {
    const [browser] = await held();
    const config = {apiKey: 'key', autoProtect: false};
    const page = new Page({browser, config, source: withId('camera')});
    await settled(page.protection.enqueueProtection());
    assert.equal(page.client.sealed.length, 1);
  });

  it('is discarded as soon as the page asks', async () => {
    const [browser, captureId] = await held();
    const page = new Page({browser, config: {apiKey: 'key', autoProtect: false}});
    await page.protection.discard(captureId);
    assert.deepEqual(browser.captures.list(), []);
  });

  it('stays held, whatever wakes the page', async () => {
    const [browser] = await held();
    const page = new Page({browser});
    for (const why of ['visible', 'online', 'time', 'loaded'] as const) await page.wake(why);
    assert.equal(page.calls.length, 0);
    assert.equal(page.progress[0]?.name, 'held');
  });

  it('is left to a page that is still open', async () => {
    const open = new Page({config: {apiKey: 'key', autoProtect: false}});
    const captureId = await open.capture();
    const page = new Page({browser: open.browser, config: {apiKey: 'key', autoProtect: false}});
    await settled(page.protection.enqueueProtection());
    assert.equal(page.calls.length, 0);
    await settled(open.protection.enqueueProtection(captureId));
    assert.equal(open.client.sealed.length, 1);
    assert.equal(page.client.sealed.length, 0);
  });
});
