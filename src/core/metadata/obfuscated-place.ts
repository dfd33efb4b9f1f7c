import type {Gps} from '../../model/capture-metadata.js';

/** A little more than anywhere on the earth, so that a cell is never larger than meant. */
const METRES_PER_DEGREE = 111_700;
const EARTH_RADIUS = 6_371_008;
/** From a cell's middle to its corners, in radii: what is left is for the noise of the fix. */
const CELL = 0.75;
/** As far as the noise may lead before the place counts as another one, in radii. */
const STICKY = 0.85;

/** A place in degrees. */
interface Point {
  latitude: number;
  longitude: number;
}

/**
 * The place within `radius` metres: the middle of its cell in a grid, so that it stays the same for the same place
 * and does not average out over several captures. `before` is what was answered last, and holds where the fix is still
 * around it: noise at the edge of a cell does not give two points. Height, speed and their accuracies are dropped;
 * a course is never known here. A radius that is none gives no place. What this has answered stays as it is.
 */
export function obfuscated(gps: Gps, radius: number | undefined, before?: Gps): Gps {
  const {latitude, longitude, latLongAccuracy = 0, timestamp} = gps;
  if (latitude === undefined || longitude === undefined) return gps;
  if (radius === undefined || radius === 0) return gps;
  // Somebody wanted the place hidden: better none than the exact one.
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

/** Bands of latitude, of which the outermost are caps around the poles, each cut into as many cells as fit. */
function middleOfCell({latitude, longitude}: Point, side: number): Point {
  const height = 90 / Math.ceil(90 / side);
  const band = Math.round(latitude / height) * height;
  // Where the band is longest.
  const edge = Math.max(0, Math.abs(band) - height / 2);
  const isCap = Math.abs(band) > 90 - height / 2;
  const width = isCap ? 360 : 360 / Math.ceil((360 * Math.cos(radians(edge))) / side);
  const middle = (Math.floor((longitude + 180) / width) + 0.5) * width - 180;
  return {latitude: round(band), longitude: round(middle > 180 ? middle - 360 : middle)};
}

function distance(a: Point, b: Point): number {
  const half = (x: number, y: number): number => Math.sin(radians(x - y) / 2) ** 2;
  const cosines = Math.cos(radians(a.latitude)) * Math.cos(radians(b.latitude));
  const chord = half(a.latitude, b.latitude) + cosines * half(a.longitude, b.longitude);
  return 2 * EARTH_RADIUS * Math.asin(Math.min(1, Math.sqrt(chord)));
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;
const round = (degrees: number): number => Number(degrees.toFixed(6));
