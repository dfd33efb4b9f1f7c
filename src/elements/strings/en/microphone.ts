/** Labels of data that only recordings have. */
export const microphone = {
  microphone: 'Microphone',
  sampleRate: 'Sampled at',
  channels: 'Channels',
  mono: 'Mono',
  stereo: 'Stereo',
  echoCancellation: 'Echoes taken out',
  noiseSuppression: 'Noise taken out',
  autoGainControl: 'Loudness levelled',
  soundMissing: 'Sound missing',
  bookmarks: 'Bookmarks',
};
