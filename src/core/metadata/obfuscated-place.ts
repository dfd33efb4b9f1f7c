import type {Gps} from '@sealed-capture/seal/model/capture-metadata.js';
import {distance, radians, type Point} from '@sealed-capture/seal/model/place/expected-place.js';

/** Slightly more than the true value anywhere on earth, so that a cell is never larger than intended. */
const METRES_PER_DEGREE = 111_700;
/** Distance from a cell's centre to its corners, in radii. The rest of the radius allows for the noise of the fix. */
const CELL = 0.75;
/** Distance, in radii, within which a new fix still counts as the same place. */
const STICKY = 0.85;

/**
 * Obfuscates a location within `radius` metres. Returns the centre of its cell in a fixed grid, so that several
 * captures of one place do not average out to the exact one. `before` is the last returned location; it is returned
 * again while the fix stays near it, so that noise at a cell's edge does not produce two points. Altitude, speed
 * and their accuracies are removed. An invalid radius gives no location. Applying it to its own result changes
 * nothing.
 */
export function obfuscated(gps: Gps, radius: number | undefined, before?: Gps): Gps {
  const {latitude, longitude, latLongAccuracy = 0, timestamp} = gps;
  if (latitude === undefined || longitude === undefined) return gps;
  if (radius === undefined || radius === 0) return gps;
  // The page wants the location hidden: none is better than the exact one.
  if (!Number.isFinite(radius) || radius < 0) return {unavailableReason: 'disabled'};
  const metres = Math.max(1, radius);
  const place = {latitude, longitude};
  const isAround = before && isPoint(before) && distance(place, before) < STICKY * metres;
  const hidden = isAround
    ? {latitude: before.latitude, longitude: before.longitude}
    : middleOfCell(place, (metres * CELL * Math.SQRT2) / METRES_PER_DEGREE);
  const isHidden =
    latLongAccuracy >= metres && hidden.latitude === latitude && hidden.longitude === longitude;
  const roughly = isHidden ? latLongAccuracy : Math.max(metres, STICKY * metres + latLongAccuracy);
  return {...hidden, latLongAccuracy: roughly, timestamp};
}

const isPoint = (gps: Gps): gps is Gps & Point =>
  gps.latitude !== undefined && gps.longitude !== undefined;

/** The grid consists of bands of latitude, with caps at the poles, each cut into as many cells as fit. */
function middleOfCell({latitude, longitude}: Point, side: number): Point {
  const height = 90 / Math.ceil(90 / side);
  const band = Math.round(latitude / height) * height;
  // The edge of the band where its circle is longest.
  const edge = Math.max(0, Math.abs(band) - height / 2);
  const isCap = Math.abs(band) > 90 - height / 2;
  const width = isCap ? 360 : 360 / Math.ceil((360 * Math.cos(radians(edge))) / side);
  const middle = (Math.floor((longitude + 180) / width) + 0.5) * width - 180;
  return {latitude: round(band), longitude: round(middle > 180 ? middle - 360 : middle)};
}

const round = (degrees: number): number => Number(degrees.toFixed(6));
