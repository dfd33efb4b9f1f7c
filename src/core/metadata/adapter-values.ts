import type {
  Atmospheric,
  Gps,
  Magnetometer,
  Network,
  Orientation,
} from '../../model/capture-metadata.js';
import type {DetectedLicensePlate} from '../../model/protection-config.js';
import {features} from './addition-shapes.js';
import {fitting, type Refuse} from './shapes.js';

// What a page's adapters answer, held to what the service accepts. What does not fit is left out.

export const {plateNumber, boundingBox} = features.licensePlateInfo;

/** The sections that an adapter may supply. */
export interface ProvidedSections {
  gps: Gps;
  atmospheric: Atmospheric;
  magnetometer: Magnetometer;
  orientation: Orientation;
  network: Network;
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
