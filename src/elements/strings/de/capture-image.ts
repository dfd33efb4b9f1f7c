import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing =
  'Kein Kennzeichen erkannt. Geben Sie es ein oder wählen Sie „Kein Kennzeichen“.';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'Die Kamera ist aus',
  cameraStarting: 'Die Kamera startet',
  cameraTurnOn: 'Kamera einschalten',
  cameraSwitch: 'Kamera wechseln',
  photoTake: 'Foto aufnehmen',
  photoTaken: 'Foto aufgenommen. Es wird versiegelt.',
  photoTakenNow: 'Foto aufgenommen.',
  photoTakenHeld: 'Foto aufgenommen. Es ist noch nicht versiegelt.',
  photoTakenPlate: 'Foto aufgenommen. Das Kennzeichen wird gelesen.',
  photoNotTaken: 'Das Foto konnte nicht aufgenommen werden. Versuchen Sie es noch einmal.',
  photoPartMissing: 'Ein Teil dieser Seite wurde nicht geladen. Ihre Fotos sind sicher.',
  plateRead: (plate) =>
    plate ? `Kennzeichen gelesen: ${plate}. Bestätigen oder korrigieren Sie es.` : plateMissing,
  plateNoted: 'Kennzeichen gespeichert.',
};
