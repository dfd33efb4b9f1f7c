import assert from 'node:assert/strict';
import {afterEach, describe, it, mock} from 'node:test';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {DeliveryContext, FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../../settled.js';
import {sealed} from '@sealed-capture/seal/model/job/job.js';
import {storeSeal} from '../../../../src/worker/sealing/sealer.js';
import {draft, FakeClient, manifestFor, Page, photo, withId} from '../queue-fixture.js';

/** The page's own storage. Each attempt waits until the test answers it. */
class FakeStorage implements FileDelivery {
  readonly attempts: (DeliveryContext & {
    text: Promise<string>;
    answer(location?: string): Promise<void>;
    refuse(thrown: Error): Promise<void>;
  })[] = [];

  send(file: Blob, context: DeliveryContext): Promise<{location?: string} | undefined> {
    return new Promise((resolve, reject) => {
      this.attempts.push({
        ...context,
        text: file.text(),
        answer: (location) => settled(resolve(location ? {location} : undefined)),
        refuse: (thrown) => settled(reject(thrown)),
      });
    });
  }

  get last() {
    const last = this.attempts.at(-1);
    assert.ok(last, 'nothing was sent');
    return last;
  }
}

const failed = (...error: ConstructorParameters<typeof SealedCaptureError>) =>
  new SealedCaptureError(...error);
const offline = () => failed('network_failed', 'Offline.');

function setup() {
  const storage = new FakeStorage();
  const page = new Page({config: {apiKey: 'key', delivery: storage}});
  return {storage, page};
}

/** The next visit, with its own fake storage. */
async function nextOf(page: Page) {
  const storage = new FakeStorage();
  const next = await page.next({config: {apiKey: 'key', delivery: storage}});
  return {storage, page: next};
}

/** Two pages that open after a page died before its file was sent, and the requests to their storages. */
async function twoPages() {
  const {page} = setup();
  await page.capture();
  page.die();
  const {browser} = page;
  const storages = [new FakeStorage(), new FakeStorage()];
  const pages = storages.map((delivery) => new Page({browser, config: {apiKey: 'key', delivery}}));
  await settled();
  return {browser, pages, all: () => storages.flatMap(({attempts}) => attempts)};
}

afterEach(() => Page.closeAll());

describe('a sealed file for the page’s own storage', () => {
  it('is sent after the page has received its event, and deleted once it is stored there, and its capture stays listed', async () => {
    const {storage, page} = setup();
    page.client.source = withId('rear');
    const captureId = await page.capture();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual([storage.last.captureId, storage.last.mode], [captureId, 'image']);
    assert.equal(await storage.last.text, 'sealed');
    assert.deepEqual(page.states, ['delivering']);
    assert.equal(page.stored.length, 1);
    await storage.last.answer('https://shop.example/files/1');
    assert.deepEqual(page.client.delivered, [
      {captureId, mode: 'image', location: 'https://shop.example/files/1', source: 'rear'},
    ]);
    assert.deepEqual([page.states, page.stored], [['delivered'], []]);
    assert.equal(await page.store.media(captureId), undefined);
    const {page: next} = await nextOf(page);
    const [progress] = next.progress;
    assert.ok(progress?.name === 'delivered');
    const {uploaded, location, keptUntil} = progress;
    const file = 'https://shop.example/files/1';
    assert.deepEqual([uploaded, location, keptUntil], [true, file, undefined]);
  });

  it('leaves nothing in the browser once it is stored there if the page chose a retention of 0', async () => {
    const delivery = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', delivery, retention: 0}});
    await page.capture();
    await delivery.last.answer();
    assert.deepEqual([page.states, page.stored, page.kept], [['delivered'], [], []]);
  });

  it('is listed as one that is to be sent while the page works on it', async () => {
    const {storage, page} = setup();
    let done: () => void = () => undefined;
    page.client.uses = () => new Promise<void>((resolve) => (done = resolve));
    await page.capture();
    const [progress] = page.progress;
    assert.ok(progress?.name === 'delivering');
    assert.deepEqual([progress.isToSend, progress.sent], [true, undefined]);
    await settled(done());
    await storage.last.answer();
    assert.deepEqual(page.states, ['delivered']);
    const without = new Page();
    without.client.uses = () => new Promise<void>(() => undefined);
    await without.capture();
    const [unsent] = without.progress;
    assert.ok(unsent?.name === 'delivering' && !unsent.isToSend);
  });

  it('leaves a preview within the page’s budget', async () => {
    const delivery = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', delivery, previewBudget: 10}});
    await page.capture();
    await delivery.last.answer();
    assert.deepEqual(page.previewBudgets, [10_000_000, 10_000_000]);
  });

  it('reports its progress', async () => {
    const {storage, page} = setup();
    await page.capture();
    storage.last.onProgress(3, 6);
    const [progress] = page.progress;
    assert.ok(progress?.name === 'delivering');
    assert.deepEqual([progress.sent, progress.total], [3, 6]);
  });

  it('is sent to the address if the page sets only that', async () => {
    const storage = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', deliverTo: '/uploads'}});
    const asked: string[] = [];
    page.toAddress = (url) => (asked.push(url), storage);
    await page.capture();
    await storage.last.answer();
    await page.capture();
    assert.deepEqual([asked, storage.attempts.length], [['/uploads'], 2]);
  });

  it('waits until the page has processed it', async () => {
    const {storage, page} = setup();
    let done: () => void = () => undefined;
    page.client.uses = () => new Promise<void>((resolve) => (done = resolve));
    await page.capture();
    assert.equal(storage.attempts.length, 0);
    await settled(done());
    assert.equal(storage.attempts.length, 1);
  });

  it('is retried without limit and with growing delays while there is no network, and at once when it is back', async () => {
    const {storage, page} = setup();
    await page.capture();
    const waits: number[] = [];
    for (let i = 0; i < 12; i++) {
      await storage.last.refuse(offline());
      waits.push((page.wakeUps.wakesAt ?? 0) - page.browser.time);
      await page.wakeInTime();
    }
    assert.deepEqual(waits.slice(0, 4), [750, 1_500, 3_000, 6_000]);
    await storage.last.refuse(offline());
    const before = storage.attempts.length;
    await page.wake('online');
    assert.equal(storage.attempts.length, before + 1);
    await storage.last.answer();
    assert.deepEqual(page.client.heard, ['capture', 'protected', 'delivered']);
  });

  it('waits as long as the storage asks, also over a reload and when the network is back', async () => {
    const {storage, page} = setup();
    await page.capture();
    const start = page.browser.time;
    await storage.last.refuse(failed('rate_limited', 'Wait.', {status: 429, retryAfter: 60_000}));
    await page.wake('online');
    assert.equal(storage.attempts.length, 1);
    const next = await nextOf(page);
    assert.equal(next.storage.attempts.length, 0);
    assert.equal(next.page.wakeUps.wakesAt, start + 60_000);
    await next.page.wakeInTime();
    assert.equal(next.storage.attempts.length, 1);
  });

  it('ignores a retry time from a clock that was set back since', async () => {
    const {storage, page} = setup();
    await page.capture();
    await storage.last.refuse(failed('service_unavailable', 'Later.', {retryAfter: 5000}));
    page.browser.time -= 86_400_000;
    await page.wake('visible');
    assert.equal(storage.attempts.length, 2);
    const {storage: another} = await nextOf(page);
    assert.equal(another.attempts.length, 1);
  });

  it('waits for a person if it is refused, with the reason', async () => {
    const {storage, page} = setup();
    const captureId = await page.capture();
    await storage.last.refuse(failed('too_large', 'At most 1 MB.', {status: 413}));
    const [error] = page.client.errors;
    assert.deepEqual(
      [error?.code, error?.captureId, error?.status, error?.retryable, error?.attempts],
      ['delivery_failed', captureId, 413, true, 1],
    );
    assert.match(error?.message ?? '', /At most 1 MB/);
    const [progress] = page.progress;
    assert.equal(progress?.name === 'delivering' && progress.failure?.code, 'too_large');
    page.browser.time += 3_600_000;
    await page.wake('online');
    assert.equal(storage.attempts.length, 1);
    await page.protection.retryProtection(captureId);
    await settled();
    await storage.last.answer();
    assert.deepEqual(page.client.heard, ['capture', 'protected', 'protect-error', 'delivered']);
  });

  it('is retried after a refusal by the next visit, and if the page sets another storage', async () => {
    const {storage, page} = setup();
    await page.capture();
    await storage.last.refuse(failed('unauthorized', 'Sign in.', {status: 401}));
    const other = new FakeStorage();
    page.client.config = {apiKey: 'key', delivery: other};
    await settled(page.protection.configurationChanged());
    await other.last.refuse(failed('unauthorized', 'Sign in.', {status: 401}));
    const next = await nextOf(page);
    assert.equal(next.storage.attempts.length, 1);
  });

  it('waits for a person after ten failures', async () => {
    const {storage, page} = setup();
    await page.capture();
    for (let i = 1; i < 10; i++) {
      await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
      await page.wakeInTime();
    }
    assert.ok(page.client.errors.every(({willRetryAt}) => willRetryAt));
    await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
    const last = page.client.errors.at(-1);
    assert.deepEqual([last?.code, last?.attempts], ['delivery_failed', 10]);
    assert.equal(last?.willRetryAt, undefined);
  });

  it('is reported once, with the status, after a minute of failures, and still retried', async () => {
    const {storage, page} = setup();
    await page.capture();
    const start = page.browser.time;
    for (let i = 1; i < 10; i++) {
      const wasEarly = page.browser.time - start < 60_000;
      await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
      assert.equal(page.client.errors.length, wasEarly ? 0 : 1, String(i));
      await page.wakeInTime();
    }
    const [error] = page.client.errors;
    assert.deepEqual(
      [error?.code, error?.status, error?.retryable],
      ['delivery_failed', 503, true],
    );
    assert.ok(error?.willRetryAt);
    await storage.last.answer();
    assert.deepEqual(page.client.heard, ['capture', 'protected', 'protect-error', 'delivered']);
  });

  it('is reported once after a minute in which the browser hides the answers of a server that is there, and never given up', async () => {
    const {storage, page} = setup();
    await page.capture();
    for (let i = 0; i < 12; i++) {
      await storage.last.refuse(failed('origin_not_allowed', 'Status unknown.'));
      await page.wakeInTime();
    }
    const [error, ...others] = page.client.errors;
    assert.match(error?.message ?? '', /Status unknown\./);
    assert.ok(error?.willRetryAt);
    assert.deepEqual([error.code, error.retryable, others], ['delivery_failed', true, []]);
    await storage.last.answer();
    assert.equal(page.client.heard.at(-1), 'delivered');
  });

  it('is not reported while there is no network', async () => {
    const {storage, page} = setup();
    await page.capture();
    for (let i = 0; i < 12; i++) {
      await storage.last.refuse(offline());
      await page.wakeInTime();
    }
    assert.deepEqual(page.client.errors, []);
  });

  it('is sent 24 times in an hour at most, however often the network is back, and when a person asks for it', async () => {
    const {storage, page} = setup();
    const captureId = await page.capture();
    const end = page.browser.time + 3_600_000;
    while (page.browser.time < end) {
      if (!storage.last.signal.aborted) await storage.last.refuse(offline());
      page.browser.time += 10_000;
      await page.wake('online');
    }
    const inAnHour = storage.attempts.length;
    assert.ok(inAnHour >= 20 && inAnHour <= 24, String(inAnHour));
    await storage.last.refuse(offline());
    await page.wake('online');
    assert.equal(storage.attempts.length, inAnHour);
    await page.protection.retryProtection(captureId);
    await settled();
    assert.equal(storage.attempts.length, inAnHour + 1);
    await storage.last.answer();
    assert.equal(page.client.delivered.length, 1);
  });

  it('is sent again without what is left of earlier attempts if a person asks for it, and with it otherwise', async () => {
    const {storage, page} = setup();
    const captureId = await page.capture();
    await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
    await page.protection.retryProtection(captureId);
    await settled();
    await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
    await page.wakeInTime();
    assert.deepEqual(
      storage.attempts.map(({isRetry}) => isRetry),
      [undefined, true, undefined],
    );
  });

  it('is reported once and still retried if the storage’s first answer does not confirm it', async () => {
    const {storage, page} = setup();
    await page.capture();
    const unclear = failed('response_invalid', 'It does not say that the file is stored.');
    await storage.last.refuse(unclear);
    const [error] = page.client.errors;
    assert.equal(error?.code, 'delivery_failed');
    assert.match(error.message, /does not say that the file is stored/);
    assert.equal(Date.parse(error.willRetryAt ?? ''), page.wakeUps.wakesAt);
    await page.wakeInTime();
    await storage.last.refuse(unclear);
    await page.wakeInTime();
    assert.equal(storage.attempts.length, 3);
    assert.deepEqual(page.client.codes, ['delivery_failed']);
  });

  it('reports an error of the page’s own code, without anything that may be secret', async () => {
    const {storage, page} = setup();
    await page.capture();
    for (let i = 0; i < 10; i++) {
      await storage.last.refuse(new TypeError('secret of Alice'));
      await page.wakeInTime();
    }
    assert.match(page.client.errors[0]?.message ?? '', /TypeError/);
    assert.doesNotMatch(JSON.stringify([page.client.errors, page.stored]), /Alice/);
  });

  it('is retried with growing delays if the page’s own code aborts', async () => {
    const {storage, page} = setup();
    await page.capture();
    const waits: number[] = [];
    const givenUp = () => new DOMException('Stopped.', 'AbortError');
    for (const thrown of [givenUp(), failed('aborted', 'Stopped.'), givenUp()]) {
      await storage.last.refuse(thrown);
      waits.push((page.wakeUps.wakesAt ?? 0) - page.browser.time);
      await page.wakeInTime();
    }
    assert.equal(storage.attempts.length, 4);
    const [first = 0, second = 0, third = 0] = waits;
    assert.ok(first > 0 && second > first && third > second, String(waits));
  });

  it('is aborted and retried if the page’s own code hangs, which is reported', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    const {storage, page} = setup();
    const taken = page.protection.add(draft, async (job) => ({
      blob: photo,
      keeping: await page.store.add(job, photo),
    }));
    await taken;
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    for (let i = 0; i < 50 && storage.attempts.length === 0; i++) await turn();
    t.mock.timers.tick(50_000);
    storage.last.onProgress(1, 6);
    t.mock.timers.tick(50_000);
    assert.equal(storage.last.signal.aborted, false);
    t.mock.timers.tick(10_000);
    assert.equal(storage.last.signal.aborted, true);
    for (let i = 0; i < 50 && page.client.errors.length === 0; i++) await turn();
    const [error] = page.client.errors;
    assert.equal(error?.code, 'delivery_failed');
    assert.ok(error.willRetryAt);
    mock.timers.reset();
  });

  it('may take longer if it is large, until there is progress', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    const {storage, page} = setup();
    const large = new Blob([new Uint8Array(1_600_000)]);
    page.sealer.seal = async (job) => {
      const manifest = manifestFor(job.captureId);
      const done = sealed(job, manifest, new Date(page.browser.time).toISOString());
      return {blob: large, ...(await storeSeal(page.store, done, job.state))};
    };
    page.sealer.fill = () => Promise.resolve(large);
    const taken = page.protection.add(draft, async (job) => ({
      blob: photo,
      keeping: await page.store.add(job, photo),
    }));
    await taken;
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    for (let i = 0; i < 50 && storage.attempts.length === 0; i++) await turn();
    // One minute for any file, plus 100 seconds for this one.
    t.mock.timers.tick(159_000);
    assert.equal(storage.last.signal.aborted, false);
    storage.last.onProgress(1, 6);
    t.mock.timers.tick(59_000);
    assert.equal(storage.last.signal.aborted, false);
    t.mock.timers.tick(1_000);
    assert.equal(storage.last.signal.aborted, true);
    mock.timers.reset();
  });

  it('is aborted when the network goes, and sent again when it is back', async () => {
    const {storage, page} = setup();
    await page.capture();
    storage.last.onProgress(3, 6);
    await settled(page.wakeUps.loseNetwork());
    assert.equal(storage.last.signal.aborted, true);
    const [progress] = page.progress;
    assert.ok(progress?.name === 'delivering' && progress.total === undefined);
    assert.equal(progress.failure?.code, 'network_failed');
    assert.ok(progress.willRetryAt);
    await page.wake('online');
    assert.equal(storage.attempts.length, 2);
    await storage.last.answer();
    assert.deepEqual(page.client.heard, ['capture', 'protected', 'delivered']);
  });

  it('is sent after a delay even if the browser keeps reporting that there is no network', async () => {
    const {storage, page} = setup();
    await page.capture();
    await settled(page.wakeUps.loseNetwork());
    await page.wakeInTime();
    assert.equal(storage.last.signal.aborted, false);
    await storage.last.answer();
    assert.deepEqual(page.states, ['delivered']);
  });

  it('waits if its file cannot be built now, and is not retried without a delay', async () => {
    const {storage, page} = setup();
    await page.capture();
    page.die();
    const next = new Page({browser: page.browser, config: page.client.config});
    next.sealer.fill = () => Promise.reject(failed('worker_unavailable', 'None.'));
    await settled();
    assert.equal(next.reports.length, 1);
    assert.deepEqual([next.states, storage.attempts.length], [['delivering'], 1]);
    assert.ok((next.wakeUps.wakesAt ?? 0) >= next.browser.time + 60_000);
  });

  it('is sent by the next page if this one dies, without a second report of the seal', async () => {
    const {page} = setup();
    const captureId = await page.capture();
    const next = await nextOf(page);
    assert.deepEqual(
      next.storage.attempts.map((attempt) => attempt.captureId),
      [captureId],
    );
    await next.storage.last.answer();
    assert.deepEqual(next.page.client.heard, ['delivered']);
    assert.deepEqual(next.page.stored, []);
  });

  it('is delivered to the page again if there is no storage any more', async () => {
    const {page} = setup();
    const captureId = await page.capture();
    const next = await page.next();
    // The page may still set a storage, because the code that sends may be loaded late.
    assert.deepEqual([next.client.sealed, next.states], [[], ['delivering']]);
    await next.wakeInTime();
    const [detail] = next.client.sealed;
    assert.deepEqual([detail?.captureId, detail?.restored, detail?.delivery], [captureId, true, 2]);
    assert.deepEqual(next.states, ['delivered']);
  });

  it('is aborted if it is discarded, without further reports', async () => {
    const {storage, page} = setup();
    const captureId = await page.capture();
    await page.protection.discard(captureId);
    assert.equal(storage.last.signal.aborted, true);
    await settled();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual([page.stored, page.progress], [[], []]);
  });

  it('is not sent to the storage of another account that signs in while it waits for its turn', async () => {
    const {storage, page} = setup();
    const hers = {...page.client.config, account: 'alice'};
    const become = async (config: typeof hers) => {
      page.client.config = config;
      page.protection.configurationChanged();
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await become(hers);
    for (let i = 0; i < 3; i++) await page.capture();
    const ids = page.stored.map(({captureId}) => captureId);
    assert.deepEqual([ids.length, storage.attempts.length], [3, 2]);
    const his = new FakeStorage();
    await become({...hers, account: 'bob', delivery: his});
    assert.equal(his.attempts.length, 0);
    await become(hers);
    for (const attempt of storage.attempts.slice(2)) await attempt.answer();
    await settled();
    const sent = new Set(storage.attempts.map(({captureId}) => captureId));
    assert.deepEqual(sent, new Set(ids));
  });

  it('is aborted when its account signs out, and sent when that is back', async () => {
    const {storage, page} = setup();
    page.client.config = {...page.client.config, account: 'alice'};
    page.protection.configurationChanged();
    await new Promise((resolve) => setTimeout(resolve, 20));
    await page.capture();
    page.client.config = {...page.client.config, account: 'bob'};
    await settled(page.protection.configurationChanged());
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(storage.last.signal.aborted, true);
    await page.wake('online');
    assert.deepEqual([storage.attempts.length, page.progress], [1, []]);
    page.client.config = {...page.client.config, account: 'alice'};
    await settled(page.protection.configurationChanged());
    await settled();
    assert.equal(storage.attempts.length, 2);
  });

  it('is not sent while only another account has an element, but when its own account is back', async () => {
    const {page} = setup();
    const become = () => new Promise((resolve) => setTimeout(resolve, 20));
    const storages = {alice: new FakeStorage(), bob: new FakeStorage()};
    const connect = async (account: 'alice' | 'bob') => {
      const client = new FakeClient({apiKey: 'key', delivery: storages[account], account});
      const protection = page.queue.connect(client);
      await become();
      return {client, protection};
    };
    page.protection.release();
    const {protection} = await connect('alice');
    for (let i = 0; i < 3; i++) {
      await protection.add(draft, async (job) => ({
        blob: photo,
        keeping: await page.store.add(job, photo),
      }));
      await settled();
    }
    assert.equal(storages.alice.attempts.length, 2);
    protection.release();
    await connect('bob');
    assert.ok(storages.alice.attempts.every(({signal}) => signal.aborted));
    assert.deepEqual([storages.alice.attempts.length, storages.bob.attempts.length], [2, 0]);
    const {client} = await connect('alice');
    await settled();
    for (let i = 0; i < 4; i++) await storages.alice.attempts.slice(2)[i]?.answer();
    assert.equal(client.delivered.length, 3);
    assert.equal(storages.bob.attempts.length, 0);
  });

  it('is reported to another client after its element is gone', async () => {
    const {storage, page} = setup();
    await page.capture();
    page.protection.release();
    const provider = new FakeClient({apiKey: 'key', delivery: storage});
    page.queue.connect(provider);
    await storage.last.answer();
    assert.deepEqual([page.client.delivered.length, provider.delivered.length], [0, 1]);
  });

  it('is sent by one of two pages at a time, and both respect the delay that the storage asks for', async () => {
    const {browser, pages, all} = await twoPages();
    await all()[0]?.refuse(failed('service_unavailable', 'Later.', {retryAfter: 60_000}));
    await settled();
    for (const one of pages) await one.wake('online');
    assert.equal(all().length, 1);
    browser.time += 70_000;
    for (const one of pages) await one.wake('time');
    assert.equal(all().length, 2);
  });

  it('is reported at once if the page’s address is invalid, and retried with another', async () => {
    const storage = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', deliverTo: 'ftp://no'}});
    page.toAddress = (url) => {
      if (url === '/uploads') return storage;
      throw failed('configuration_invalid', 'No address.');
    };
    await page.capture();
    assert.deepEqual(
      page.client.errors.map(({code, message}) => [code, message]),
      [['delivery_failed', 'The sealed file could not be delivered. No address.']],
    );
    assert.equal(page.wakeUps.wakesAt, undefined);
    page.client.config = {apiKey: 'key', deliverTo: '/uploads'};
    await settled(page.protection.configurationChanged());
    await settled();
    await storage.last.answer();
    assert.equal(page.client.delivered.length, 1);
  });

  it('is sent even if the page’s own processing throws', async () => {
    const {storage, page} = setup();
    page.client.uses = () => {
      throw new Error('The page’s own.');
    };
    await page.capture();
    assert.equal(page.reports.length, 1);
    await storage.last.answer();
    assert.deepEqual(page.states, ['delivered']);
  });

  it('is sent if the page sets its storage late, or removes it after the file has arrived', async () => {
    const {storage, page} = setup();
    let done: () => void = () => undefined;
    page.client.uses = () => new Promise<void>((resolve) => (done = resolve));
    await page.capture();
    page.client.config = {apiKey: 'key'};
    await settled(page.protection.configurationChanged());
    await settled(done());
    assert.deepEqual([storage.attempts.length, page.states], [0, ['delivering']]);
    const next = await page.next();
    assert.deepEqual(next.states, ['delivering']);
    next.client.config = {apiKey: 'key', delivery: storage};
    await settled(next.protection.configurationChanged());
    await settled();
    await storage.last.answer();
    assert.deepEqual([next.states, next.client.sealed], [['delivered'], []]);
  });

  it('is not sent again if only its deletion failed', async () => {
    const {storage, page} = setup();
    await page.capture();
    const {remove} = page.store;
    page.store.remove = () => Promise.reject(failed('storage_unavailable', 'Broken.'));
    await storage.last.answer();
    page.store.remove = remove;
    await page.wake('online');
    assert.deepEqual([storage.attempts.length, page.client.delivered.length], [1, 1]);
    assert.deepEqual(page.stored, []);
  });

  it('is sent from memory if the storage cannot record it', async () => {
    const {storage, page} = setup();
    const full = () => Promise.reject(new SealedCaptureError('storage_full', 'Full.'));
    page.store.handOver = full;
    await page.capture();
    assert.equal(await storage.last.text, 'sealed');
    await storage.last.refuse(offline());
    await page.wakeInTime();
    assert.equal(storage.attempts.length, 2);
    await storage.last.answer();
    assert.deepEqual([page.states, page.stored], [['delivered'], []]);
  });

  it('is one of at most two at a time, and blocks no seal', async () => {
    const {storage, page} = setup();
    for (let i = 0; i < 5; i++) await page.capture();
    assert.deepEqual([page.client.sealed.length, storage.attempts.length], [5, 2]);
    await storage.attempts[0]?.answer();
    assert.equal(storage.attempts.length, 3);
  });

  it('is sent by one of two pages', async () => {
    const {pages, all} = await twoPages();
    assert.equal(all().length, 1);
    await all()[0]?.answer();
    await settled();
    assert.equal(all().length, 1);
    assert.equal(pages.flatMap(({client}) => client.delivered).length, 1);
    // Both pages know that it has arrived.
    assert.deepEqual(
      pages.flatMap(({states}) => states),
      ['delivered', 'delivered'],
    );
  });

  it('is sent again at once if a person asks for that in a page that does not know of an attempt of another', async () => {
    const {pages, all} = await twoPages();
    const [first, second] = pages;
    const refuse = () =>
      all()
        .at(-1)
        ?.refuse(failed('unauthorized', 'Sign in.', {status: 401}));
    await refuse();
    const [{captureId} = {captureId: ''}] = first?.protection.captures ?? [];
    for (const page of [first, second]) {
      const before = all().length;
      await page?.protection.retryProtection(captureId);
      await settled();
      assert.equal(all().length, before + 1);
      await refuse();
    }
  });

  it('waits if the part of the page that sends it could not be loaded', async () => {
    const storage = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', delivery: storage}});
    page.canLoad = false;
    await page.capture();
    assert.equal(storage.attempts.length, 0);
    page.canLoad = true;
    await page.wakeInTime();
    await storage.last.answer();
    assert.deepEqual(page.client.heard, ['capture', 'protected', 'delivered']);
  });

  it('is not reported to a client without a storage', async () => {
    const {storage, page} = setup();
    const other = new FakeClient();
    page.queue.connect(other);
    await page.capture();
    await storage.last.answer();
    assert.deepEqual(other.heard, []);
  });
});
