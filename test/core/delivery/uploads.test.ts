import assert from 'node:assert/strict';
import {afterEach, describe, it, mock} from 'node:test';
import {SealedCaptureError} from '../../../src/model/errors.js';
import type {DeliveryContext, FileDelivery} from '../../../src/model/protection-config.js';
import {settled} from '../../settled.js';
import {draft, FakeClient, Page, photo} from '../queue/queue-fixture.js';

/** The page's own storage: each attempt waits until the test answers it. */
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

/** The next visit, with a storage of its own. */
async function nextOf(page: Page) {
  const storage = new FakeStorage();
  const next = await page.next({config: {apiKey: 'key', delivery: storage}});
  return {storage, page: next};
}

afterEach(() => Page.closeAll());

describe('a sealed file for the page’s own storage', () => {
  it('is sent after its page has heard of it, and goes once it is there', async () => {
    const {storage, page} = setup();
    page.client.source = 'rear';
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
    assert.deepEqual([page.states, page.stored, page.kept], [['delivered'], [], []]);
  });

  it('tells how much of it is there', async () => {
    const {storage, page} = setup();
    await page.capture();
    storage.last.onProgress(3, 6);
    const [progress] = page.progress;
    assert.ok(progress?.name === 'delivering');
    assert.deepEqual([progress.sent, progress.total], [3, 6]);
  });

  it('is sent by address where that is all that the page says', async () => {
    const storage = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', deliverTo: '/uploads'}});
    const asked: string[] = [];
    page.toAddress = (url) => (asked.push(url), storage);
    await page.capture();
    await storage.last.answer();
    await page.capture();
    assert.deepEqual([asked, storage.attempts.length], [['/uploads'], 2]);
  });

  it('waits for what the page does with it before', async () => {
    const {storage, page} = setup();
    let done: () => void = () => undefined;
    page.client.uses = () => new Promise<void>((resolve) => (done = resolve));
    await page.capture();
    assert.equal(storage.attempts.length, 0);
    await settled(done());
    assert.equal(storage.attempts.length, 1);
  });

  it('is sent again for as long as there is no network, ever later, and at once when that is back', async () => {
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

  it('waits as long as the storage asks for, also over a reload and a network that is back', async () => {
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

  it('that is refused waits for a person, who is told why', async () => {
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

  it('that was refused is tried by the next visit, and where the page names another storage', async () => {
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

  it('that is answered with failures ten times waits for a person', async () => {
    const {storage, page} = setup();
    await page.capture();
    for (let i = 1; i < 10; i++) {
      await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
      await page.wakeInTime();
    }
    assert.deepEqual(page.client.codes, []);
    await storage.last.refuse(failed('service_unavailable', 'Down.', {status: 503}));
    assert.deepEqual(page.client.codes, ['delivery_failed']);
    assert.equal(page.client.errors[0]?.attempts, 10);
  });

  it('says of a page’s own code that throws what, and nothing that may be secret', async () => {
    const {storage, page} = setup();
    await page.capture();
    for (let i = 0; i < 10; i++) {
      await storage.last.refuse(new TypeError('secret of Alice'));
      await page.wakeInTime();
    }
    assert.match(page.client.errors[0]?.message ?? '', /TypeError/);
    assert.doesNotMatch(JSON.stringify([page.client.errors, page.stored]), /Alice/);
  });

  it('is given up and tried again where the page’s own code hangs, which is told', async (t) => {
    t.mock.timers.enable({apis: ['setTimeout']});
    const {storage, page} = setup();
    const taken = page.queue.add(page.protection, draft, async (job) => ({
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

  it('is sent by the next page where this one dies, which does not hear of the seal again', async () => {
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

  it('is handed to the page once more where no storage takes it any more', async () => {
    const {page} = setup();
    const captureId = await page.capture();
    const next = await page.next();
    const [detail] = next.client.sealed;
    assert.deepEqual([detail?.captureId, detail?.restored, detail?.delivery], [captureId, true, 2]);
    assert.deepEqual(next.states, ['delivered']);
  });

  it('that is discarded is given up, and told of no more', async () => {
    const {storage, page} = setup();
    const captureId = await page.capture();
    await page.protection.discard(captureId);
    assert.equal(storage.last.signal.aborted, true);
    await settled();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual([page.stored, page.progress], [[], []]);
  });

  it('is not sent to the storage of another account that comes while it waits for its turn', async () => {
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

  it('is given up where its account goes, and sent when that is back', async () => {
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

  it('is sent from memory where the storage cannot note it', async () => {
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

  it('is one of two at a time, and holds up no seal', async () => {
    const {storage, page} = setup();
    for (let i = 0; i < 5; i++) await page.capture();
    assert.deepEqual([page.client.sealed.length, storage.attempts.length], [5, 2]);
    await storage.attempts[0]?.answer();
    assert.equal(storage.attempts.length, 3);
  });

  it('is sent by one of two pages', async () => {
    const {page} = setup();
    await page.capture();
    page.die();
    const storages = [new FakeStorage(), new FakeStorage()];
    const pages = storages.map(
      (delivery) => new Page({browser: page.browser, config: {apiKey: 'key', delivery}}),
    );
    await settled();
    const all = () => storages.flatMap(({attempts}) => attempts);
    assert.equal(all().length, 1);
    await all()[0]?.answer();
    await settled();
    assert.equal(all().length, 1);
    assert.equal(pages.flatMap(({client}) => client.delivered).length, 1);
  });

  it('waits where the part of the page that sends it is missing', async () => {
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

  it('is nobody else’s: a client without a storage hears nothing of it', async () => {
    const {storage, page} = setup();
    const other = new FakeClient();
    page.queue.connect(other);
    await page.capture();
    await storage.last.answer();
    assert.deepEqual(other.heard, []);
  });
});
