import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {Recoveries} from '../../../src/core/recording/recoveries.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {settled} from '../../settled.js';
import {Browser, ENDPOINT, FakeClient, Page, silent, keptIn} from '../queue/queue-fixture.js';
import {AudioPage, recordingDraft} from './recordings-fixture.js';

/** A browser after a visit that died while it recorded. */
async function brokenOff(config?: ProtectionConfig, parts?: number): Promise<Browser> {
  const page = new AudioPage({config});
  await page.record(parts);
  page.die();
  return page.browser;
}

async function nextPage(browser: Browser, config?: ProtectionConfig): Promise<AudioPage> {
  const page = new AudioPage({browser, config});
  await settled();
  return page;
}

describe('a recording whose page died', () => {
  it('is reported as a capture marked as recovered, and then sealed as one of an earlier visit', async () => {
    const {client, protection} = await nextPage(await brokenOff());
    assert.deepEqual(client.heard, ['capture', 'protected']);
    const [captured] = client.captured;
    assert.equal(captured?.captureId, 'recording');
    assert.equal(captured.recovered, true);
    assert.equal(captured.duration, 4);
    assert.equal(captured.capturedAt, new Date(recordingDraft.capturedAt).toISOString());
    assert.deepEqual(new Uint8Array(await captured.blob.arrayBuffer()), new Uint8Array([1, 2]));
    assert.equal(client.sealed[0]?.restored, true);
    const [summary] = protection.captures;
    assert.deepEqual([summary?.duration, summary?.recovered], [4, true]);
    assert.deepEqual(client.own, [false]);
  });

  it('is reported once, however often pages look for it', async () => {
    const browser = await brokenOff();
    const page = await nextPage(browser);
    await page.wake('online');
    await page.wake('visible');
    const later = await nextPage(browser);
    assert.equal(page.client.captured.length, 1);
    assert.equal(later.client.captured.length, 0);
  });

  it('is reported to one of two pages that open at once, from its capture to its seal', async () => {
    const browser = await brokenOff();
    const pages = [new AudioPage({browser}), new AudioPage({browser})];
    await settled();
    assert.deepEqual(pages.map(({client}) => client.heard).sort(), [[], ['capture', 'protected']]);
  });

  it('is sealed by the page that reported it, even if another looks for work meanwhile', async () => {
    const browser = await brokenOff();
    const [page, other] = [new AudioPage({browser}), new AudioPage({browser})];
    other.wakeUps.isLoaded = false;
    const {claim} = page.store;
    page.store.claim = () => Promise.resolve(undefined);
    await settled();
    assert.deepEqual(page.client.heard, ['capture']);
    other.wakeUps.isLoaded = true;
    await other.wake('loaded');
    assert.deepEqual(other.client.heard, []);
    page.store.claim = claim;
    await page.wake('visible');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.equal(page.client.sealed[0]?.restored, true);
  });

  it('is sealed without what the page has turned off since, and with the obfuscation that it set', async () => {
    const page = new AudioPage();
    const gps = {latitude: 51.50134, longitude: -0.14189, latLongAccuracy: 5, altitude: 20};
    const microphone = {deviceName: 'Built-in'};
    const metadata = {gps, microphone, network: {wifi: true}, tags: {case: '7'}};
    await page.record(1, {captureId: 'exact', metadata});
    await page.record(1, {metadata});
    page.die();
    const off = {apiKey: 'key', sensors: {gps: false, microphone: false} as const};
    const hidden = {apiKey: 'key', locationObfuscationRadius: 1_000};
    const next = new AudioPage({browser: page.browser, config: hidden});
    const {recover} = next.recordings;
    next.recordings.recover = (job) => {
      // Between the two, the page changes its options.
      next.client.config = off;
      return recover(job);
    };
    await settled();
    const [first, second] = next.calls.map(({job}) => job);
    assert.deepEqual([first?.captureId, second?.captureId], ['exact', 'recording']);
    assert.equal(first?.metadata.gps?.altitude, undefined);
    assert.ok((first?.metadata.gps?.latLongAccuracy ?? 0) >= 850);
    assert.notEqual(first?.metadata.gps?.latitude, gps.latitude);
    assert.deepEqual(first?.metadata.microphone, microphone);
    const disabled = {unavailableReason: 'disabled'};
    assert.deepEqual([second?.metadata.gps, second?.metadata.microphone], [disabled, disabled]);
    for (const job of [first, second]) {
      assert.deepEqual(job?.metadata.network, {wifi: true});
      assert.deepEqual(job.metadata.tags, {case: '7'});
    }
  });

  it('is due at once, whatever its page waited for', async () => {
    const page = new AudioPage();
    await page.record(1, {renewal: {within: 3_000, place: new Promise(() => undefined)}});
    page.die();
    assert.deepEqual((await nextPage(page.browser)).client.heard, ['capture', 'protected']);
  });

  it('stays held if the page is to release it', async () => {
    const config = {apiKey: 'key', autoProtect: false};
    const {client, protection, progress} = await nextPage(await brokenOff(config), config);
    assert.deepEqual(client.heard, ['capture']);
    assert.deepEqual(progress, [{name: 'held'}]);
    await settled(protection.enqueueProtection('recording'));
    assert.deepEqual(client.heard, ['capture', 'protected']);
  });

  it('can be discarded', async () => {
    const config = {apiKey: 'key', autoProtect: false};
    const browser = await brokenOff(config);
    const {protection} = await nextPage(browser, config);
    await protection.discard('recording');
    assert.deepEqual(protection.captures, []);
    assert.equal((await nextPage(browser, config)).client.captured.length, 0);
  });

  it('is deleted if none of it was stored', async () => {
    const browser = await brokenOff(undefined, 0);
    const {client} = await nextPage(browser);
    assert.deepEqual(client.heard, []);
    assert.equal(browser.recordings.size, 0);
  });

  it('waits until the page has loaded', async () => {
    const page = new AudioPage({browser: await brokenOff()});
    page.wakeUps.isLoaded = false;
    await settled();
    assert.deepEqual(page.client.heard, []);
    page.wakeUps.isLoaded = true;
    await page.wake('loaded');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('waits for a client of its endpoint that records', async () => {
    const browser = await brokenOff();
    const camera = new Page({browser});
    camera.queue.recoverBy((...parts) => new Recoveries(camera.recordings, ...parts));
    const elsewhere = await nextPage(browser, {apiKey: 'key', sandbox: true});
    await settled();
    assert.deepEqual([...camera.client.heard, ...elsewhere.client.heard], []);
    assert.equal(browser.recordings.size, 1);
    const own = new FakeClient(undefined, 'audio');
    await settled(camera.queue.connect(own));
    assert.deepEqual(own.heard, ['capture', 'protected']);
  });

  it('waits for a microphone if its client is there already', async () => {
    const page = new Page({browser: await brokenOff()});
    const client = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(client));
    assert.deepEqual(client.heard, []);
    await settled(page.queue.recoverBy((...parts) => new Recoveries(page.recordings, ...parts)));
    assert.deepEqual(client.heard, ['capture', 'protected']);
  });

  it('is reported to the next client if the first was released meanwhile', async () => {
    const page = new AudioPage({browser: await brokenOff()});
    const {recover} = page.recordings;
    page.recordings.recover = async (job) => {
      page.protection.release();
      return recover(job);
    };
    await settled();
    assert.deepEqual(page.client.heard, []);
    // The microphone of the next client does the same.
    page.queue.recoverBy((...parts) => new Recoveries(page.recordings, ...parts));
    const next = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(next));
    assert.equal(next.captured.length, 1);
    assert.equal(next.heard[0], 'capture');
  });

  it('is tried again if the storage failed', async () => {
    const page = new AudioPage({browser: await brokenOff()});
    const {recover} = page.recordings;
    page.recordings.recover = () =>
      Promise.reject(new SealedCaptureError('storage_full', 'No room.'));
    await settled();
    assert.deepEqual(page.client.heard, []);
    page.recordings.recover = recover;
    await page.wake('visible');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('is recovered even if another one cannot be', async () => {
    const dying = new AudioPage();
    await dying.record(1, {captureId: 'unreadable'});
    await dying.record();
    dying.die();
    const page = new AudioPage({browser: dying.browser});
    const {recover} = page.recordings;
    page.recordings.recover = (job) =>
      job.captureId === 'unreadable'
        ? Promise.reject(new SealedCaptureError('storage_unavailable', 'Broken.'))
        : recover(job);
    await settled();
    assert.deepEqual(
      page.client.captured.map(({captureId}) => captureId),
      ['recording'],
    );
  });

  it('is found by a page that was open all the time', async () => {
    const dying = new AudioPage();
    const watching = await nextPage(dying.browser);
    await dying.record();
    await watching.wake('visible');
    assert.deepEqual(watching.client.heard, []);
    dying.die();
    await watching.wakeInTime();
    assert.deepEqual(watching.client.heard, ['capture', 'protected']);
  });
});

describe('a recording in progress', () => {
  it('is not touched by other pages, nor by other elements of its own page', async () => {
    const page = new AudioPage();
    await page.record();
    const other = await nextPage(page.browser);
    const neighbour = new FakeClient(undefined, 'audio');
    await settled(page.queue.connect(neighbour));
    await page.wake('visible');
    assert.deepEqual([...other.client.heard, ...neighbour.heard, ...page.client.heard], []);
    assert.equal(page.browser.recordings.size, 1);
  });

  it('is not touched after its page returns from a freeze in which it lost its locks', async () => {
    const page = new AudioPage();
    await page.record();
    page.freeze();
    await page.wake('visible');
    const other = await nextPage(page.browser);
    await other.wake('visible');
    assert.deepEqual(other.client.heard, []);
    assert.equal(page.browser.recordings.size, 1);
  });

  it('is not touched by a page that had considered its page gone', async () => {
    const page = new AudioPage();
    await page.record(1, {captureId: 'before'});
    page.freeze();
    const other = await nextPage(page.browser);
    assert.equal(other.client.captured.length, 1);
    await page.wake('visible');
    await page.record();
    await other.wake('visible');
    assert.equal(other.client.captured.length, 1);
    assert.equal(page.browser.recordings.size, 1);
  });

  it('is never touched if the browser has no locks', async () => {
    const browser = await brokenOff();
    browser.hasLocks = false;
    const page = await nextPage(browser);
    await page.wakeInTime();
    assert.deepEqual(page.client.heard, []);
    assert.equal(browser.recordings.size, 1);
  });
});

describe('a page that records', () => {
  it('is not woken for its own recording', async () => {
    const page = new AudioPage();
    await page.record();
    await page.wake('visible');
    assert.equal(page.wakeUps.wakesAt, undefined);
  });

  it('is woken for captures of other pages even if recordings cannot be read', async () => {
    const browser = new Browser();
    await new Page({browser, service: silent}).capture();
    const page = new AudioPage({browser});
    page.recordings.unfinished = () =>
      Promise.reject(new SealedCaptureError('storage_unavailable', 'Broken.'));
    await settled();
    assert.equal(page.wakeUps.wakesAt, browser.time + 2_000);
  });
});

describe('a recording that its own page cannot finish', () => {
  it('becomes a capture of this visit', async () => {
    const page = new AudioPage();
    await page.record();
    const detail = await page.protection.recover(recordingDraft);
    await settled();
    assert.equal(detail?.recovered, true);
    assert.deepEqual(page.client.captured, [detail]);
    assert.deepEqual(page.client.own, [true]);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.equal(page.client.sealed[0]?.restored, false);
    assert.equal(page.persistenceRequests, 1);
  });

  it('is dropped if none of it was stored', async () => {
    const page = new AudioPage();
    await page.record(0);
    assert.equal(await page.protection.recover(recordingDraft), undefined);
    assert.deepEqual(page.client.heard, []);
  });

  it('does not return in a later visit after it was discarded, even if it could not be stored', async () => {
    const page = new AudioPage();
    await page.record();
    page.recordings.keeping = keptIn('nowhere', 'worker_unavailable');
    await page.protection.recover(recordingDraft);
    assert.equal(page.browser.recordings.size, 1);
    await page.protection.discard('recording');
    assert.deepEqual(page.protection.captures, []);
    page.die();
    assert.deepEqual((await nextPage(page.browser)).client.heard, []);
  });

  it('can be discarded without a worker', async () => {
    const page = new AudioPage();
    await page.record();
    page.recordings.keeping = keptIn('nowhere', 'worker_unavailable');
    await page.protection.recover(recordingDraft);
    page.store.remove = () => Promise.reject(new SealedCaptureError('worker_unavailable', 'Gone.'));
    await page.protection.discard('recording');
    assert.deepEqual(page.protection.captures, []);
  });

  it('reports if a reload would lose it', async () => {
    const page = new AudioPage();
    await page.record();
    page.recordings.keeping = keptIn('memory');
    await settled(page.protection.recover(recordingDraft));
    assert.deepEqual(page.client.heard, ['capture', 'protect-error', 'protected']);
    assert.equal(page.client.errors[0]?.code, 'storage_full');
  });
});

describe('the job of a recording', () => {
  it('is that of its capture, with the id of the draft, and what was refused is not reported', async () => {
    const page = new AudioPage({config: {apiKey: 'key', tags: {a: '\u0000'}}});
    const job = await page.protection.prepare(recordingDraft);
    assert.equal(job.captureId, 'recording');
    assert.equal(job.mode, 'audio');
    assert.equal(job.endpoint, ENDPOINT);
    assert.equal(job.duration, undefined);
    assert.deepEqual(job.state, {name: 'waiting', dueAt: recordingDraft.capturedAt, attempts: 0});
    assert.equal(page.client.errors.length, 0);
  });

  it('is captured under the id of the draft', async () => {
    const page = new AudioPage();
    const {mode, mediaType, duration} = {...recordingDraft, duration: 4};
    assert.equal(
      await page.capture({captureId: 'recording', mode, mediaType, duration}),
      'recording',
    );
    assert.deepEqual(page.client.captured[0]?.duration, 4);
    assert.equal('recovered' in (page.client.captured[0] ?? {}), false);
  });
});
