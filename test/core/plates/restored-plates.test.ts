import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {
  awaiting,
  confirmed,
  FakeDetector,
  read,
  setup,
  unseen,
  withPlate,
} from './plates-fixture.js';
import {settled} from '../../settled.js';
import {FakeClient, Page, photo, keptIn} from '../queue/queue-fixture.js';

const later = Date.UTC(2026, 0, 2);

/** Pictures of a page that died while the detector processed the first, oldest first. */
async function forgotten(count = 1) {
  const {browser, page} = setup();
  const captureIds: string[] = [];
  for (let i = 0; i < count; i++) {
    captureIds.push(await page.capture({capturedAt: browser.time + i}));
  }
  page.die();
  return {browser, captureIds, captureId: captureIds[0] ?? ''};
}

describe('a picture whose plate was not read when its page died', () => {
  it('is processed by the next page, which receives the result and can have it confirmed', async () => {
    const {browser, captureId} = await forgotten();
    const {page, detector, stored, sealedInfo} = setup({}, browser);
    await settled();
    assert.equal(await detector.pictures[0]?.text(), 'raw');
    assert.equal(page.protection.captures[0]?.plateReading, 'underway');
    await settled(detector.answer(read));
    assert.deepEqual(page.client.plates, [{captureId, mode: 'image', licensePlateInfo: unseen}]);
    assert.deepEqual(stored(captureId)?.metadata.features, {licensePlateInfo: unseen});
    const [summary] = page.protection.captures;
    assert.deepEqual([summary?.progress, summary?.plateReading], [awaiting, 'done']);
    await settled(page.protection.confirmLicensePlate(captureId, 'AB 12 CDE'));
    assert.deepEqual(sealedInfo(), [confirmed]);
  });

  it('is processed once the configuration has a detector, and stays unchanged until then', async () => {
    const {browser, captureId} = await forgotten();
    const page = await Page.open({browser, config: {apiKey: 'key'}});
    assert.deepEqual(page.progress, [awaiting]);
    assert.equal(page.protection.captures[0]?.plateReading, undefined);
    const detector = new FakeDetector();
    page.client.config = {...page.client.config, licensePlateDetector: detector};
    await settled(page.protection.configurationChanged());
    await settled(detector.answer());
    assert.deepEqual(page.client.plates, [{captureId, mode: 'image'}]);
  });

  it('is processed once per visit, whatever the result', async () => {
    const {browser} = await forgotten();
    const {page, detector} = setup({}, browser);
    await settled();
    await settled(detector.fail(new TypeError('No.')));
    assert.equal(page.protection.captures[0]?.plateReading, 'done');
    page.protection.configurationChanged();
    await page.wake('visible');
    assert.equal(detector.pictures.length, 1);
    assert.deepEqual(page.client.heard, ['license-plate']);
    assert.deepEqual(page.progress, [awaiting]);
  });

  it('is not processed again if an earlier visit has read it', async () => {
    const {page, browser} = await withPlate();
    page.die();
    const next = setup({}, browser);
    await settled();
    assert.equal(next.detector.pictures.length, 0);
    assert.equal(next.page.protection.captures[0]?.plateReading, undefined);
  });

  it('is processed even if the page had a plate for all captures', async () => {
    const features = {licensePlateInfo: {plateNumber: 'XY 1'}};
    const before = setup({features});
    await before.page.capture();
    before.page.die();
    const next = setup({}, before.browser);
    await settled();
    assert.equal(next.detector.pictures.length, 1);
  });

  it('is not processed if its plate was confirmed, or for clients of other endpoints', async () => {
    const {page, captureId, browser} = await withPlate({autoProtect: false}, null);
    await page.protection.confirmLicensePlate(captureId, '');
    await page.capture({capturedAt: later});
    page.die();
    const other = setup({baseUrl: 'https://other.example/'}, browser);
    const same = setup({}, browser);
    await settled();
    assert.equal(other.detector.pictures.length, 0);
    assert.equal(same.detector.pictures.length, 1);
    assert.deepEqual(
      same.page.protection.captures.map(({plateReading}) => plateReading),
      [undefined, 'underway'],
    );
  });

  it('is processed after new pictures, and before those taken later', async () => {
    const {browser, captureIds} = await forgotten(3);
    const {page, detector} = setup({}, browser);
    await settled();
    const own = await page.capture({capturedAt: later});
    for (let i = 0; i < 4; i++) {
      assert.equal(detector.pictures.length, i + 1);
      await settled(detector.answer());
    }
    const [first, second, third] = captureIds;
    assert.deepEqual(
      page.client.plates.map(({captureId}) => captureId),
      [first, own, second, third],
    );
    assert.deepEqual(page.client.heard.slice(0, 2), ['capture', 'license-plate']);
  });

  it('waits until the page has loaded, unlike new pictures', async () => {
    const {browser, captureId} = await forgotten();
    const page = new Page({browser, config: {apiKey: 'key'}});
    page.wakeUps.isLoaded = false;
    const detector = new FakeDetector();
    page.client.config = {...page.client.config, licensePlateDetector: detector};
    await settled(page.protection.configurationChanged());
    assert.equal(detector.pictures.length, 0);
    const own = await page.capture({capturedAt: later});
    await settled(detector.answer());
    page.wakeUps.isLoaded = true;
    await page.wake('loaded');
    await settled(detector.answer());
    assert.deepEqual(
      page.client.plates.map((plate) => plate.captureId),
      [own, captureId],
    );
  });

  it('needs a person if its media cannot be read', async () => {
    const {browser, captureId} = await forgotten();
    const {page, detector, sealedInfo} = setup({}, browser);
    page.store.media = () => Promise.reject(new Error('Broken.'));
    await settled();
    assert.equal(detector.pictures.length, 0);
    assert.deepEqual(page.client.plates, [{captureId, mode: 'image'}]);
    await settled(page.protection.confirmLicensePlate(captureId, 'XY 1'));
    assert.deepEqual(sealedInfo(), [{plateNumber: 'XY 1', wasEdited: true}]);
  });

  it('is confirmed without the detector if that is slow', async () => {
    const {browser, captureId} = await forgotten();
    const {page, detector, sealedInfo} = setup({}, browser);
    await settled();
    await page.protection.confirmLicensePlate(captureId, 'XY 1');
    await settled(detector.answer(read));
    assert.deepEqual(page.client.heard, ['protected']);
    assert.deepEqual(sealedInfo(), [{plateNumber: 'XY 1', wasEdited: true}]);
  });
});

describe('a picture whose plate was confirmed in another page', () => {
  it('is not offered for confirmation any more, although the page still holds it', async () => {
    const {browser, captureId} = await forgotten();
    const here = setup({autoProtect: false}, browser).page;
    const there = setup({autoProtect: false}, browser).page;
    await settled();
    await settled(there.protection.confirmLicensePlate(captureId, 'XY 1'));
    await here.wake('online');
    assert.deepEqual(here.progress, [{name: 'held'}]);
  });

  it('is not offered for confirmation after a second answer was refused', async () => {
    const {browser, captureId} = await forgotten();
    const here = setup({}, browser).page;
    const there = setup({}, browser).page;
    await settled();
    await settled(there.protection.confirmLicensePlate(captureId, 'XY 1'));
    assert.deepEqual(here.progress, [awaiting]);
    const late = here.protection.confirmLicensePlate(captureId, 'XY 2');
    await assert.rejects(late, {code: 'capture_unknown'});
    await settled();
    assert.deepEqual(
      here.progress.filter(({name}) => name === 'held'),
      [],
    );
  });
});

describe('a picture whose client was released while its plate was read', () => {
  for (const isThere of [true, false]) {
    it(`is processed by another client's detector, which ${isThere ? 'was there before' : 'comes later'}`, async () => {
      const {page, detector} = setup();
      const another = new FakeDetector();
      const client = new FakeClient({apiKey: 'key', licensePlateDetector: another});
      let protection = isThere && page.queue.connect(client);
      const captureId = await page.capture();
      assert.equal(another.pictures.length, 0);
      await settled(page.protection.release());
      protection ||= page.queue.connect(client);
      await settled();
      assert.equal(another.pictures.length, 1);
      detector.answer();
      await settled(another.answer(read));
      assert.deepEqual(page.client.plates, []);
      assert.deepEqual(client.plates, [{captureId, mode: 'image', licensePlateInfo: unseen}]);
      assert.equal(protection.captures[0]?.plateReading, 'done');
    });
  }
});

describe('the picture of a capture', () => {
  it('can be read after a reload, and not after it was discarded', async () => {
    const {browser, captureId} = await forgotten();
    const {page} = setup({}, browser);
    await settled();
    const picture = await page.protection.picture(captureId);
    assert.equal(await picture?.text(), 'raw');
    await page.protection.discard(captureId);
    assert.equal(await page.protection.picture(captureId), undefined);
  });

  it('can be read even if it could not be stored', async () => {
    const {page, detector} = setup();
    page.store.keeping = keptIn('nowhere');
    const captureId = await page.capture();
    assert.equal(await page.protection.picture(captureId), photo);
    assert.deepEqual(detector.pictures, [photo]);
  });
});
