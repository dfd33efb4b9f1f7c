import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'Mikrofon',
  sampleRate: 'Częstotliwość próbkowania',
  channels: 'Kanały',
  mono: 'Mono',
  stereo: 'Stereo',
  echoCancellation: 'Tłumienie echa',
  noiseSuppression: 'Redukcja szumów',
  autoGainControl: 'Automatyczne wzmocnienie',
  soundMissing: 'Brakujący dźwięk',
  bookmarks: 'Zakładki',
};
