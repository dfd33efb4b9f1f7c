import type {LicensePlateInfo} from '@sealed-capture/seal/model/capture-metadata.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {awaitsReview, type Job} from '@sealed-capture/seal/model/job/job.js';
import {plateNumber as check, type SealablePlate} from '../metadata/adapter-values.js';
import {plain} from '../metadata/added-values.js';

/** The plate information as the detector read it, before a person has confirmed it. */
export const infoOf = ({plateNumber, boundingBox}: SealablePlate): LicensePlateInfo => ({
  detectedPlateNumber: plateNumber,
  ...(boundingBox && {boundingBox}),
});

/** Adds what a detector read to what the page itself said. Undefined if the capture needs no confirmation any more. */
export function detected(job: Job, plate: SealablePlate | undefined): Job | undefined {
  const {state} = job;
  if (state.name !== 'held' || state.awaits !== 'license-plate') return undefined;
  return plate
    ? withPlate(job, {...job.metadata.features?.licensePlateInfo, ...infoOf(plate)})
    : job;
}

/**
 * Records the plate that the person confirmed; an empty text means that there is none. A detector's later result is
 * ignored, because the person has not seen it. Undefined if the capture is not held any more, or the person has yet to
 * say whether to use it. Synchronous.
 */
export function confirmed(job: Job, plateNumber: string): Job | undefined {
  if (job.state.name !== 'held' || awaitsReview(job.state)) return undefined;
  const {detectedPlateNumber, boundingBox} = job.metadata.features?.licensePlateInfo ?? {};
  const info = {
    detectedPlateNumber,
    plateNumber: plateNumber || undefined,
    boundingBox,
    wasEdited: plateNumber !== detectedPlateNumber,
  };
  const isSeen = plateNumber || detectedPlateNumber;
  return {...withPlate(job, isSeen ? info : undefined), state: {name: 'held'}};
}

/** Trims the text. Throws `configuration_invalid` if it cannot be sealed. */
export function plateNumberOf(given: string): string {
  const plate = typeof given === 'string' ? given.trim() : given;
  const problem = check(plate);
  if (!problem) return plate;
  throw new SealedCaptureError('configuration_invalid', `plateNumber has to be ${problem}.`);
}

function withPlate(job: Job, licensePlateInfo: LicensePlateInfo | undefined): Job {
  const features = {...job.metadata.features, licensePlateInfo};
  const isNone = Object.values(features).every((feature) => !feature);
  return {...job, metadata: plain({...job.metadata, features: isNone ? undefined : features})};
}
