/** Reads license plates in the page; set it as `licensePlateDetector`. */
export {createPlateDetector} from './plate-detector.js';
export type {PlateDetector, PlateDetectorFiles, PlateDetectorOptions} from './plate-detector.js';
export type {
  DetectedLicensePlate,
  LicensePlateDetector,
} from '@sealed-capture/seal/model/protection-config.js';
