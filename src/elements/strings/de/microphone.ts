import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Mikrofon',
  sampleRate: 'Abtastrate',
  channels: 'Kanäle',
  mono: 'Mono',
  stereo: 'Stereo',
  echoCancellation: 'Echounterdrückung',
  noiseSuppression: 'Rauschunterdrückung',
  autoGainControl: 'Automatische Verstärkung',
  soundMissing: 'Fehlender Ton',
  bookmarks: 'Lesezeichen',
};
