import type {Atmospheric, Gps, Magnetometer} from '../model/capture-metadata.js';
import type {DetectedLicensePlate} from '../model/protection-config.js';
import {unavailableReasons} from '../model/unavailable-reason.js';
import {boundingBox, plateNumber} from './page-values.js';
import {fitting, number, type Refuse, type Shape} from './shapes.js';

// What a page's adapters answer, held to what the service accepts. What does not fit is left out.

/** The sections that an adapter may supply. */
export interface ProvidedSections {
  gps: Gps;
  atmospheric: Atmospheric;
  magnetometer: Magnetometer;
}

const unavailableReason: Shape = (value) =>
  unavailableReasons.some((reason) => reason === value) ? undefined : 'one of the known reasons';

/** As the service has it: days and hours that no calendar has are refused. */
const utc: Shape = (value) => {
  const isUtc = typeof value === 'string' && /^\d{4}-.{5}T.{8}(\.\d{1,15})?Z$/.test(value);
  const time = isUtc ? Date.parse(value) : NaN;
  const isTime = isUtc && time >= 0 && new Date(time).toISOString().startsWith(value.slice(0, 19));
  return isTime ? undefined : 'a time in UTC, as ISO 8601 has it';
};

const positive = number(0);
const shapes: Record<keyof ProvidedSections, Shape> = {
  gps: {
    latitude: number(-90, 90),
    longitude: number(-180, 180),
    latLongAccuracy: positive,
    altitude: number(),
    altitudeAccuracy: positive,
    timestamp: utc,
    speed: positive,
    speedAccuracy: positive,
    unavailableReason,
  },
  atmospheric: {
    altitude: number(),
    altitudeAccuracy: positive,
    pressure: positive,
    unavailableReason,
  },
  magnetometer: {
    // The largest number below 360.
    heading: number(0, 359.99999999999994),
    headingAccuracy: positive,
    field: {x: number(), y: number(), z: number(), unavailableReason},
    unavailableReason,
  },
};

/** What of an answer are values, else its reason, else `error`. */
export function sealableSection<Name extends keyof ProvidedSections>(
  name: Name,
  answer: unknown,
  adapter: string,
  refuse: Refuse,
): ProvidedSections[Name] {
  const fit = (fitting(answer, shapes[name], adapter, refuse) ?? {}) as Gps;
  const isPlace = fit.latitude !== undefined && fit.longitude !== undefined;
  const hasValues = name === 'gps' ? isPlace : Object.keys(fit).length > 0;
  if (hasValues && !fit.unavailableReason) return fit;
  const given = (answer as Partial<Gps> | null | undefined)?.unavailableReason;
  const reason = unavailableReasons.find((reason) => reason === given);
  if (!reason) refuse(`${adapter} gave neither values nor a reason`);
  return {unavailableReason: reason ?? 'error'};
}

/** What a detector read: its box is left out where it is none. */
export type SealablePlate = Pick<DetectedLicensePlate, 'plateNumber'> &
  Partial<DetectedLicensePlate>;

/** Undefined where the detector read nothing. */
export function sealablePlate(answer: unknown, refuse: Refuse): SealablePlate | undefined {
  if (answer === undefined || answer === null) return undefined;
  const shape = {plateNumber, boundingBox};
  const plate = fitting(answer, shape, 'licensePlateDetector', refuse);
  const {plateNumber: read, ...box} = (plate ?? {}) as Partial<DetectedLicensePlate>;
  return read?.trim() ? {plateNumber: read.trim(), ...box} : undefined;
}
