import {plateMissing} from './shared.js';

/** Terms of the form for a license plate, and of a plate in the list of what will be sealed. */
export const plateForm = {
  plateLabel: 'License plate',
  plateLater: 'Read from each photo. You confirm it.',
  plateReading: 'Reading the plate…',
  plateMissing,
  plateSeal: 'Seal with this plate',
  plateUse: 'Use this plate',
  plateNone: 'No plate',
  plateRetake: 'Retake',
  platesMore: (count: number) => `${count} more ${count === 1 ? 'photo' : 'photos'} to confirm`,
};
