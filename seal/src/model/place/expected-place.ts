import type {Gps} from '../capture-metadata.js';
import type {Metres, Milliseconds} from '../units.js';

// The only comparison with an expected place: the camera, the inspection service and local verification use the same code,
// so that they never differ.

/** A place in degrees, WGS 84. */
export interface Point {
  latitude: number;
  longitude: number;
}

/** Where a photo is to be taken: within `radius` of a point. */
export interface ExpectedPlace extends Point {
  radius: Metres;
}

/** Mean radius of the earth (IUGG). */
export const EARTH_RADIUS: Metres = 6_371_008.8;

/** The distance along the surface of a sphere: at most 0.6 % off. */
export function distance(a: Point, b: Point): Metres {
  const half = (x: number, y: number): number => Math.sin(radians(x - y) / 2) ** 2;
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const chord = half(a.latitude, b.latitude) + cosines * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

export const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Why nothing can be said of a place. */
export const unknownPlaces = ['absent', 'rough', 'old'] as const;

/** A measured location compared with the place that was expected. */
export type PlaceComparison =
  /**
   * `within`: the location agrees with the expected place within its accuracy. `outside`: it is farther away than its
   * accuracy allows. `distance` is from the middle of the expected place.
   */
  | {outcome: 'within' | 'outside'; distance: Metres; accuracy: Metres}
  /** There is no location, or no accuracy of it. */
  | {outcome: 'unknown'; why: 'absent'}
  /**
   * `rough`: the location agrees, but is too rough to mean anything. `old`: it is too old, wherever it is, or from too long
   * after the photo; or one of the two has no time.
   */
  | {outcome: 'unknown'; why: 'rough' | 'old'; distance: Metres; accuracy: Metres};

/** A location that is no better than this, and than the radius of the place, cannot confirm the place. */
const ROUGH: Metres = 100;
/** Somebody on foot can be anywhere within a small place after this time. */
const OLD_MS: Milliseconds = 120_000;

/** `age`: how old the location was when it was needed, negative if it came later; NaN if that is not known. */
export function comparedPlace(
  {radius, ...middle}: ExpectedPlace,
  {latitude, longitude, latLongAccuracy: accuracy}: Gps,
  age: Milliseconds,
): PlaceComparison {
  if (latitude === undefined || longitude === undefined || accuracy === undefined) {
    return {outcome: 'unknown', why: 'absent'};
  }
  const metres = distance(middle, {latitude, longitude});
  const measured = {distance: Math.round(10 * metres) / 10, accuracy};
  if (!(Math.abs(age) <= OLD_MS)) return {outcome: 'unknown', why: 'old', ...measured};
  if (measured.distance > radius + accuracy) return {outcome: 'outside', ...measured};
  return accuracy > Math.max(radius, ROUGH)
    ? {outcome: 'unknown', why: 'rough', ...measured}
    : {outcome: 'within', ...measured};
}

/** The same for what is sealed, or would be now; undefined if no place is expected. `capturedAt` is as sealed. */
export function comparedSeal(
  expected: ExpectedPlace | undefined,
  gps: Gps = {},
  capturedAt?: unknown,
): PlaceComparison | undefined {
  if (!expected) return undefined;
  const age = Date.parse(String(capturedAt)) - Date.parse(gps.timestamp ?? '');
  return comparedPlace(expected, gps, age);
}
