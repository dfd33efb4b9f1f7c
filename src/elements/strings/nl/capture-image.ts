import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing = 'Geen kenteken gelezen. Typ het in of kies “Geen kenteken”.';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'De camera staat uit',
  cameraStarting: 'De camera start',
  cameraTurnOn: 'Camera inschakelen',
  cameraSwitch: 'Van camera wisselen',
  photoTake: 'Foto maken',
  photoTaken: 'Foto gemaakt. Hij wordt verzegeld.',
  photoTakenNow: 'Foto gemaakt.',
  photoTakenHeld: 'Foto gemaakt. Hij is nog niet verzegeld.',
  photoTakenPlate: 'Foto gemaakt. Het kenteken wordt gelezen.',
  photoNotTaken: 'De foto kon niet worden gemaakt. Probeer het opnieuw.',
  photoPartMissing: 'Een deel van deze pagina is niet geladen. Uw foto’s zijn veilig.',
  plateRead: (plate) =>
    plate ? `Kenteken gelezen: ${plate}. Bevestig of verbeter het.` : plateMissing,
  plateNoted: 'Kenteken opgeslagen.',
};
