import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {lateReadings, type CaptureReadings} from '../../../src/core/metadata/late-readings.js';
import {settled} from '../../settled.js';

const camera = {deviceName: 'Test'};
const place = {latitude: 1, longitude: 2};
const never = new AbortController().signal;

/** Readings whose code is loaded when the test allows it. */
function setup() {
  const calls: string[] = [];
  const known: CaptureReadings = {
    collect: () => void calls.push('collect'),
    askAgain: () => void calls.push('askAgain'),
    contents: (own) => ({metadata: {gps: place, ...own}, ages: {gps: 5}}),
    draft: (own) => ({metadata: {gps: place, ...own}}),
  };
  let arrive = (): void => undefined;
  const loading = new Promise<CaptureReadings>((resolve) => {
    arrive = () => resolve(known);
  });
  const readings = lateReadings(loading, (code) => code);
  const load = async (): Promise<void> => {
    await settled(arrive());
  };
  return {calls, readings, load};
}

describe('readings whose code is loaded after the page', () => {
  it('report every section as unavailable until the code is loaded', async () => {
    const {readings, load} = setup();
    const {metadata} = readings.draft({camera});
    assert.deepEqual(metadata.camera, camera);
    const sections = Object.keys(metadata);
    assert.equal(sections.length, 10);
    assert.deepEqual(metadata.gps, {unavailableReason: 'not_available'});
    await load();
    assert.deepEqual(readings.draft({camera}).metadata, {gps: place, camera});
    assert.deepEqual(readings.contents({}), {metadata: {gps: place}, ages: {gps: 5}});
  });

  it('are collected as soon as the code is loaded, after a person has requested the location', async () => {
    const {calls, readings, load} = setup();
    readings.askAgain();
    readings.collect(never, () => undefined);
    assert.deepEqual(calls, []);
    await load();
    assert.deepEqual(calls, ['askAgain', 'collect']);
    readings.askAgain();
    readings.collect(never, () => undefined);
    assert.deepEqual(calls, ['askAgain', 'collect', 'askAgain', 'collect']);
  });

  it('are not collected after the camera is off', async () => {
    const {calls, readings, load} = setup();
    const off = new AbortController();
    readings.collect(off.signal, () => undefined);
    off.abort();
    await load();
    assert.deepEqual(calls, []);
  });
});
