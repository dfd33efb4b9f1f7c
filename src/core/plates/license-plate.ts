import type {LicensePlateInfo} from '../../model/capture-metadata.js';
import {SealedCaptureError} from '../../model/errors.js';
import type {Job} from '../../model/job.js';
import {plateNumber as check, type SealablePlate} from '../metadata/adapter-values.js';
import {plain} from '../metadata/added-values.js';

/** What a detector read, before anybody has seen it: no word of whether it is right. */
export const infoOf = ({plateNumber, boundingBox}: SealablePlate): LicensePlateInfo => ({
  detectedPlateNumber: plateNumber,
  ...(boundingBox && {boundingBox}),
});

/** With what a detector read, beside what the page itself said; undefined where nobody needs to confirm it any more. */
export function detected(job: Job, plate: SealablePlate | undefined): Job | undefined {
  const {state} = job;
  if (state.name !== 'held' || !state.awaits) return undefined;
  return plate
    ? withPlate(job, {...job.metadata.features?.licensePlateInfo, ...infoOf(plate)})
    : job;
}

/**
 * The plate as the person sees it; empty: there is none. What a detector finds later is not noted, as the person did
 * not see it. Undefined where the capture is not held back any more. The answer awaits nothing.
 */
export function confirmed(job: Job, plateNumber: string): Job | undefined {
  if (job.state.name !== 'held') return undefined;
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

/** Without the blanks around it. Throws `configuration_invalid` where it cannot be sealed. */
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
