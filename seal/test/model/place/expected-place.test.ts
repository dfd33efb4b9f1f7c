import assert from 'node:assert/strict';
import {before, describe, it} from 'node:test';
import type {CaptureMetadata, Gps} from '../../../src/model/capture-metadata.js';
import {
  comparedPlace,
  comparedSeal,
  distance,
  type ExpectedPlace,
} from '../../../src/model/place/expected-place.js';
import {readSeal} from '../../../src/engine/read-seal.js';
import {redactSeal} from '../../../src/writing/redaction/redact-seal.js';
import type {Engine} from '../../../src/engine/engine.js';
import {makeAuthority, type TestAuthority} from '../../pki.js';
import {options, sealFile, startEngine} from '../../seal-file.js';
import {jpeg} from '../../sources.js';

const gate: ExpectedPlace = {latitude: 52.52, longitude: 13.405, radius: 25};
/** A point so many metres north of the gate. */
const north = (metres: number, latLongAccuracy?: number): Gps => ({
  latitude: gate.latitude + metres / 111_194.9,
  longitude: gate.longitude,
  latLongAccuracy,
});
const outcomeOf = (expected: ExpectedPlace, gps: Gps, age = 0) => {
  const compared = comparedPlace(expected, gps, age);
  return compared.outcome === 'unknown' ? `unknown: ${compared.why}` : compared.outcome;
};

describe('the distance of two places', () => {
  it('is that of the earth, also over the date line and between the poles', () => {
    const berlin = {latitude: 52.52, longitude: 13.405};
    const paris = {latitude: 48.8566, longitude: 2.3522};
    assert.ok(Math.abs(distance(berlin, paris) - 877_500) < 1000);
    const [west, east] = [-179.9995, 179.9995].map((longitude) => ({latitude: 0, longitude}));
    assert.ok(west && east && Math.abs(distance(west, east) - 111.2) < 0.1);
    const pole = (latitude: number) => ({latitude, longitude: 7});
    assert.ok(Math.abs(distance(pole(90), pole(-90)) - Math.PI * 6_371_008.8) < 1);
    assert.equal(distance(berlin, berlin), 0);
  });
});

describe('a location compared with the expected place', () => {
  it('is within where it agrees within its accuracy, and outside where it cannot', () => {
    assert.deepEqual(comparedPlace(gate, north(40, 12), 0), {
      outcome: 'outside',
      distance: 40,
      accuracy: 12,
    });
    assert.equal(outcomeOf(gate, north(10, 12)), 'within');
    assert.equal(outcomeOf(gate, north(36, 12)), 'within');
    assert.equal(outcomeOf(gate, north(38, 12)), 'outside');
    assert.equal(outcomeOf({...gate, radius: 0}, north(0, 0)), 'within');
  });

  it('is unknown without a location or its accuracy', () => {
    assert.equal(outcomeOf(gate, {}), 'unknown: absent');
    assert.equal(outcomeOf(gate, {unavailableReason: 'permission_denied'}), 'unknown: absent');
    assert.equal(outcomeOf(gate, north(5)), 'unknown: absent');
    assert.equal(outcomeOf(gate, {latitude: gate.latitude, latLongAccuracy: 5}), 'unknown: absent');
  });

  it('does not confirm a small place by a rough fix, and denies one that is too far even so', () => {
    assert.equal(outcomeOf(gate, north(10, 101)), 'unknown: rough');
    assert.equal(outcomeOf(gate, north(10, 100)), 'within');
    assert.equal(outcomeOf({...gate, radius: 2000}, north(300, 1500)), 'within');
    assert.equal(outcomeOf(gate, north(12_000, 1500)), 'outside');
  });

  it('says nothing by an old fix, wherever that was', () => {
    for (const metres of [0, 40, 50_000]) {
      assert.equal(outcomeOf(gate, north(metres, 5), 121_000), 'unknown: old');
    }
    assert.equal(outcomeOf(gate, north(0, 5), 119_000), 'within');
    const gps = {...north(0, 5), timestamp: '2026-11-29T08:00:00Z'};
    const at = (time: string) => comparedSeal(gate, gps, time)?.outcome;
    assert.equal(at('2026-11-29T08:01:59Z'), 'within');
    assert.equal(at('2026-11-29T08:02:01Z'), 'unknown');
    assert.equal(at('2026-11-29T07:59:00Z'), 'within', 'a fix that came after the press');
    assert.equal(comparedSeal(undefined, gps, '2026-11-29T08:00:00Z'), undefined);
  });

  it('says nothing by a fix of long after the press, or without one of the two times', () => {
    const press = '2026-11-29T08:00:00Z';
    const at = (timestamp: string | undefined, capturedAt?: string) =>
      comparedSeal(gate, {...north(0, 5), timestamp}, capturedAt);
    const old = {outcome: 'unknown', why: 'old', distance: 0, accuracy: 5};
    assert.deepEqual(at('2026-11-29T08:09:00Z', press), old, 'nine minutes after the press');
    assert.deepEqual(at(undefined, press), old, 'a provider that names no time');
    assert.deepEqual(at(press, undefined), old, 'a time of capture that was refused');
    assert.deepEqual(at(press, 'nonsense'), old);
    assert.equal(at(press, press)?.outcome, 'within');
  });
});

describe('a seal that names the expected place', () => {
  let authority: TestAuthority;
  let engine: Engine;
  const capturedAt = '2026-11-21T07:59:58Z';
  const shot = {id: 'gate', label: 'The gate', expectedPlace: gate};
  const sealed = async (metadata: CaptureMetadata) =>
    (await sealFile({media: jpeg, mediaType: 'image/jpeg'}, authority.signer, {metadata})).sealed;
  const read = async (metadata: CaptureMetadata) =>
    readSeal(engine, await sealed({capturedAt, ...metadata}), 'image/jpeg');

  before(async () => {
    authority = await makeAuthority();
    engine = await startEngine(authority.rootPem);
  });

  it('is told with what was measured, whatever the verdict', async () => {
    const {features, gps, placeComparison, labelState} = await read({
      features: {shot},
      gps: {...north(40, 12), timestamp: capturedAt},
    });
    assert.equal(labelState, 'valid');
    assert.deepEqual(features?.shot?.expectedPlace, gate);
    assert.equal(gps?.latLongAccuracy, 12);
    assert.deepEqual(placeComparison, {outcome: 'outside', distance: 40, accuracy: 12});
  });

  it('says nothing without an expectation, and that it is unknown without a location', async () => {
    const {id, label} = shot;
    const without = await read({features: {shot: {id, label}}, gps: north(40, 12)});
    assert.equal(without.placeComparison, undefined);
    const {placeComparison} = await read({
      features: {shot},
      gps: {unavailableReason: 'permission_denied'},
    });
    assert.deepEqual(placeComparison, {outcome: 'unknown', why: 'absent'});
  });

  it('says by an old fix that it is unknown', async () => {
    const gps = {...north(0, 5), timestamp: '2026-11-21T07:30:00Z'};
    const {placeComparison} = await read({features: {shot}, gps});
    assert.deepEqual(placeComparison, {outcome: 'unknown', why: 'old', distance: 0, accuracy: 5});
  });

  it('no longer says where the photo was taken once the place is redacted', async () => {
    const file = await sealed({capturedAt, features: {shot}, gps: north(40, 12)});
    const request = {sections: ['place' as const], reason: 'Asked for by the tenant'};
    const redacted = await redactSeal(
      engine,
      file,
      'image/jpeg',
      request,
      authority.signer,
      options,
    );
    const {gps, placeComparison, labelState} = await readSeal(engine, redacted, 'image/jpeg');
    assert.equal(labelState, 'valid');
    assert.equal(gps, undefined);
    assert.deepEqual(placeComparison, {outcome: 'unknown', why: 'absent'});
  });
});
