import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing = 'Nie odczytano numeru. Wpisz go lub wybierz „Bez numeru”.';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'Aparat jest wyłączony',
  cameraStarting: 'Uruchamianie aparatu',
  cameraTurnOn: 'Włącz aparat',
  cameraSwitch: 'Zmień aparat',
  photoTake: 'Zrób zdjęcie',
  photoTaken: 'Zrobiono zdjęcie. Trwa pieczętowanie.',
  photoTakenNow: 'Zrobiono zdjęcie.',
  photoTakenHeld: 'Zrobiono zdjęcie. Nie ma jeszcze pieczęci.',
  photoTakenPlate: 'Zrobiono zdjęcie. Trwa odczyt numeru.',
  photoNotTaken: 'Nie udało się zrobić zdjęcia. Spróbuj ponownie.',
  photoPartMissing: 'Nie wczytano części tej strony. Zdjęcia są bezpieczne.',
  plateRead: (plate) =>
    plate ? `Odczytany numer: ${plate}. Potwierdź go lub popraw.` : plateMissing,
  plateNoted: 'Numer zapisany.',
};
