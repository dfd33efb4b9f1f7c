import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing = 'No se leyó ninguna matrícula. Escríbala o elija «Sin matrícula».';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'La cámara está apagada',
  cameraStarting: 'Iniciando la cámara',
  cameraTurnOn: 'Encender la cámara',
  cameraSwitch: 'Cambiar de cámara',
  photoTake: 'Tomar foto',
  photoTaken: 'Foto tomada. Sellando.',
  photoTakenNow: 'Foto tomada.',
  photoTakenHeld: 'Foto tomada. Aún no está sellada.',
  photoTakenPlate: 'Foto tomada. Leyendo la matrícula.',
  photoNotTaken: 'No se pudo tomar la foto. Inténtelo de nuevo.',
  photoPartMissing: 'Una parte de esta página no se cargó. Sus fotos están a salvo.',
  plateRead: (plate) =>
    plate ? `Matrícula leída: ${plate}. Confírmela o corríjala.` : plateMissing,
  plateNoted: 'Matrícula guardada.',
};
