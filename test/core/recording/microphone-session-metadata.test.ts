import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {closeAll, recording, setup} from './microphone-fixture.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import {london} from '../camera/preview-fixture.js';
import {settled} from '../../settled.js';

afterEach(closeAll);

const turn = {roll: 1, pitch: 2, yaw: 3};
/** The metadata that the recording was stored with after it was finished. */
async function sealed({session, recorder, browser}: Awaited<ReturnType<typeof recording>>) {
  recorder.last.hear(1);
  const {captureId, capturedAt} = await session.stop();
  const job = browser.captures.get(captureId);
  return {...job, told: capturedAt, metadata: job?.metadata};
}

describe('the metadata of a recording', () => {
  it('are its microphone, and the sound processing of the browser', async () => {
    const {metadata} = await sealed(await recording());
    assert.deepEqual(metadata?.microphone, {
      deviceName: 'Built-in',
      echoCancellation: false,
      sampleRate: 48_000,
      channels: 1,
    });
    assert.equal(metadata?.camera, undefined);
  });

  it('include the bookmarks that the person set, once each, while it records and is paused', async () => {
    const all = await recording();
    const {session, recorder, browser} = all;
    recorder.last.hear(2.5);
    assert.equal(session.mark(), 2.5);
    session.mark();
    await settled();
    const kept = browser.recordings.get('recording-1')?.job.metadata?.microphone;
    assert.deepEqual(kept?.bookmarks, [2.5], 'it is kept before the recording ends');
    recorder.last.hear(1);
    session.pause();
    session.mark();
    assert.deepEqual(session.bookmarks, [2.5, 3.5]);
    session.resume();
    const {metadata} = await sealed(all);
    assert.deepEqual(metadata?.microphone?.bookmarks, [2.5, 3.5]);
    assert.throws(() => session.mark(), {code: 'not_capturing'});
    await session.start(all.page.protection, {});
    assert.deepEqual(session.bookmarks, [], 'another recording has its own');
  });

  it('include the names of the bookmarks, and none if no bookmark has a name', async () => {
    const all = await recording();
    const {session, recorder, browser} = all;
    const kept = () => browser.recordings.get('recording-1')?.job.metadata?.microphone;
    recorder.last.hear(1);
    session.mark();
    await settled();
    assert.ok(kept()?.bookmarks && !('bookmarkNames' in (kept() ?? {})));
    recorder.last.hear(1);
    session.mark('The door');
    await settled();
    assert.deepEqual(kept()?.bookmarkNames, ['', 'The door'], 'stored while it records');
    session.nameBookmark(0, ' The window ');
    await settled(session.keepAgain());
    assert.deepEqual(kept()?.bookmarkNames, ['The window', 'The door']);
    session.nameBookmark(2, 'Nowhere');
    session.nameBookmark(-1, 'Nowhere');
    session.mark('The front door');
    assert.deepEqual(session.bookmarks, [1, 2], 'the same place');
    const {metadata} = await sealed(all);
    assert.deepEqual(metadata?.microphone?.bookmarks, [1, 2]);
    assert.deepEqual(metadata?.microphone?.bookmarkNames, ['The window', 'The front door']);
  });

  it('have no bookmark whose name is too long: that is refused', async () => {
    const {session, recorder} = await recording();
    recorder.last.hear(1);
    const refused = {code: 'configuration_invalid', message: /at most 100 characters/};
    assert.throws(() => session.mark('x'.repeat(101)), refused);
    assert.throws(() => session.mark(7 as unknown as string), {code: 'configuration_invalid'});
    assert.deepEqual(session.bookmarks, []);
    session.mark('x'.repeat(100));
    assert.throws(() => session.nameBookmark(0, 'x'.repeat(101)), refused);
    assert.equal(session.bookmarkNames[0]?.length, 100);
  });

  it("include the client's tags at its end; until then, each change of them is stored", async () => {
    const config: ProtectionConfig = {apiKey: 'key', tags: {caption: 'first'}};
    const all = await recording(config);
    await settled();
    const kept = () => all.browser.recordings.get('recording-1')?.job.metadata?.tags;
    assert.deepEqual(kept(), {caption: 'first'});
    config.tags = {caption: 'second'};
    await settled(all.session.keepAgain());
    assert.deepEqual(kept(), {caption: 'second'});
    config.tags = {caption: 'third'};
    assert.deepEqual((await sealed(all)).metadata?.tags, {caption: 'third'});
  });

  it('are the readings at its start, with their time', async () => {
    const all = await recording();
    all.browser.time += 60_000;
    all.geolocator.tell({gps: {latitude: 1, longitude: 2}}, all.browser.time);
    const {metadata, told} = await sealed(all);
    assert.deepEqual(metadata?.gps, london);
    assert.equal(told, '2026-01-01T00:00:00.000Z');
    assert.equal(metadata?.capturedAt, told);
    assert.equal(all.geolocator.asked.length, 0);
  });

  it('are read at its end if there was only a reason at its start', async () => {
    const all = setup();
    all.geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
    await all.session.start(all.page.protection, {});
    all.geolocator.tell({gps: {latitude: 1, longitude: 2}}, all.browser.time);
    all.orientation.tell({orientation: turn}, all.browser.time);
    const {metadata} = await sealed(all);
    assert.deepEqual(metadata?.gps, {latitude: 1, longitude: 2});
    assert.deepEqual(metadata?.orientation, turn);
    assert.deepEqual(metadata?.network, {unavailableReason: 'not_supported'});
  });

  it('stay those of the start if there are none at its end', async () => {
    const all = await recording();
    all.geolocator.tell({gps: {unavailableReason: 'permission_denied'}});
    const {metadata} = await sealed(all);
    assert.deepEqual(metadata?.gps, london);
  });

  it('leave out what the page has turned off meanwhile', async () => {
    const all = await recording();
    all.page.client.config = {...all.page.client.config, sensors: {gps: false, microphone: false}};
    const {metadata} = await sealed(all);
    assert.deepEqual(metadata?.gps, {unavailableReason: 'disabled'});
    assert.deepEqual(metadata?.microphone, {unavailableReason: 'disabled'});
  });

  it('wait for a location that is still requested, as for a picture', async () => {
    const all = setup();
    all.geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
    await all.session.start(all.page.protection, {});
    const {captureId, metadata} = await sealed(all);
    assert.deepEqual(metadata?.gps, {unavailableReason: 'timeout'});
    await settled();
    assert.equal(all.page.calls.length, 0);
    await settled(all.geolocator.answer(london));
    assert.equal(all.page.calls[0]?.job.captureId, captureId);
    assert.deepEqual(all.page.calls[0]?.job.metadata.gps, london);
  });

  it('are the last known ones if its page died, including sections that arrived later', async () => {
    const all = setup({apiKey: 'key', locationObfuscationRadius: 100});
    const {page, recorder, session, geolocator, orientation, browser} = all;
    geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
    await session.start(page.protection, {});
    let begun = 0;
    const begin = page.recordings.begin.bind(page.recordings);
    page.recordings.begin = (job) => (begun++, begin(job));
    const kept = () => browser.recordings.get('recording-1')?.job.metadata;
    await settled();
    assert.deepEqual(kept()?.gps, {unavailableReason: 'not_available'});
    geolocator.tell({gps: {latitude: 51.5, longitude: 0.1, latLongAccuracy: 5}}, browser.time);
    await settled(recorder.last.encode());
    assert.ok((kept()?.gps?.latLongAccuracy ?? 0) >= 85);
    assert.notEqual(kept()?.gps?.latitude, 51.5);
    // It is not stored again with each part.
    geolocator.tell({gps: {latitude: 1, longitude: 2}}, browser.time);
    await settled(recorder.last.encode());
    assert.equal(begun, 1);
    orientation.tell({orientation: turn}, browser.time);
    page.client.config = {...page.client.config, sensors: {gps: false}};
    await settled(recorder.last.encode());
    assert.deepEqual(kept()?.gps, {unavailableReason: 'disabled'});
    assert.deepEqual(kept()?.orientation, turn);
    assert.equal(browser.recordings.get('recording-1')?.parts.length, 3);
    assert.equal(begun, 3);
  });

  it('are stored at once when a location comes, also in a pause, which no part of the sound follows', async () => {
    const all = setup();
    const {page, recorder, session, geolocator, browser} = all;
    const kept = () => browser.recordings.get('recording-1')?.job.metadata?.gps;
    geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
    await session.start(page.protection, {});
    recorder.last.hear(2);
    await settled(recorder.last.encode());
    session.pause();
    assert.deepEqual(kept(), {unavailableReason: 'not_available'});
    await settled(geolocator.tell({gps: london}, browser.time));
    assert.deepEqual(kept(), london);
  });

  it('say that a location may come until there is one, or it is refused', async () => {
    const {page, session, geolocator, browser} = setup();
    const summary = () => {
      assert.ok('includes' in session.state);
      const {includes, placeMayCome, placeOff} = session.state;
      return [includes.includes('place'), placeMayCome, placeOff];
    };
    geolocator.readings = {sections: {gps: {unavailableReason: 'permission_not_requested'}}};
    await session.start(page.protection, {});
    assert.deepEqual(summary(), [false, true, 'permission_not_requested']);
    for (const reason of ['not_available', 'timeout', 'error'] as const) {
      geolocator.tell({gps: {unavailableReason: reason}});
      assert.deepEqual(summary(), [false, true, undefined], reason);
    }
    session.pause();
    assert.deepEqual(summary(), [false, true, undefined]);
    geolocator.tell({gps: {unavailableReason: 'permission_denied'}});
    assert.deepEqual(summary(), [false, false, 'permission_denied']);
    geolocator.tell({gps: london}, browser.time);
    assert.deepEqual(summary(), [true, false, undefined]);
  });

  it('are the last known ones if its encoder crashed', async () => {
    const all = setup();
    const {page, recorder, session, orientation, browser} = all;
    all.geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
    await session.start(page.protection, {});
    recorder.last.hear(2);
    recorder.last.encode();
    all.geolocator.tell({gps: {latitude: 1, longitude: 2}}, browser.time);
    orientation.tell({orientation: turn}, browser.time);
    page.client.config = {...page.client.config, sensors: {microphone: false}};
    recorder.last.failure = new Error('dead');
    const {captureId, recovered} = await session.stop();
    const {metadata} = browser.captures.get(captureId) ?? {};
    assert.equal(recovered, true);
    assert.deepEqual([metadata?.gps, metadata?.orientation], [{latitude: 1, longitude: 2}, turn]);
    assert.deepEqual(metadata?.microphone, {unavailableReason: 'disabled'});
  });

  it('are reported while it records, including sections that arrive later', async () => {
    const {session, orientation, browser} = await recording();
    const includes = () =>
      'includes' in session.state ? session.state.includes.join() : session.state.name;
    const seen = [includes()];
    session.addEventListener('change', () => seen.push(includes()));
    orientation.tell({orientation: turn}, browser.time);
    session.pause();
    orientation.tell({orientation: {unavailableReason: 'error'}});
    assert.deepEqual(seen, [
      'place,microphone,device',
      'place,attitude,microphone,device',
      'place,attitude,microphone,device',
      'place,microphone,device',
    ]);
  });

  it('have their age, in a recording and before it', async () => {
    const all = setup();
    const before = all.session.contents();
    assert.deepEqual(before.metadata.microphone, {unavailableReason: 'not_available'});
    all.geolocator.readings.at = all.browser.time - 5_000;
    await all.session.start(all.page.protection, {});
    all.browser.time += 60_000;
    all.geolocator.tell({gps: {latitude: 1, longitude: 2}}, all.browser.time);
    all.orientation.tell({orientation: turn}, all.browser.time);
    const {metadata, ages} = all.session.contents();
    assert.deepEqual([metadata.gps, metadata.orientation], [london, turn]);
    assert.deepEqual({...ages}, {gps: 65_000, orientation: 0});
  });
});
