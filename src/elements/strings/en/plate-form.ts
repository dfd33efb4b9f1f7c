import {counted} from './photos/counted.js';
import {plateMissing} from './photos/plate-missing.js';

/** What the form for a license plate says, and the list of what will be sealed of a plate. */
export const plateForm = {
  plateLabel: 'License plate',
  plateLater: 'Read from each photo. You confirm it.',
  plateReading: 'Reading the plate…',
  plateMissing,
  plateSeal: 'Seal with this plate',
  plateUse: 'Use this plate',
  plateNone: 'No plate',
  plateRetake: 'Retake',
  platesMore: (count: number) => `${counted(count)} more to confirm`,
};
