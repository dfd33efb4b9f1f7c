import type {
  Atmospheric,
  Gps,
  Magnetometer,
  Network,
  Orientation,
} from '@sealed-capture/seal/model/capture-metadata.js';
import type {DetectedLicensePlate} from '@sealed-capture/seal/model/protection-config.js';
import {features} from './addition-shapes.js';
import {fitting, type Refuse} from './shapes.js';

// Checks what a page's adapters return against the service's rules. Invalid values are left out.

export const {plateNumber, boundingBox} = features.licensePlateInfo;

/** The sections that a page's adapter may provide. */
export interface ProvidedSections {
  gps: Gps;
  atmospheric: Atmospheric;
  magnetometer: Magnetometer;
  orientation: Orientation;
  network: Network;
}

/** What a detector read. An invalid bounding box is left out. */
export type SealablePlate = Pick<DetectedLicensePlate, 'plateNumber'> &
  Partial<DetectedLicensePlate>;

/** Checks a detector's result. Undefined if it read nothing. */
export function sealablePlate(answer: unknown, refuse: Refuse): SealablePlate | undefined {
  if (answer === undefined || answer === null) return undefined;
  const shape = {plateNumber, boundingBox};
  const plate = fitting(answer, shape, 'licensePlateDetector', refuse);
  const {plateNumber: read, ...box} = (plate ?? {}) as Partial<DetectedLicensePlate>;
  return read?.trim() ? {plateNumber: read.trim(), ...box} : undefined;
}
