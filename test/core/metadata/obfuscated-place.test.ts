import assert from 'node:assert/strict';
import {describe, it} from 'node:test';
import {obfuscated} from '../../../src/core/metadata/obfuscated-place.js';
import type {Gps} from '@sealed-capture/seal/model/capture-metadata.js';

interface Point {
  latitude: number;
  longitude: number;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const degrees = (angle: number): number => (angle * 180) / Math.PI;
const EARTH_RADIUS = 6_371_008.8;

type Vector = readonly [number, number, number];
function vectorOf({latitude, longitude}: Point): Vector {
  const [b, l] = [radians(latitude), radians(longitude)];
  return [Math.cos(b) * Math.cos(l), Math.cos(b) * Math.sin(l), Math.sin(b)];
}
function pointOf([x, y, z]: Vector): Point {
  return {latitude: degrees(Math.atan2(z, Math.hypot(x, y))), longitude: degrees(Math.atan2(y, x))};
}
/** Great-circle distance in meters, computed with vectors to differ from the code under test. */
function metres(a: Point, b: Point): number {
  const [[ax, ay, az], [bx, by, bz]] = [vectorOf(a), vectorOf(b)];
  const cross = Math.hypot(ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
  return EARTH_RADIUS * Math.atan2(cross, ax * bx + ay * by + az * bz);
}
const sum = (vectors: Vector[]): Vector =>
  vectors.reduce(([x, y, z], [u, v, w]) => [x + u, y + v, z + w], [0, 0, 0]);
const meanOf = (points: Point[]): Point => pointOf(sum(points.map(vectorOf)));

/** A random generator with a fixed seed. */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** The point at this distance in meters and in this direction. */
function moved(from: Point, distance: number, direction: number): Point {
  const [b, angle] = [radians(from.latitude), distance / EARTH_RADIUS];
  const sine = Math.sin(b) * Math.cos(angle) + Math.cos(b) * Math.sin(angle) * Math.cos(direction);
  const latitude = degrees(Math.asin(Math.min(1, Math.max(-1, sine))));
  const turn = Math.atan2(
    Math.sin(direction) * Math.sin(angle) * Math.cos(b),
    Math.cos(angle) - Math.sin(b) * sine,
  );
  const longitude = ((from.longitude + degrees(turn) + 540) % 360) - 180;
  return {latitude, longitude};
}

/** Points all over the earth, including the seams of the grid. */
function places(random: () => number): Point[] {
  const anywhere = Array.from({length: 35}, () => ({
    latitude: degrees(Math.asin(2 * random() - 1)),
    longitude: 360 * random() - 180,
  }));
  const seams = Array.from({length: 5}, () => [
    {latitude: (random() < 0.5 ? 1 : -1) * (90 - 0.02 * random()), longitude: 360 * random() - 180},
    {
      latitude: 160 * random() - 80,
      longitude: (random() < 0.5 ? 180 : -180) * (1 - 1e-5 * random()),
    },
    {latitude: 0.001 * (random() - 0.5), longitude: 360 * random() - 180},
  ]);
  return [...anywhere, ...seams.flat()];
}

/** A fix as phones provide it outdoors: 95 % are within the accuracy (Rayleigh distribution). */
function fixOf(truth: Point, random: () => number, most: number): Gps {
  const accuracy = Math.min(12, most);
  const error = accuracy * Math.sqrt(-Math.log(1 - random()) / Math.log(20));
  const point = moved(truth, Math.min(error, most), 2 * Math.PI * random());
  return {...point, latLongAccuracy: accuracy, altitude: 20, speed: 1, timestamp: 'T'};
}

const CAPTURES = 20;

describe('a location with an obfuscation radius', () => {
  for (const radius of [100, 500, 5_000, 50_000]) {
    // The grid leaves a quarter of the radius for noise.
    const most = 0.25 * radius;

    it(`is within ${radius} m for all captures at 50 places, and cannot be averaged out`, () => {
      const random = chance(radius);
      for (const sessions of [1, 2, CAPTURES]) {
        const distances = places(random).map((truth) => {
          const points: Point[] = [];
          let before: Gps | undefined;
          for (let i = 0; i < CAPTURES; i++) {
            if (i % (CAPTURES / sessions) === 0) before = undefined;
            before = obfuscated(fixOf(truth, random, most), radius, before);
            const {latitude = NaN, longitude = NaN, latLongAccuracy = 0} = before;
            const point = {latitude, longitude};
            const off = metres(truth, point);
            assert.ok(off <= radius, `${off} m at ${JSON.stringify(truth)}`);
            assert.ok(latLongAccuracy >= radius && latLongAccuracy >= off);
            assert.ok(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180);
            points.push(point);
          }
          if (sessions === 1)
            assert.equal(new Set(points.map((point) => JSON.stringify(point))).size, 1);
          return metres(truth, meanOf(points));
        });
        const mean = distances.reduce((total, distance) => total + distance, 0) / distances.length;
        assert.equal(distances.length, 50);
        assert.ok(mean >= 0.3 * radius, `${mean} m with ${sessions} sessions`);
      }
    });
  }

  const place = {latitude: 51.5007, longitude: -0.1246, latLongAccuracy: 9, altitude: 20, speed: 1};

  it('stays the same point within a session if noise crosses the edge of a cell', () => {
    const [here, there] = acrossAnEdge();
    assert.notDeepEqual(obfuscated(here, 500), obfuscated(there, 500));
    const first = obfuscated(here, 500);
    assert.deepEqual(obfuscated(there, 500, first), first);
  });

  it('changes when the device moves away', () => {
    const first = obfuscated(place, 500);
    const away = {...place, ...moved(place, 2_000, 1)};
    assert.deepEqual(obfuscated(away, 500, first), obfuscated(away, 500));
  });

  it('is sealed with no better accuracy than the radius allows, also for a rough fix', () => {
    assert.equal(obfuscated(place, 500).latLongAccuracy, 500);
    assert.equal(obfuscated({...place, latLongAccuracy: 1_000}, 500).latLongAccuracy, 1_425);
  });

  it('does not change if it is obfuscated again', () => {
    const random = chance(7);
    for (const radius of [1, 5, 500, 20_000, 3_000_000]) {
      for (const truth of places(random)) {
        const once = obfuscated({...truth, latLongAccuracy: 12}, radius);
        assert.deepEqual(obfuscated(once, radius), once);
        assert.deepEqual(
          Object.keys(obfuscated({...once, altitude: 3}, radius)),
          Object.keys(once),
        );
      }
    }
  });

  it('has neither altitude nor speed', () => {
    assert.deepEqual(
      Object.keys(obfuscated({...place, altitudeAccuracy: 1, speedAccuracy: 1}, 500)),
      ['latitude', 'longitude', 'latLongAccuracy', 'timestamp'],
    );
  });

  it('is the exact location without a radius, and a reason stays a reason', () => {
    assert.equal(obfuscated(place, undefined), place);
    assert.equal(obfuscated(place, 0), place);
    const reason = {unavailableReason: 'permission_denied'} as const;
    assert.equal(obfuscated(reason, 500), reason);
  });

  it('is not sealed if the radius is invalid', () => {
    for (const radius of [NaN, -1, Infinity, '500' as unknown as number]) {
      assert.deepEqual(obfuscated(place, radius), {unavailableReason: 'disabled'});
    }
  });

  it('exists for every radius', () => {
    for (const radius of [1e-300, 1e-3, 1e6, 1e7, 1e8, 1e300]) {
      for (const latitude of [-90, -45, 0, 45, 90]) {
        const {latitude: b = NaN, longitude: l = NaN} = obfuscated(
          {latitude, longitude: 180},
          radius,
        );
        assert.ok(Math.abs(b) <= 90 && Math.abs(l) <= 180, `${radius} m: ${b}, ${l}`);
      }
    }
  });

  /** Two fixes, 10 m apart, in two cells. */
  function acrossAnEdge(): [Gps, Gps] {
    for (let step = 0; ; step++) {
      const here = {...place, ...moved(place, 10 * step, 0)};
      const there = {...place, ...moved(place, 10 * (step + 1), 0)};
      if (obfuscated(here, 500).latitude !== obfuscated(there, 500).latitude) return [here, there];
    }
  }
});
