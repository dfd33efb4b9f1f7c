import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {obfuscated} from '../../../src/core/metadata/obfuscated-place.js';
import type {Gps} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {
  claimed,
  handedBack,
  LEASE_MS,
  completed,
  released,
} from '@sealed-capture/seal/model/job/job.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {closeAll, london, setup} from '../camera/preview-fixture.js';
import {settled} from '../../settled.js';
import {
  ENDPOINT,
  failing,
  manifestFor,
  Page,
  sealing,
  silent,
  type Service,
  keptIn,
} from './queue-fixture.js';

afterEach(closeAll);

const paris = {latitude: 48.858093, longitude: 2.294694, latLongAccuracy: 7};
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A live camera whose last fix is older than 30 s. */
async function withOldFix(config: ProtectionConfig = {}, gps: Gps = london) {
  const all = setup({apiKey: 'key', ...config});
  const {browser, session, page, geolocator} = all;
  await session.open('environment');
  geolocator.tell({gps}, gps.unavailableReason ? undefined : browser.time);
  browser.time += 30_001;
  const take = async (): Promise<string> => {
    const {captureId} = await session.takePicture(page.protection);
    await settled();
    return captureId;
  };
  const stored = (captureId: string) => browser.captures.get(captureId);
  /** The location of each seal. */
  const sealedGps = () => page.calls.map(({job}) => job.metadata.gps);
  return {...all, take, stored, sealedGps};
}

describe('a fix that is old when the shutter is pressed', () => {
  it('delays only the seal, which contains the renewed fix', async () => {
    const {take, stored, page, geolocator, browser, sealedGps} = await withOldFix();
    const captureId = await take();
    assert.deepEqual(page.client.heard, ['capture']);
    assert.deepEqual(stored(captureId)?.metadata.gps, london);
    const {state} = stored(captureId) ?? {};
    assert.deepEqual(state, {name: 'waiting', dueAt: browser.time + 3_000, attempts: 0});
    await page.wake('visible');
    assert.equal(page.calls.length, 0);
    await settled(geolocator.answer(paris));
    assert.deepEqual(sealedGps(), [paris]);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('is renewed in storage, so that a reload changes nothing', async () => {
    const {take, stored, geolocator, page} = await withOldFix();
    page.service = () => new Promise(() => undefined);
    const captureId = await take();
    await settled(geolocator.answer(paris));
    assert.deepEqual(stored(captureId)?.metadata.gps, paris);
    const next = await page.next();
    assert.deepEqual(next.calls[0]?.job.metadata.gps, paris);
  });

  it('is sealed after the time limit, and a later fix is ignored', async () => {
    const {take, page, geolocator, sealedGps, browser} = await withOldFix();
    const start = browser.time;
    await take();
    assert.equal(page.wakeUps.wakesAt, start + 3_000);
    await page.wakeInTime();
    assert.deepEqual(sealedGps(), [london]);
    await settled(geolocator.answer(paris));
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual(page.stored, []);
  });

  it('is renewed only while the seal waits, and the capture is due at once afterwards', async () => {
    const {take, geolocator, sealedGps} = await withOldFix({locationTimeout: 400});
    await take();
    assert.equal(geolocator.asked[0]?.aborted, false);
    await settled(pause(600));
    assert.equal(geolocator.asked[0]?.aborted, true);
    assert.deepEqual(sealedGps(), [london]);
  });

  it('is sealed at once if no other fix is possible', async () => {
    const {take, geolocator, sealedGps} = await withOldFix();
    await take();
    await settled(geolocator.answer({unavailableReason: 'not_available'}));
    assert.deepEqual(sealedGps(), [london]);
  });

  it('is sealed by the next visit if the page dies meanwhile', async () => {
    const {take, page, browser} = await withOldFix();
    await take();
    page.die();
    browser.time += 3_000;
    const next = await Page.open({browser});
    assert.deepEqual(next.calls[0]?.job.metadata.gps, london);
    assert.deepEqual(next.client.heard, ['protected']);
  });

  it('is still renewed if the camera is closed meanwhile, and nothing runs afterwards', async () => {
    const {take, session, geolocator, sealedGps} = await withOldFix({locationTimeout: 400});
    await take();
    session.close();
    assert.equal(geolocator.running, 0);
    await settled(geolocator.answer(paris));
    assert.deepEqual(sealedGps(), [paris]);
    await pause(600);
    assert.equal(geolocator.asked.filter(({aborted}) => !aborted).length, 0);
  });

  it('is stored even if the element is removed meanwhile, for the next one to seal', async () => {
    const {take, session, page, geolocator, sealedGps} = await withOldFix();
    await take();
    session.close();
    page.protection.release();
    await settled(geolocator.answer(paris));
    assert.deepEqual(sealedGps(), []);
    await settled(page.queue.connect(page.client));
    assert.deepEqual(sealedGps(), [paris]);
  });

  it('is not renewed after the queue is closed', async () => {
    const {take, page, geolocator, stored} = await withOldFix();
    const captureId = await take();
    page.queue.close();
    await settled(geolocator.answer(paris));
    assert.deepEqual(stored(captureId)?.metadata.gps, london);
  });

  it('never overwrites what another page did meanwhile', async () => {
    const {take, geolocator, browser, stored} = await withOldFix();
    const captureId = await take();
    const job = stored(captureId);
    assert.ok(job);
    const theirs = claimed(job, 'another visit', browser.time);
    browser.captures.replace(theirs, job.state);
    await settled(geolocator.answer(paris));
    assert.deepEqual(stored(captureId), theirs);
  });

  it('is not renewed if another page claims the capture between reading and writing', async () => {
    const {take, geolocator, browser, stored, page} = await withOldFix();
    const captureId = await take();
    const {get} = page.store;
    page.store.get = async (id) => {
      const job = await get(id);
      page.store.get = get;
      if (job) browser.captures.replace(claimed(job, 'another visit', browser.time), job.state);
      return job;
    };
    await settled(geolocator.answer(paris));
    assert.equal(stored(captureId)?.state.name, 'sealing');
    assert.deepEqual(stored(captureId)?.metadata.gps, london);
  });

  it('does not restore a capture that was discarded', async () => {
    const {take, geolocator, page, browser} = await withOldFix();
    await page.protection.discard(await take());
    await settled(geolocator.answer(paris));
    assert.deepEqual([browser.captures.list(), page.progress], [[], []]);
  });

  it('is renewed for a held capture, which stays held', async () => {
    const {take, stored, geolocator, page, sealedGps} = await withOldFix({autoProtect: false});
    const captureId = await take();
    await settled(geolocator.answer(paris));
    assert.deepEqual(stored(captureId)?.metadata.gps, paris);
    assert.deepEqual(page.progress, [{name: 'held'}]);
    await settled(page.protection.enqueueProtection(captureId));
    assert.deepEqual(sealedGps(), [paris]);
  });

  it('delays the seal even if the page releases the capture at once', async () => {
    const {take, geolocator, page, sealedGps} = await withOldFix({autoProtect: false});
    await settled(page.protection.enqueueProtection(await take(), {tags: {a: 'b'}}));
    assert.deepEqual(sealedGps(), []);
    await settled(geolocator.answer(paris));
    assert.deepEqual(sealedGps(), [paris]);
    assert.deepEqual(page.calls[0]?.job.metadata.tags, {a: 'b'});
  });

  it('is renewed for a capture that could not be stored', async () => {
    const {take, geolocator, page, sealedGps} = await withOldFix();
    page.store.keeping = keptIn('nowhere');
    const captureId = await take();
    await settled(geolocator.answer(paris));
    page.store.keeping = {name: 'stored'};
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(sealedGps(), [paris]);
  });

  it('is renewed for a capture that the storage turns out to have', async () => {
    const {take, geolocator, page, sealedGps} = await withOldFix();
    const add = page.store.add.bind(page.store);
    page.store.add = async (...given) => {
      await add(...given);
      // The worker has stored it, and ends before it answers.
      return keptIn('nowhere', 'worker_unavailable');
    };
    const {list} = page.store;
    page.store.list = () => Promise.resolve([]);
    await take();
    await settled(geolocator.answer(paris));
    page.store.list = list;
    await page.wake('online');
    await page.wakeInTime();
    assert.deepEqual(sealedGps(), [paris]);
  });

  /** A service that seals one content per id, repeatedly; its first answer is lost. */
  function idempotent(): Service {
    const contents = new Map<string, string>();
    return ({job: {captureId, metadata}}) => {
      const before = contents.get(captureId);
      const content = JSON.stringify(metadata);
      contents.set(captureId, before ?? content);
      if (before === undefined) return Promise.reject(lost);
      return before === content
        ? Promise.resolve(manifestFor(captureId))
        : Promise.reject(new SealedCaptureError('request_rejected', 'Another.', {status: 422}));
    };
  }
  const lost = new SealedCaptureError('network_failed', 'Lost.');

  it('is not renewed after a request to the service, whose answer may only be lost', async () => {
    const {take, geolocator, page, sealedGps} = await withOldFix();
    const captureId = await take();
    page.service = idempotent();
    await settled(page.protection.retryProtection(captureId));
    await settled(geolocator.answer(paris));
    await page.wake('online');
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
    assert.deepEqual(sealedGps(), [london, london]);
  });

  it('is not renewed after an aborted request, or one of a page that died', async () => {
    const {take, geolocator, page, browser, stored} = await withOldFix();
    page.service = silent;
    const captureId = await take();
    const fresh = stored(captureId);
    assert.ok(fresh);
    const givenUp = handedBack(claimed(fresh, 'a', 0), 0);
    assert.equal(completed(givenUp, {gps: paris}, browser.time), undefined);
    await settled(page.protection.retryProtection(captureId));
    browser.time += LEASE_MS;
    const theirs = browser.captures.claim({
      endpoint: ENDPOINT,
      owner: 'another visit',
      ended: [],
      now: browser.time,
    });
    assert.ok(theirs);
    const missing = {code: 'credentials_missing', message: 'None.'} as const;
    for (const back of [handedBack(theirs, 0, missing), handedBack(theirs, 0)]) {
      assert.equal(completed(back, {gps: paris}, browser.time), undefined);
      assert.equal(completed(released(back, 0), {gps: paris}, browser.time), undefined);
    }
    assert.equal(stored(captureId)?.state.name, 'sealing');
    await settled(geolocator.answer(paris));
    assert.deepEqual(stored(captureId)?.metadata.gps, london);
  });

  it('is renewed if only credentials were missing', async () => {
    const {take, geolocator, page, sealedGps} = await withOldFix();
    const captureId = await take();
    page.service = failing('credentials_missing', 'None.');
    await settled(page.protection.retryProtection(captureId));
    await settled(geolocator.answer(paris));
    page.service = sealing;
    await settled(page.protection.retryProtection(captureId));
    assert.deepEqual(sealedGps().at(-1), paris);
  });

  it('is not renewed if the capture waits for something else by then', async () => {
    const {take, geolocator, page, stored} = await withOldFix();
    const captureId = await take();
    page.service = failing('rate_limited', 'Wait.', {retryAfter: 90_000});
    await settled(page.protection.retryProtection(captureId));
    await settled(geolocator.answer(paris));
    assert.equal(page.calls.length, 1);
    assert.deepEqual(stored(captureId)?.metadata.gps, london);
    assert.deepEqual(page.progress[0]?.name, 'waiting');
  });

  it('is renewed by the provider only after the picture was taken', async () => {
    const taken: number[] = [];
    let pictures: unknown[] = [];
    const locate = () => {
      taken.push(pictures.length);
      return new Promise<Gps>(() => undefined);
    };
    const {take, page, kept} = await withOldFix({locationProvider: {locate}});
    pictures = kept;
    await take();
    // Called when the camera became live, and at the shutter.
    assert.deepEqual(taken, [0, 1]);
    assert.deepEqual(page.client.heard, ['capture']);
  });

  it('is renewed by the provider, whatever that returns', async () => {
    let answer: (gps: unknown) => void = () => undefined;
    const locationProvider = {
      locate: () => new Promise<Gps>((resolve) => (answer = resolve as typeof answer)),
    };
    const {take, sealedGps, geolocator, page} = await withOldFix({locationProvider});
    await settled(answer({...london, timestamp: '2026-01-01T00:00:00Z'}));
    await take();
    await settled(answer({...paris, speed: NaN}));
    await take();
    await settled(answer('here'));
    await take();
    await settled(answer({...paris, speed: NaN}));
    assert.equal(page.reports.filter((report) => String(report).includes('.speed')).length, 1);
    const before = {...london, timestamp: '2026-01-01T00:00:00Z'};
    assert.deepEqual(sealedGps(), [paris, before, paris]);
    assert.equal(geolocator.asked.length, 0);
  });
});

describe('a location that may still arrive', () => {
  it('is requested again if the provider failed', async () => {
    let answer = (): Promise<Gps> => Promise.reject(new Error('no signal'));
    const {take, sealedGps} = await withOldFix({locationProvider: {locate: () => answer()}});
    answer = () => Promise.resolve(paris);
    await settled(take());
    assert.deepEqual(sealedGps(), [paris]);
  });

  for (const unavailableReason of ['permission_not_requested', 'not_available'] as const) {
    it(`is waited for while it is ${unavailableReason}`, async () => {
      const {take, geolocator, sealedGps} = await withOldFix({}, {unavailableReason});
      await take();
      assert.deepEqual(sealedGps(), []);
      await settled(geolocator.answer(paris));
      assert.deepEqual(sealedGps(), [paris]);
    });
  }

  it('is sealed as timeout if it was possible and did not arrive, also by the next visit', async () => {
    const unavailableReason = 'not_available';
    const silent = await withOldFix({locationTimeout: 20}, {unavailableReason});
    await silent.take();
    await settled(pause(60));
    assert.deepEqual(silent.sealedGps(), [{unavailableReason: 'timeout'}]);
    const dying = await withOldFix({}, {unavailableReason});
    await dying.take();
    dying.page.die();
    dying.browser.time += 3_000;
    const next = await Page.open({browser: dying.browser});
    assert.deepEqual(next.calls[0]?.job.metadata.gps, {unavailableReason: 'timeout'});
  });

  it('is sealed with the reason of the answer, not with a timeout', async () => {
    const gps = {unavailableReason: 'permission_not_requested'} as const;
    const denied = await withOldFix({}, gps);
    await denied.take();
    await settled(denied.geolocator.answer({unavailableReason: 'permission_denied'}));
    assert.deepEqual(denied.sealedGps(), [{unavailableReason: 'permission_denied'}]);
    const silent = await withOldFix({locationTimeout: 20}, gps);
    await silent.take();
    await settled(pause(60));
    assert.deepEqual(silent.sealedGps(), [gps]);
  });
});

describe('no newer location is requested', () => {
  it('if the fix is not older than 30 s', async () => {
    const {take, browser, geolocator, page} = await withOldFix();
    browser.time -= 1;
    await take();
    assert.equal(geolocator.asked.length, 0);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('if none is possible', async () => {
    const reasons = [
      'permission_denied',
      'not_supported',
      'timeout',
      'insecure_context',
      'policy_blocked',
      'error',
    ] as const;
    for (const unavailableReason of reasons) {
      const {take, geolocator, page} = await withOldFix({}, {unavailableReason});
      await take();
      assert.equal(geolocator.asked.length, 0);
      assert.deepEqual(page.client.heard, ['capture', 'protected']);
    }
  });

  it('if the seal is not to wait', async () => {
    const {take, geolocator, page} = await withOldFix({locationTimeout: 0});
    await take();
    assert.equal(geolocator.asked.length, 0);
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('for longer than the default if the timeout is invalid', async () => {
    for (const locationTimeout of [NaN, -1, Infinity, '5' as unknown as number]) {
      const {take, stored, browser} = await withOldFix({locationTimeout});
      const {state} = stored(await take()) ?? {};
      assert.ok(state?.name === 'waiting');
      assert.equal(state.dueAt, browser.time + 3_000);
    }
  });
});

describe('a location that is to be obfuscated', () => {
  /** The coordinates as JSON would contain them, and shortened. */
  const digitsOf = ({latitude, longitude}: {latitude: number; longitude: number}): string[] =>
    [latitude, longitude].flatMap((value) => [String(value), value.toFixed(4), value.toFixed(3)]);

  it('is not contained in what is stored, reported or sealed, also after it was renewed', async () => {
    const all = await withOldFix({locationObfuscationRadius: 2_000, autoProtect: false});
    const {take, geolocator, page, browser, kept, session} = all;
    const seen: unknown[] = [];
    const {replace} = page.store;
    const add = page.store.add.bind(page.store);
    page.store.add = (job, media) => {
      seen.push(job);
      return add(job, media);
    };
    page.store.replace = (job, expected) => {
      seen.push(job);
      return replace(job, expected);
    };
    const captureId = await take();
    await settled(geolocator.answer(paris));
    const [stored] = browser.captures.list();
    assert.equal(stored?.metadata.gps?.latitude, obfuscated(paris, 2_000).latitude);
    await settled(page.protection.enqueueProtection(captureId));
    assert.equal(page.client.sealed.length, 1);
    const calls = page.calls.map(({job}) => job);
    const text = JSON.stringify([seen, kept, stored, calls, page.reports, session.contents()]);
    assert.ok(seen.length >= 3);
    for (const digits of [...digitsOf(london), ...digitsOf(paris)]) {
      assert.ok(!text.includes(digits), digits);
    }
  });

  it('is the same point in a session, also for the renewed fix', async () => {
    const all = await withOldFix({locationObfuscationRadius: 2_000});
    const {take, geolocator, sealedGps} = all;
    const hidden = (metres: number) => {
      const fix = {...london, latitude: london.latitude + metres / 111_195};
      return {fix, point: obfuscated(fix, 2_000).latitude};
    };
    // As near to the edge of a cell as noise can move it.
    let metres = 0;
    while (hidden(metres).point === hidden(metres + 10).point) metres += 10;
    for (const noise of [0, 10, 0, 10, 10]) {
      geolocator.tell({gps: hidden(metres + noise).fix}, 0);
      await take();
      await settled(geolocator.answer(hidden(metres + 10 - noise).fix));
    }
    const points = sealedGps().map((gps) => `${gps?.latitude}, ${gps?.longitude}`);
    assert.equal(points.length, 5);
    assert.equal(new Set(points).size, 1);
  });

  it('is obfuscated again if the page sets another radius', async () => {
    const {session, page} = await withOldFix({});
    const radii = [undefined, 50, 5_000];
    for (const locationObfuscationRadius of radii) {
      page.client.config = {locationObfuscationRadius};
      const {gps} = session.contents().metadata;
      assert.equal(gps?.latitude, obfuscated(london, locationObfuscationRadius).latitude);
    }
  });
});
