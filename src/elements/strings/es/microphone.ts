import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Micrófono',
  sampleRate: 'Frecuencia de muestreo',
  channels: 'Canales',
  mono: 'Mono',
  stereo: 'Estéreo',
  echoCancellation: 'Cancelación de eco',
  noiseSuppression: 'Reducción de ruido',
  autoGainControl: 'Ganancia automática',
  soundMissing: 'Sonido que falta',
  bookmarks: 'Marcadores',
};
