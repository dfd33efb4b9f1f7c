import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing = 'Nenhuma placa foi lida. Digite-a ou escolha “Sem placa”.';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'A câmera está desligada',
  cameraStarting: 'Iniciando a câmera',
  cameraTurnOn: 'Ligar a câmera',
  cameraSwitch: 'Trocar de câmera',
  photoTake: 'Tirar foto',
  photoTaken: 'Foto tirada. Selando.',
  photoTakenNow: 'Foto tirada.',
  photoTakenHeld: 'Foto tirada. Ainda não está selada.',
  photoTakenPlate: 'Foto tirada. Lendo a placa.',
  photoNotTaken: 'Não foi possível tirar a foto. Tente de novo.',
  photoPartMissing: 'Uma parte desta página não carregou. Suas fotos estão seguras.',
  plateRead: (plate) => (plate ? `Placa lida: ${plate}. Confirme ou corrija.` : plateMissing),
  plateNoted: 'Placa salva.',
};
