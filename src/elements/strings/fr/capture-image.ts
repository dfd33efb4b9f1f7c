import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing =
  'Aucune plaque n’a été lue. Saisissez-la ou choisissez « Sans plaque ».';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'L’appareil photo est éteint',
  cameraStarting: 'Démarrage de l’appareil photo',
  cameraTurnOn: 'Allumer l’appareil photo',
  cameraSwitch: 'Changer d’appareil photo',
  photoTake: 'Prendre une photo',
  photoTaken: 'Photo prise. Scellement en cours.',
  photoTakenNow: 'Photo prise.',
  photoTakenHeld: 'Photo prise. Elle n’est pas encore scellée.',
  photoTakenPlate: 'Photo prise. Lecture de la plaque.',
  photoNotTaken: 'La photo n’a pas pu être prise. Réessayez.',
  photoPartMissing: 'Une partie de cette page n’a pas été chargée. Vos photos sont en sécurité.',
  plateRead: (plate) =>
    plate ? `Plaque lue : ${plate}. Confirmez-la ou corrigez-la.` : plateMissing,
  plateNoted: 'Plaque enregistrée.',
};
