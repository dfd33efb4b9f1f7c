/** Reads licence plates in the page; give it to `licensePlateDetector`. */
export {createPlateDetector} from './plate-detector.js';
export type {PlateDetector, PlateDetectorFiles, PlateDetectorOptions} from './plate-detector.js';
export type {DetectedLicensePlate, LicensePlateDetector} from '../model/protection-config.js';
