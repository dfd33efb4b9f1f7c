import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {createProtection} from '../../../../src/core/credentials/create-protection.js';
import {sealInBackground} from '../../../../src/core/wiring/service-worker.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {DeliveryContext, FileDelivery} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../../settled.js';
import {BackgroundWorker} from '../sealing/background-fixture.js';
import {failing, Page, sealing, type Browser} from '../queue-fixture.js';

const location = 'https://shop.example/files/1';

/** The page's own storage, shared by pages and the service worker. It stores each file once. */
class FakeStorage implements FileDelivery {
  readonly received: string[] = [];
  answer: (context: DeliveryContext) => Promise<{location?: string} | undefined> = () =>
    Promise.resolve({location});

  async send(file: Blob, context: DeliveryContext): Promise<{location?: string} | undefined> {
    this.received.push(`${context.captureId}: ${await file.text()}`);
    return this.answer(context);
  }
}

const offline = (): Promise<never> =>
  Promise.reject(new SealedCaptureError('network_failed', 'Offline.'));
const forever = (): Promise<never> => new Promise(() => undefined);

interface Left {
  storage: FakeStorage;
  browser: Browser;
  captureId: string;
}

interface Leaving {
  captures?: number;
  account?: string;
}

/** A browser whose page was closed before its photos were sealed. */
async function unsealed({captures = 1, account}: Leaving = {}): Promise<Left> {
  const storage = new FakeStorage();
  const service = failing('network_failed', 'No network.');
  const page = new Page({service, config: {apiKey: 'key', delivery: storage, account}});
  let captureId = '';
  for (let i = 0; i < captures; i++) captureId = await page.capture();
  page.die();
  return {storage, browser: page.browser, captureId};
}

/** A browser whose page was closed during an upload. */
async function inMidUpload({captures = 1}: Leaving = {}): Promise<Left> {
  const storage = new FakeStorage();
  storage.answer = forever;
  const page = new Page({config: {apiKey: 'key', delivery: storage}});
  let captureId = '';
  for (let i = 0; i < captures; i++) captureId = await page.capture();
  assert.equal(storage.received.length, captures);
  page.die();
  storage.received.length = 0;
  storage.answer = () => Promise.resolve({location});
  return {storage, browser: page.browser, captureId};
}

const workerOf = (
  {browser, storage}: Pick<Left, 'browser' | 'storage'>,
  limits?: {begin: number; work: number},
  account?: () => string | undefined,
): BackgroundWorker =>
  new BackgroundWorker(browser, sealing, undefined, limits, {delivery: storage, account});

const visitOf = (browser: Browser, delivery?: FileDelivery): Promise<Page> =>
  Page.open({browser, config: {apiKey: 'key', delivery}});

afterEach(() => Page.closeAll());

describe('a service worker that sends files', () => {
  it('seals and sends the captures of a closed page; the next page is informed of both, once each, and sends nothing', async () => {
    const left = await unsealed();
    const worker = workerOf(left);
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(left.storage.received, [`${left.captureId}: sealed`]);
    assert.deepEqual(worker.names, ['sealed']);
    assert.equal(worker.announcements, 2);

    const next = await visitOf(left.browser, left.storage);
    assert.deepEqual(next.client.heard, ['protected', 'delivered']);
    assert.deepEqual(
      next.client.delivered.map((one) => [one.captureId, one.location]),
      [[left.captureId, location]],
    );
    assert.equal(left.storage.received.length, 1);
    assert.deepEqual([next.calls, next.stored, next.states], [[], [], ['delivered']]);
  });

  it('completes what a page had begun to send; the next page is informed and sends nothing', async () => {
    const left = await inMidUpload();
    assert.equal(await workerOf(left).sync(), 'done');
    assert.deepEqual(left.storage.received, [`${left.captureId}: sealed`]);
    const next = await visitOf(left.browser, left.storage);
    assert.deepEqual(next.client.heard, ['delivered']);
    assert.equal(next.client.delivered[0]?.location, location);
    assert.equal(left.storage.received.length, 1);
    assert.deepEqual(next.stored, []);
  });

  it('sends each file once, however often it is woken', async () => {
    const left = await unsealed();
    const worker = workerOf(left);
    await Promise.all([worker.sync(), worker.sync(), workerOf(left).sync()]);
    await worker.sync();
    assert.equal(left.storage.received.length, 1);
  });

  it('leaves a sealed file for the next page if pages do not send files', async () => {
    const left = await unsealed();
    await workerOf(left).sync();
    const next = await visitOf(left.browser);
    assert.deepEqual(next.client.heard, ['protected']);
    assert.equal(next.kept.length, 1);
  });

  it('sends sealed files even if nobody is signed in with credentials to seal the rest', async () => {
    const left = await inMidUpload();
    left.browser.time -= 60_000;
    const page = new Page({browser: left.browser, service: failing('network_failed', 'None.')});
    await page.capture();
    page.die();
    const {browser, storage} = left;
    const nobody = createProtection();
    const worker = new BackgroundWorker(browser, sealing, [nobody], undefined, {delivery: storage});
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual(storage.received, [`${left.captureId}: sealed`]);
    assert.deepEqual(worker.names.sort(), ['delivering', 'waiting']);
  });

  it('refuses an invalid delivery address, and an invalid delivery object', () => {
    const protection = createProtection({apiKey: 'key'});
    const code = 'configuration_invalid';
    for (const deliverTo of ['http://shop.example/uploads', 'ftp://shop.example', 'https://']) {
      assert.throws(() => sealInBackground({protection, deliverTo}), {code}, deliverTo);
    }
    const delivery = {} as FileDelivery;
    assert.throws(() => sealInBackground({protection, delivery}), {code});
  });

  it('does not send a file while a page still has to process it', async () => {
    const storage = new FakeStorage();
    const page = new Page({config: {apiKey: 'key', delivery: storage}});
    page.client.uses = forever;
    await page.capture();
    page.die();
    assert.equal(await workerOf({browser: page.browser, storage}).sync(), 'done');
    assert.deepEqual(storage.received, []);
    const next = await visitOf(page.browser, storage);
    assert.deepEqual(next.client.heard, ['protected', 'delivered']);
  });
});

describe('a file that a service worker cannot send', () => {
  for (const [name, leave] of Object.entries({unsealed, inMidUpload})) {
    it(`is left for the next sync without a network, after one attempt for all files (${name})`, async () => {
      const left = await leave({captures: 2});
      left.storage.answer = offline;
      const worker = workerOf(left);
      assert.equal(await worker.sync(), 'again');
      assert.equal(left.storage.received.length, 1);
      assert.equal(await worker.sync(true), 'done');
      left.storage.answer = () => Promise.resolve({location});
      assert.equal(await worker.sync(), 'done');
      assert.deepEqual(worker.pauses, []);
      const next = await visitOf(left.browser, left.storage);
      assert.equal(next.client.delivered.length, 2);
    });
  }

  it('waits as long as the storage asks, within its time limit', async () => {
    const left = await unsealed();
    let tries = 0;
    left.storage.answer = () =>
      ++tries === 1
        ? Promise.reject(new SealedCaptureError('rate_limited', 'Wait.', {retryAfter: 7_000}))
        : Promise.resolve({location});
    const worker = workerOf(left);
    assert.equal(await worker.sync(), 'done');
    assert.deepEqual([worker.pauses, tries], [[7_000], 2]);
  });

  it('is left for the next sync if the requested delay exceeds the time limit', async () => {
    const left = await inMidUpload();
    left.storage.answer = () =>
      Promise.reject(new SealedCaptureError('rate_limited', 'Wait.', {retryAfter: 3_600_000}));
    const worker = workerOf(left);
    assert.equal(await worker.sync(), 'again');
    assert.equal(await worker.sync(), 'again');
    assert.equal(left.storage.received.length, 1);
  });

  it('waits for a person if it is refused, and the next visit retries it', async () => {
    for (const leave of [unsealed, inMidUpload]) {
      const left = await leave();
      left.storage.answer = () =>
        Promise.reject(new SealedCaptureError('too_large', 'Too large.', {status: 413}));
      const worker = workerOf(left);
      assert.equal(await worker.sync(), 'done');
      assert.equal(await worker.sync(), 'done');
      assert.equal(left.storage.received.length, 1);
      assert.equal(worker.reports.length, 1);
      const next = await visitOf(left.browser, left.storage);
      assert.equal(left.storage.received.length, 2);
      assert.deepEqual(next.client.codes, ['delivery_failed']);
    }
  });

  it('is aborted at the time limit, and stays unchanged', async () => {
    const left = await inMidUpload();
    left.storage.answer = forever;
    const [before] = left.browser.captures.list();
    const worker = workerOf(left, {begin: 10, work: 30});
    // Its own timers do not keep the process alive.
    const [answer] = await Promise.all([
      worker.sync(),
      new Promise((resolve) => setTimeout(resolve, 200)),
    ]);
    assert.equal(answer, 'again');
    assert.deepEqual(left.browser.captures.list(), [before]);
    const next = await visitOf(left.browser, new FakeStorage());
    assert.deepEqual(next.client.heard, ['delivered']);
  });

  it('is not started after the time limit', async () => {
    const left = await unsealed();
    const slow: typeof sealing = async (call) => {
      await new Promise((resolve) => setTimeout(resolve, 40));
      return sealing(call);
    };
    const {browser, storage} = left;
    const limits = {begin: 20, work: 5_000};
    const worker = new BackgroundWorker(browser, slow, undefined, limits, {delivery: storage});
    assert.equal(await worker.sync(), 'again');
    assert.deepEqual(storage.received, []);
  });
});

describe('the file of an account', () => {
  it('is sent for no other account', async () => {
    const left = await unsealed({account: 'alice'});
    for (const account of [undefined, 'bob']) {
      await workerOf(left, undefined, () => account).sync();
      assert.deepEqual(left.storage.received, []);
    }
    assert.equal(await workerOf(left, undefined, () => 'alice').sync(), 'done');
    assert.equal(left.storage.received.length, 1);
  });

  it('is not sent if another account signs in meanwhile', async () => {
    const left = await unsealed({account: 'alice'});
    let account = 'alice';
    const worker = workerOf(left, undefined, () => account);
    worker.onAnnounced = () => (account = 'bob');
    assert.equal(await worker.sync(), 'again');
    assert.deepEqual(left.storage.received, []);
    assert.deepEqual(worker.names, ['sealed']);
  });
});

describe('a page and a service worker do not send the same file at the same time', () => {
  it('if a page opens meanwhile: it waits, and is informed that the file was sent', async () => {
    const left = await unsealed();
    let answer: (answered: {location: string}) => void = () => undefined;
    left.storage.answer = () => new Promise((resolve) => (answer = resolve));
    const worker = workerOf(left);
    const done = worker.sync();
    await settled();
    const next = await visitOf(left.browser, left.storage);
    worker.onAnnounced = () => next.backgroundSync.announce();
    assert.deepEqual(next.client.heard, []);
    answer({location});
    assert.equal(await done, 'done');
    await settled();
    assert.deepEqual(next.client.heard, ['protected', 'delivered']);
    assert.equal(left.storage.received.length, 1);
  });

  it('if a page of a later visit sends it: the browser is asked for another sync', async () => {
    const left = await inMidUpload();
    left.storage.answer = forever;
    await visitOf(left.browser, left.storage);
    assert.equal(left.storage.received.length, 1);
    const worker = workerOf(left);
    assert.equal(await worker.sync(), 'again');
    assert.deepEqual(worker.pauses, [5_000]);
    assert.equal(left.storage.received.length, 1);
  });

  it('if a page waits for its retry time: it is informed at once that the file was sent', async () => {
    const left = await inMidUpload();
    left.storage.answer = offline;
    const next = await visitOf(left.browser, left.storage);
    left.storage.answer = () => Promise.resolve({location});
    assert.deepEqual(next.client.heard, []);
    const worker = workerOf(left);
    worker.onAnnounced = () => next.backgroundSync.announce();
    assert.equal(await worker.sync(), 'done');
    await settled();
    assert.deepEqual(next.client.heard, ['delivered']);
    assert.equal(left.storage.received.length, 2);
  });

  it('if a page has captures of its own', async () => {
    const storage = new FakeStorage();
    storage.answer = offline;
    const page = new Page({config: {apiKey: 'key', delivery: storage}});
    await page.capture();
    const worker = workerOf({browser: page.browser, storage});
    assert.equal(await worker.sync(), 'again');
    assert.equal(storage.received.length, 1);
  });
});

describe('a page beside a service worker that sends files', () => {
  it('registers a sync if it is hidden before a file was sent, and only then', async () => {
    const storage = new FakeStorage();
    let answer: (answered: undefined) => void = () => undefined;
    storage.answer = () => new Promise((resolve) => (answer = resolve));
    const page = new Page({config: {apiKey: 'key', delivery: storage}});
    await page.capture();
    assert.equal(page.backgroundSync.waits(), true);
    await settled(answer(undefined));
    assert.equal(page.backgroundSync.waits(), false);
  });
});
