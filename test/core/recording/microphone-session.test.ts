import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import type {Protection} from '../../../src/core/queue/queue-client.js';
import type {ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {ownEncoder, type RecordingEncoder} from '../../../src/ports/audio/recorder.js';
import {closeAll, headset, recording, setup} from './microphone-fixture.js';
import {Gate} from '../../gate.js';
import {settled} from '../../settled.js';

afterEach(closeAll);

const withCode = (code: ErrorCode) => (error: unknown) =>
  error instanceof SealedCaptureError && error.code === code;

describe('a recording', () => {
  it('goes from idle to its capture, with the microphone on only meanwhile', async () => {
    const {session, page, microphones, recorder, states} = setup();
    await session.start(page.protection, {});
    assert.equal(microphones.on, 1);
    assert.equal(session.isCapturing, true);
    recorder.last.hear(2);
    recorder.last.encode();
    recorder.last.hear(1);
    const detail = await session.stop();
    assert.deepEqual(states, ['pending', 'recording', 'finishing', 'captured']);
    assert.deepEqual([microphones.on, session.isCapturing], [0, false]);
    assert.equal(await detail.blob.text(), 'part1 part2 ');
    assert.equal(detail.duration, 3);
    assert.deepEqual(page.client.captured, [detail]);
    assert.deepEqual(session.state, {name: 'captured', detail, end: 'stopped'});
    await settled();
    assert.deepEqual(page.client.heard, ['capture', 'protected']);
  });

  it('keeps the screen on only while it records', async () => {
    const {session, page, recorder, screen} = setup();
    await session.start(page.protection, {});
    assert.equal(screen.isAwake, true);
    recorder.last.hear(1);
    session.pause();
    assert.equal(screen.isAwake, false, 'paused');
    session.resume();
    assert.equal(screen.isAwake, true, 'resumed');
    const stopping = session.stop();
    assert.equal(screen.isAwake, false, 'stopped, before anything is awaited');
    await stopping;
    await session.start(page.protection, {});
    assert.equal(screen.isAwake, true, 'another recording');
    session.close();
    assert.equal(screen.isAwake, false, 'closed');
  });

  it('is stored from its beginning, part by part, under the id of its capture', async () => {
    const {session, browser, recorder} = await recording();
    await settled();
    const kept = browser.recordings.get('recording-1');
    assert.equal(kept?.job.capturedAt, '2026-01-01T00:00:00.000Z');
    await settled(recorder.last.encode());
    assert.equal(kept?.parts.length, 1);
    recorder.last.hear(2);
    const {captureId} = await session.stop();
    assert.equal(captureId, 'recording-1');
    assert.equal(kept?.parts.length, 2, 'the last part is kept before it is finished');
    assert.equal(browser.recordings.size, 0);
  });

  it('is marked as our own capture, even if it is interrupted, unless the page provides an encoder', async () => {
    const claims = async (encoder: RecordingEncoder | undefined, end: 'stop' | 'recover') => {
      const {session, page, browser, recorder} = setup();
      await session.start(page.protection, {...(encoder && {encoder})});
      recorder.last.hear(2);
      recorder.last.encode();
      await settled();
      const begun = [...browser.recordings.values()].map(({job}) => job.origin);
      if (end === 'recover') recorder.last.failure = new Error('It died.');
      await session.stop();
      return [...begun, ...page.stored.map(({origin}) => origin)];
    };
    for (const end of ['stop', 'recover'] as const) {
      assert.deepEqual(await claims(undefined, end), ['capture', 'capture']);
      assert.deepEqual(await claims(ownEncoder({workerUrl: 'a.js'}), end), ['capture', 'capture']);
      assert.deepEqual(await claims({workerUrl: 'a.js'}, end), [undefined, undefined]);
    }
  });

  it('uses the requested options, and the default for an impossible one', async () => {
    const {session, page, microphones, recorder} = setup();
    const encoder = {workerUrl: 'encoder.js'};
    const options = {bitRate: 64, channels: 2, maxDuration: 9, audioProcessing: true} as const;
    await session.start(page.protection, {...options, encoder});
    const [request] = microphones.requests;
    const asked = [request?.deviceId, request?.channels, request?.processing];
    assert.deepEqual(asked, [undefined, 2, true]);
    const {bitRate, channels, maxDuration, encoder: given} = recorder.last.options;
    assert.deepEqual([bitRate, channels, maxDuration, given], [64, 2, 9, encoder]);
    session.discard();
    const impossible = {bitRate: NaN, channels: 3 as 1, maxDuration: -1, silenceTimeout: -5};
    await session.start(page.protection, impossible);
    const sound = recorder.last.options;
    assert.deepEqual([sound.bitRate, sound.channels, sound.maxDuration], [128, 1, undefined]);
    recorder.last.hear(60, 0);
    assert.equal(session.state.name, 'recording');
  });

  it('uses the chosen microphone', async () => {
    const {session, page, microphones} = setup();
    session.microphone = 'headset';
    await session.start(page.protection, {});
    assert.equal(microphones.requests[0]?.deviceId, 'headset');
  });

  it('reports its duration and level, also after it has ended', async () => {
    const {session, recorder, page} = await recording();
    let progress = 0;
    session.addEventListener('progress', () => progress++);
    for (let second = 0; second < 30; second++) recorder.last.hear(1, second / 100);
    assert.deepEqual([session.elapsed, session.peaks.length, progress], [30, 600, 30]);
    assert.deepEqual([session.peaks[0], session.peaks[599]], [0, Math.fround(0.29)]);
    recorder.last.rest = 0.5;
    await session.stop();
    assert.deepEqual([session.elapsed, session.peaks.length], [30.5, 600]);
    await session.start(page.protection, {});
    assert.deepEqual([session.elapsed, session.peaks.length], [0, 0]);
  });

  it('pauses and resumes, and does neither in another state', async () => {
    const {session, recorder, states} = await recording();
    assert.throws(() => session.resume(), withCode('not_capturing'));
    session.pause();
    assert.equal(session.isCapturing, true);
    assert.throws(() => session.pause(), withCode('not_capturing'));
    session.resume();
    assert.deepEqual(recorder.last.calls, ['pause', 'resume']);
    assert.deepEqual(states, ['pending', 'recording', 'paused', 'recording']);
    session.pause();
    recorder.last.hear(1);
    await session.stop();
    assert.throws(() => session.pause(), withCode('not_capturing'));
    await assert.rejects(session.stop(), withCode('not_capturing'));
  });

  it('reports while the system provides no sound, for any reason', async () => {
    const {session, microphones, recorder} = await recording();
    const muted = () => session.state.name === 'recording' && session.state.muted;
    const seen = [muted()];
    microphones.last.mute(true);
    seen.push(muted());
    recorder.last.listener.onInterrupted(true);
    microphones.last.mute(false);
    seen.push(muted());
    session.pause();
    recorder.last.listener.onInterrupted(false);
    assert.equal(session.state.name, 'paused');
    session.resume();
    seen.push(muted());
    assert.deepEqual(seen, [false, true, true, false]);
  });

  it('is made once, however often it is started', async () => {
    const {session, page, microphones, recorder} = setup();
    const starts = [session.start(page.protection, {}), session.start(page.protection, {})];
    await Promise.all(starts);
    await session.start(page.protection, {});
    assert.deepEqual([microphones.opened.length, recorder.made.length], [1, 1]);
  });

  it('can be started again while its capture is being reported', async () => {
    const {session, page, microphones, recorder} = await recording();
    let next: Promise<void> | undefined;
    page.client.onCapture = () => void (next ??= session.start(page.protection, {}));
    recorder.last.hear(1);
    await session.stop();
    await next;
    assert.equal(session.state.name, 'recording');
    assert.deepEqual([microphones.opened.length, microphones.on], [2, 1]);
  });
});

describe('a recording that is canceled', () => {
  it('while the person is prompted leaves no microphone on', async () => {
    for (const end of ['discard', 'close'] as const) {
      const {session, page, microphones, recorder} = setup();
      const answer = new Gate();
      microphones.answered = answer.passed;
      const starting = session.start(page.protection, {});
      assert.equal(session.permissionStatus, 'pending');
      session[end]();
      assert.deepEqual([session.state.name, session.permissionStatus], ['idle', 'unknown']);
      answer.open();
      await starting;
      assert.deepEqual([microphones.opened.length, microphones.on], [1, 0]);
      assert.deepEqual([session.state.name, recorder.made.length], ['idle', 0]);
    }
  });

  it('while the sound starts turns the microphone off at once, and closes what arrives late', async () => {
    for (const end of ['discard', 'close'] as const) {
      const {session, page, browser, microphones, recorder, geolocator} = setup();
      const start = new Gate();
      recorder.started = start.passed;
      const starting = session.start(page.protection, {});
      await settled();
      assert.deepEqual([microphones.on, geolocator.running], [1, 1]);
      session[end]();
      assert.deepEqual([microphones.on, geolocator.running, session.state.name], [0, 0, 'idle']);
      assert.equal(recorder.signal?.aborted, true);
      start.open();
      await starting;
      assert.deepEqual(recorder.last.calls, ['close']);
      assert.deepEqual([session.state.name, browser.recordings.size], ['idle', 0]);
    }
  });

  it('while another one is finished does not start afterwards', async () => {
    const {session, page, microphones, recorder} = await recording();
    const encode = new Gate();
    recorder.last.hear(1);
    recorder.last.encoded = encode.passed;
    const stopped = session.stop();
    const starting = session.start(page.protection, {});
    session.discard();
    encode.open();
    await Promise.all([stopped, starting]);
    assert.deepEqual([microphones.opened.length, session.state.name], [1, 'captured']);
    assert.equal(session.elapsed, 1, 'what is finished is not thrown away');
  });

  it('while it is finished becomes no capture', async () => {
    const {session, page, browser, recorder} = await recording();
    const encode = new Gate();
    recorder.last.hear(3);
    recorder.last.encode();
    recorder.last.encoded = encode.passed;
    const stopped = session.stop();
    await settled();
    session.discard();
    encode.open();
    await assert.rejects(stopped, withCode('aborted'));
    assert.deepEqual([session.state.name, session.isCapturing], ['idle', false]);
    await settled();
    assert.deepEqual([page.client.heard, browser.recordings.size], [[], 0]);
    assert.deepEqual(browser.captures.list(), []);
  });

  it('while it becomes a capture is discarded as one', async () => {
    const {session, page, browser, recorder} = await recording({apiKey: 'key', autoProtect: false});
    const kept = new Gate();
    const finish = page.recordings.finish.bind(page.recordings);
    let asked = 0;
    page.recordings.finish = (...all) => {
      asked++;
      return kept.passed.then(() => finish(...all));
    };
    recorder.last.hear(3);
    const stopped = session.stop();
    await settled();
    assert.equal(asked, 1);
    session.discard();
    kept.open();
    await assert.rejects(stopped, withCode('aborted'));
    assert.equal(session.state.name, 'idle');
    assert.deepEqual([page.protection.captures, browser.captures.list()], [[], []]);
  });

  it('in the moment in which it starts is not made', async () => {
    const {session, page, browser, microphones, recorder} = setup();
    const begin = page.recordings.begin.bind(page.recordings);
    page.recordings.begin = (job) => {
      session.discard();
      return begin(job);
    };
    await settled(session.start(page.protection, {}));
    assert.deepEqual([session.state.name, session.isCapturing], ['idle', false]);
    assert.deepEqual([microphones.on, recorder.last.calls], [0, ['close']]);
    assert.equal(browser.recordings.size, 0);
  });

  it('with a stop before the microphone is on leaves none on', async () => {
    const {session, page, microphones, recorder} = setup();
    const answer = new Gate();
    microphones.answered = answer.passed;
    const starting = session.start(page.protection, {});
    await assert.rejects(session.stop(), withCode('not_capturing'));
    assert.equal(session.state.name, 'idle');
    answer.open();
    await starting;
    assert.deepEqual([microphones.on, recorder.made.length], [0, 0]);
    assert.deepEqual([session.state.name, session.permissionStatus], ['idle', 'unknown']);
  });

  it('with a stop while the one before is finished does not affect that', async () => {
    const {session, page, microphones, recorder} = await recording();
    recorder.last.hear(1);
    const stopped = session.stop();
    const starting = session.start(page.protection, {});
    await assert.rejects(session.stop(), withCode('not_capturing'));
    await Promise.all([stopped, starting]);
    assert.deepEqual([session.state.name, microphones.opened.length], ['captured', 1]);
  });

  it('does not cancel a permission prompt without a recording', async () => {
    const {session} = setup();
    const asked = session.requestPermissions();
    await assert.rejects(session.stop(), withCode('not_capturing'));
    await asked;
    assert.equal(session.permissionStatus, 'granted');
  });

  it('is deleted, after all pending writes', async () => {
    const {session, page, browser, microphones, recorder, geolocator} = await recording();
    const begun = new Gate();
    const addPart = page.recordings.addPart.bind(page.recordings);
    let asked = 0;
    page.recordings.addPart = (...part) => begun.passed.then(() => (asked++, addPart(...part)));
    recorder.last.hear(4);
    recorder.last.encode();
    await settled(recorder.last.encode());
    session.discard();
    assert.deepEqual([microphones.on, geolocator.running, session.state.name], [0, 0, 'idle']);
    assert.deepEqual([session.elapsed, session.peaks.length], [0, 0]);
    assert.deepEqual(recorder.last.calls, ['close']);
    recorder.last.encode();
    assert.equal(browser.recordings.size, 0, 'no part is waited for');
    await settled(begun.open());
    assert.deepEqual([browser.recordings.size, asked], [0, 1]);
    assert.deepEqual(page.client.heard, []);
  });

  it('is deleted even if its worker crashed', async () => {
    const {session, page, browser} = await recording();
    const discard = page.recordings.discard.bind(page.recordings);
    page.recordings.discard = () => {
      page.recordings.discard = discard;
      return Promise.reject(new Error('no'));
    };
    await settled(session.discard());
    assert.equal(browser.recordings.size, 0);
  });

  it('is over even if what was stored cannot be deleted', async () => {
    const {session, page} = await recording();
    page.recordings.discard = () => Promise.reject(new Error('no'));
    await settled(session.discard());
    assert.equal(session.state.name, 'idle');
  });

  it('does not end a later one with its late events', async () => {
    const {session, page, microphones, recorder} = await recording();
    const [microphone, {listener}] = [microphones.last, recorder.last];
    session.discard();
    await session.start(page.protection, {});
    microphone.lose();
    microphone.mute(true);
    listener.onFull();
    listener.onFailed(new Error('late'));
    assert.ok(session.state.name === 'recording' && !session.state.muted);
    assert.equal(microphones.on, 1);
  });

  it('is over for the page, too, when its capture is discarded', async () => {
    const {session, recorder} = await recording();
    recorder.last.hear(1);
    await session.stop();
    session.discard();
    assert.deepEqual([session.state.name, session.elapsed], ['idle', 0]);
  });
});

describe('a recording that cannot start', () => {
  for (const outcome of [
    {name: 'denied'},
    {name: 'blocked', byPolicy: false},
    {name: 'not-found'},
    {name: 'in-use'},
    {name: 'insecure'},
  ] as const) {
    it(`reports the reason: ${outcome.name}`, async () => {
      const {session, page, microphones, geolocator} = setup();
      microphones.outcome = outcome;
      await session.start(page.protection, {});
      assert.deepEqual(session.state, outcome);
      assert.equal(geolocator.signals.length, 0);
      microphones.outcome = undefined;
      await session.start(page.protection, {});
      assert.equal(session.state.name, 'recording');
    });
  }

  it('turns the microphone off if its sound does not start, and can be retried', async () => {
    const {session, page, microphones, recorder, geolocator} = setup();
    recorder.failure = new SealedCaptureError('worker_unavailable', 'blocked');
    await session.start(page.protection, {});
    assert.deepEqual(session.state, {name: 'failed', error: recorder.failure});
    assert.deepEqual([microphones.on, geolocator.running], [0, 0]);
    recorder.failure = undefined;
    await session.start(page.protection, {});
    assert.deepEqual([session.state.name, geolocator.running], ['recording', 1]);
  });

  it('closes the sound if the credentials are invalid', async () => {
    const {session, microphones, recorder} = setup();
    await session.start({} as Protection, {});
    assert.ok(session.state.name === 'failed');
    assert.equal(session.state.error.code, 'configuration_invalid');
    assert.deepEqual([microphones.on, recorder.last.calls], [0, ['close']]);
  });

  it('fails if the microphone is disconnected while the sound starts', async () => {
    const {session, page, microphones, recorder} = setup();
    const start = new Gate();
    recorder.started = start.passed;
    const starting = session.start(page.protection, {});
    await settled();
    microphones.last.lose();
    start.open();
    await starting;
    assert.ok(session.state.name === 'failed' && session.state.error.code === 'device_lost');
    assert.deepEqual([microphones.on, recorder.last.calls], [0, ['close']]);
  });
});

describe('requesting all permissions in one gesture', () => {
  it('requests motion before the first await, and the location while it records', async () => {
    const {session, page, microphones, motionPermission, geolocator} = setup();
    motionPermission.answer = new Promise(() => undefined);
    const starting = session.start(page.protection, {});
    assert.deepEqual([motionPermission.requests, microphones.requests.length], [1, 1]);
    assert.deepEqual([geolocator.requests, geolocator.signals.length], [1, 0]);
    await starting;
    assert.equal(geolocator.running, 1);
  });

  it('turns the microphone off again, and the sensors once the location is known or refused', async () => {
    for (const gps of [
      {latitude: 1, longitude: 2},
      {unavailableReason: 'permission_denied'},
    ] as const) {
      const {session, microphones, geolocator, motionPermission, states} = setup();
      geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
      await session.requestPermissions();
      assert.deepEqual([motionPermission.requests, geolocator.requests], [1, 1]);
      assert.deepEqual([microphones.opened.length, microphones.on], [1, 0]);
      assert.deepEqual([states, session.permissionStatus], [['pending', 'idle'], 'granted']);
      assert.equal(geolocator.running, 1);
      geolocator.tell({gps: {unavailableReason: 'permission_not_requested'}});
      assert.equal(geolocator.running, 1);
      geolocator.tell({gps});
      assert.equal(geolocator.running, 0);
    }
  });

  it('requests nothing that was granted, or while a prompt is open', async () => {
    const {session, page, microphones} = setup();
    await Promise.all([session.requestPermissions(), session.requestPermissions()]);
    assert.equal(microphones.opened.length, 1);
    await session.requestPermissions();
    await session.start(page.protection, {});
    await session.requestPermissions();
    assert.equal(microphones.opened.length, 2);
    assert.equal(session.state.name, 'recording');
  });

  it('keeps the sensors running if a recording starts before the location is known', async () => {
    const {session, page, geolocator} = setup();
    geolocator.readings = {sections: {gps: {unavailableReason: 'not_available'}}};
    await session.requestPermissions();
    await session.start(page.protection, {});
    geolocator.tell({gps: {latitude: 1, longitude: 2}});
    assert.equal(geolocator.running, 1);
  });

  it('is replaced by a recording, whose microphone alone stays on', async () => {
    const {session, page, microphones} = setup();
    const answer = new Gate();
    microphones.answered = answer.passed;
    const asked = session.requestPermissions();
    const starting = session.start(page.protection, {});
    answer.open();
    await Promise.all([asked, starting]);
    assert.deepEqual([session.state.name, microphones.on], ['recording', 1]);
    assert.equal(session.permissionStatus, 'granted');
  });

  it('retries if a microphone was in use', async () => {
    const {session, microphones} = setup();
    microphones.outcome = {name: 'in-use'};
    await session.requestPermissions();
    assert.deepEqual([session.state.name, session.permissionStatus], ['in-use', 'granted']);
    microphones.outcome = undefined;
    await session.requestPermissions();
    assert.equal(session.state.name, 'idle');
    assert.deepEqual(session.microphones, [headset]);
  });
});
