import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Microfone',
  sampleRate: 'Taxa de amostragem',
  channels: 'Canais',
  mono: 'Mono',
  stereo: 'Estéreo',
  echoCancellation: 'Cancelamento de eco',
  noiseSuppression: 'Redução de ruído',
  autoGainControl: 'Ganho automático',
  soundMissing: 'Som que falta',
  bookmarks: 'Marcadores',
};
