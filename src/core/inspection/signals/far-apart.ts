import {EARTH_RADIUS} from '@sealed-capture/seal/model/place/expected-place.js';
import {cameraKeyOf, deviceNameOf} from './device.js';
import {isConfirmed, placeOf, type KnownFile, type PlaceInTime} from './known-file.js';
import {groupedBy, type Signal} from './signal.js';

/** Metres that are noted: below, places by cell towers and networks are too rough. */
const LEAST_METERS = 50_000;
/** Metres per millisecond of 400 km/h: faster than trains; of a flight, it is the first that is noted. */
const FASTEST = 400_000 / 3_600_000;
/** Longest time in which any two places of the earth would be noted. */
const LONGEST_MS = (Math.PI * EARTH_RADIUS) / FASTEST;

interface Spot extends PlaceInTime {
  file: KnownFile;
  /** Unit vector, so that a comparison costs one product. */
  at: readonly [number, number, number];
}

/** Two files of one camera whose places are farther apart than could be travelled between their times. */
export function farApart(files: readonly KnownFile[]): Signal[] {
  return groupedBy(files, cameraKeyOf).flatMap((ofCamera) => {
    const spots = ofCamera
      .flatMap((file) => spotOf(file) ?? [])
      .sort((one, other) => one.time - other.time);
    const pairs = pairsOf(spots);
    const [worst] = [...pairs].sort((one, other) => other.meters - one.meters);
    return worst ? [{...worst, more: pairs.length - 1}] : [];
  });
}

type Apart = Extract<Signal, {kind: 'apart'}>;

/** Each file is in one pair at most: otherwise two places with ten files each would make a hundred. */
function pairsOf(spots: readonly Spot[]): Apart[] {
  const pairs: Apart[] = [];
  const used = new Set<Spot>();
  for (const [index, first] of spots.entries()) {
    for (let next = index + 1; next < spots.length && !used.has(first); next++) {
      const second = spots[next];
      if (!second || second.time - first.time > LONGEST_MS) break;
      if (used.has(second)) continue;
      const milliseconds = second.time - first.time;
      const meters = metersBetween(first, second);
      const least = meters - first.accuracy - second.accuracy;
      if (!(least > LEAST_METERS && least >= FASTEST * milliseconds)) continue;
      used.add(first).add(second);
      pairs.push({
        kind: 'apart',
        files: [first.file.id, second.file.id],
        meters,
        milliseconds,
        device: deviceNameOf(first.file),
        more: 0,
        isConfirmed: isConfirmed(first.file) && isConfirmed(second.file),
      });
    }
  }
  return pairs;
}

function spotOf(file: KnownFile): Spot | undefined {
  const place = placeOf(file);
  if (!place) return undefined;
  const [north, east] = [place.latitude, place.longitude].map(
    (degrees) => (degrees * Math.PI) / 180,
  );
  if (north === undefined || east === undefined) return undefined;
  const at = [
    Math.cos(north) * Math.cos(east),
    Math.cos(north) * Math.sin(east),
    Math.sin(north),
  ] as const;
  return {...place, file, at};
}

/** Along the surface of a sphere, as `distance` is, from unit vectors: at most 0.6 % off. */
const metersBetween = ({at: [x, y, z]}: Spot, {at: [a, b, c]}: Spot): number =>
  EARTH_RADIUS * Math.acos(Math.min(1, Math.max(-1, x * a + y * b + z * c)));
