import assert from 'node:assert/strict';
import {afterEach, describe, it} from 'node:test';
import {MissingSound} from '../../../src/core/recording/missing-sound.js';
import {closeAll, recording} from './microphone-fixture.js';

afterEach(closeAll);

/** A recording in pieces of a twelfth of a second, and the time. */
function listen() {
  const clock = {time: 5_000, now: () => clock.time};
  const missing = new MissingSound(clock);
  let duration = 0;
  /** @param delays delay of the report of each piece in milliseconds, in turn */
  const hear = (seconds: number, {speed = 1, delays = [0]} = {}): void => {
    for (let piece = 0; piece < seconds * 12; piece++) {
      clock.time += 1_000 / 12 / speed;
      duration += 1 / 12;
      const late = delays[piece % delays.length]!;
      clock.time += late;
      missing.heard(duration);
      clock.time -= late;
    }
  };
  const stall = (seconds: number): void => void (clock.time += seconds * 1_000);
  return {clock, missing, hear, stall};
}

describe('sound that a busy device dropped', () => {
  it('is the time by which the recording stays behind the clock', () => {
    const {missing, hear, stall} = listen();
    hear(10);
    stall(0.2);
    hear(5);
    stall(0.13);
    hear(10);
    assert.equal(missing.seconds, 0.33);
  });

  it('is none if everything arrives, however late the page receives it', () => {
    const {missing, hear} = listen();
    hear(1);
    hear(20, {delays: [0, 40, 900, 1_500, 300]});
    hear(3, {delays: [700, 20, 600, 300]});
    assert.equal(missing.seconds, undefined);
  });

  it('is none if two clocks drift, for half an hour', () => {
    for (const speed of [0.999_85, 1.000_15]) {
      const {missing, hear} = listen();
      hear(1_800, {speed});
      assert.equal(missing.seconds, undefined, String(speed));
    }
  });

  it('is not reported if the amount is too small to be certain', () => {
    const {missing, hear, stall} = listen();
    hear(5);
    stall(0.14);
    hear(5);
    assert.equal(missing.seconds, undefined);
  });

  it('does not include pauses, and is added up around them', () => {
    const {missing, hear, stall} = listen();
    hear(5);
    stall(0.25);
    hear(5);
    missing.stop();
    stall(60);
    missing.restart();
    hear(5);
    assert.equal(missing.seconds, 0.25);
    stall(0.5);
    hear(5);
    assert.equal(missing.seconds, 0.75);
  });

  it('is none if the encoder is late and returns the rest after the stop', () => {
    const {clock, missing, hear} = listen();
    hear(8);
    clock.time += 3_000;
    missing.stop();
    clock.time += 2_000;
    for (const duration of [8.5, 9, 10, 11]) missing.heard(duration);
    assert.equal(missing.seconds, undefined);
  });

  const hearing = async (...given: Parameters<typeof recording>) => {
    const all = await recording(...given);
    const {recorder, steady} = all;
    const hear = (seconds: number, lost = 0): void => {
      steady.time += lost * 1_000;
      for (let piece = 0; piece < seconds * 10; piece++) {
        steady.time += 100;
        recorder.last.hear(0.1);
      }
    };
    return {...all, hear};
  };

  it('is reported with the capture, and sealed', async () => {
    const {session, browser, hear} = await hearing();
    hear(5);
    hear(5, 0.4);
    const {captureId, missing} = await session.stop();
    assert.equal(missing, 0.4);
    const job = browser.captures.get(captureId);
    assert.equal(job?.metadata.microphone?.missing, 0.4);
  });

  it('is reported even if the page leaves the microphone out of the seal', async () => {
    const {session, browser, hear} = await hearing({sensors: {microphone: false}});
    hear(5);
    hear(5, 0.4);
    const {captureId, missing} = await session.stop();
    assert.equal(missing, 0.4);
    const job = browser.captures.get(captureId);
    assert.deepEqual(job?.metadata.microphone, {unavailableReason: 'disabled'});
  });

  it('is none in a recording that is paused and muted', async () => {
    const {session, steady, microphones, hear} = await hearing();
    hear(5);
    session.pause();
    steady.time += 60_000;
    session.resume();
    hear(5);
    microphones.last.mute(true);
    hear(1, 20);
    microphones.last.mute(false);
    hear(5, 20);
    const detail = await session.stop();
    assert.equal('missing' in detail, false);
  });
});
