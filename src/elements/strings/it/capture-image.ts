import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing = 'Nessuna targa letta. La inserisca o scelga «Nessuna targa».';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'La fotocamera è spenta',
  cameraStarting: 'Avvio della fotocamera',
  cameraTurnOn: 'Accendi la fotocamera',
  cameraSwitch: 'Cambia fotocamera',
  photoTake: 'Scatta una foto',
  photoTaken: 'Foto scattata. Sigillatura in corso.',
  photoTakenNow: 'Foto scattata.',
  photoTakenHeld: 'Foto scattata. Non è ancora sigillata.',
  photoTakenPlate: 'Foto scattata. Lettura della targa.',
  photoNotTaken: 'Non è stato possibile scattare la foto. Riprovi.',
  photoPartMissing: 'Una parte di questa pagina non è stata caricata. Le Sue foto sono al sicuro.',
  plateRead: (plate) =>
    plate ? `Targa letta: ${plate}. La confermi o la corregga.` : plateMissing,
  plateNoted: 'Targa salvata.',
};
