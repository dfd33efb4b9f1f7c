import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Microfoon',
  sampleRate: 'Bemonsteringsfrequentie',
  channels: 'Kanalen',
  mono: 'Mono',
  stereo: 'Stereo',
  echoCancellation: 'Echo-onderdrukking',
  noiseSuppression: 'Ruisonderdrukking',
  autoGainControl: 'Automatische versterking',
  soundMissing: 'Ontbrekend geluid',
  bookmarks: 'Bladwijzers',
};
