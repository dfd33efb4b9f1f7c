import type {Features, Gps, Tags} from '../model/capture-metadata.js';
import {SealedCaptureError} from '../model/errors.js';
import {isRecord} from '../model/loose-json.js';
import {MAX_TAGS_SIZE} from '../model/seal-limits.js';
import {unavailableReasons} from '../model/unavailable-reason.js';

// What a page hands over, held to what the service accepts: a capture that it would refuse could never be sealed.
// By hand, because a schema library would weigh more than all of the page's own code.

/** What a page adds to the metadata of its captures. */
export interface Additions {
  tags?: Tags;
  features?: Features;
}

/** A number: text of so many characters at most. A pair: a number in this range. `true`: a boolean. */
type Shape = number | true | readonly [least: number, most: number] | Shapes;
type Shapes = {readonly [name: string]: Shape};

const anyNumber = [-Infinity, Infinity] as const;
const positive = [0, Infinity] as const;
const place = {
  latitude: [-90, 90],
  longitude: [-180, 180],
  latLongAccuracy: positive,
  altitude: anyNumber,
  altitudeAccuracy: positive,
  speed: positive,
  speedAccuracy: positive,
  timestamp: 40,
} as const;
const licensePlate = {
  detectedPlateNumber: 64,
  plateNumber: 64,
  boundingBox: {x: anyNumber, y: anyNumber, width: anyNumber, height: anyNumber},
  wasEdited: true,
} as const;

function fits(value: unknown, shape: Shape): boolean {
  if (typeof shape === 'number') return typeof value === 'string' && value.length <= shape;
  if (shape === true) return typeof value === 'boolean';
  if (shape instanceof Array) {
    return (
      typeof value === 'number' && shape[0] <= value && value <= shape[1] && value - value === 0
    );
  }
  return isRecord(value) && Object.entries(value).every((entry) => belongs(entry, shape));
}

const belongs = ([name, value]: [string, unknown], shapes: Shapes): boolean =>
  Object.hasOwn(shapes, name) && fits(value, shapes[name] as Shape);

const isTags = (tags: unknown): boolean =>
  isRecord(tags) &&
  Object.keys(tags).length <= 100 &&
  new TextEncoder().encode(JSON.stringify(tags)).length <= MAX_TAGS_SIZE &&
  // As a member's name in JSON, "__proto__" is refused by the service.
  !Object.hasOwn(tags, '__proto__') &&
  Object.entries(tags).every(([key, value]) => key && fits(key, 256) && fits(value, 4096));

const isFeatures = (features: Features): boolean =>
  fits(features, {licensePlateInfo: licensePlate}) &&
  Object.keys(features.licensePlateInfo?.boundingBox ?? licensePlate.boundingBox).length === 4;

/** Plain data: objects that a framework observes do not cross threads. What is null is not there. */
export const plain = <T>(value: T): T =>
  JSON.parse(JSON.stringify(value), (_, entry: unknown) => entry ?? undefined) as T;

/** The additions that can be sealed, as plain data; `refuse` is called with `configuration_invalid` for the others. */
export function sealableAdditions(
  additions: Additions,
  refuse: (problem: SealedCaptureError) => void,
): Additions {
  const checked = <N extends keyof Additions>(
    name: N,
    isSealable: (value: NonNullable<Additions[N]>) => boolean,
  ): Additions => {
    const value = additions[name];
    if (!value) return {};
    try {
      const copy = plain(value);
      if (isSealable(copy)) return {[name]: copy};
    } catch {
      // No JSON at all, like a circle.
    }
    refuse(new SealedCaptureError('configuration_invalid', `These ${name} cannot be sealed.`));
    return {};
  };
  return {...checked('tags', isTags), ...checked('features', isFeatures)};
}

/** Left out where it is none, or too long. */
export const sealableText = (value: string | undefined): string | undefined =>
  fits(value, 1024) ? value : undefined;

/** What of a reading is a place, else its reason, else `error`. */
export function sealablePlace(reading: Gps): Gps {
  const given: Gps = isRecord(reading) ? reading : {};
  const known: Gps = Object.fromEntries(
    Object.entries(given).filter((entry) => belongs(entry, place)),
  );
  const {latitude, longitude, timestamp = ''} = known;
  if (latitude === undefined || longitude === undefined) {
    const reason = unavailableReasons.find((reason) => reason === given.unavailableReason);
    return {unavailableReason: reason ?? 'error'};
  }
  const isTime = /^\d{4}-\d\d-\d\dT.*Z$/.test(timestamp) && Date.parse(timestamp);
  return isTime ? known : {...known, timestamp: undefined};
}
