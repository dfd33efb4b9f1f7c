import type {Gps} from '../model/capture-metadata.js';

const METRES_PER_DEGREE = 111_320;

/**
 * The place within `radius` metres: the middle of a grid cell, so that it stays the same for the same place and
 * does not average out over several captures. Height, speed and their accuracies are dropped. A radius that is none
 * gives no place.
 */
export function obfuscated(gps: Gps, radius: number | undefined): Gps {
  const {latitude, longitude, latLongAccuracy = 0, timestamp} = gps;
  if (latitude === undefined || longitude === undefined) return gps;
  if (radius === undefined || radius === 0) return gps;
  // Somebody wanted the place hidden: better none than the exact one.
  if (!Number.isFinite(radius) || radius < 0) return {unavailableReason: 'disabled'};
  // The corner of a cell with this side is `radius` away from its middle.
  const side = (radius * Math.SQRT2) / METRES_PER_DEGREE;
  const middleLatitude = Math.min(90, Math.max(-90, middle(latitude, side)));
  const shrinking = Math.max(Math.cos((middleLatitude * Math.PI) / 180), 0.01);
  const middleLongitude = Math.min(180, Math.max(-180, middle(longitude, side / shrinking)));
  return {
    latitude: round(middleLatitude),
    longitude: round(middleLongitude),
    latLongAccuracy: Math.max(radius, latLongAccuracy),
    timestamp,
  };
}

const middle = (value: number, side: number): number => (Math.floor(value / side) + 0.5) * side;
const round = (degrees: number): number => Number(degrees.toFixed(6));
