import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Microfono',
  sampleRate: 'Frequenza di campionamento',
  channels: 'Canali',
  mono: 'Mono',
  stereo: 'Stereo',
  echoCancellation: 'Cancellazione dell’eco',
  noiseSuppression: 'Riduzione del rumore',
  autoGainControl: 'Guadagno automatico',
  soundMissing: 'Audio mancante',
  bookmarks: 'Segnalibri',
};
