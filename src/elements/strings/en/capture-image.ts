import {plateMissing} from './shared.js';

/** Terms of `<capture-image>` only. Keys start with `camera`, `photo` or `plate`. */
export const captureImage = {
  cameraOff: 'Camera is off',
  cameraStarting: 'Starting the camera',
  cameraTurnOn: 'Turn on camera',
  cameraSwitch: 'Switch camera',
  photoTake: 'Take photo',
  photoTaken: 'Photo taken. Sealing.',
  photoTakenNow: 'Photo taken.',
  photoTakenHeld: 'Photo taken. It is not sealed yet.',
  photoTakenPlate: 'Photo taken. Reading the plate.',
  photoNotTaken: 'The photo could not be taken. Try again.',
  photoPartMissing: 'A part of this page did not load. Your photos are safe.',

  plateRead: (plate?: string) =>
    plate ? `Plate read: ${plate}. Confirm or correct it.` : plateMissing,
  plateNoted: 'Plate saved.',
};
