import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Micro',
  sampleRate: 'Fréquence d’échantillonnage',
  channels: 'Canaux',
  mono: 'Mono',
  stereo: 'Stéréo',
  echoCancellation: 'Suppression de l’écho',
  noiseSuppression: 'Réduction du bruit',
  autoGainControl: 'Gain automatique',
  soundMissing: 'Son manquant',
  bookmarks: 'Repères',
};
