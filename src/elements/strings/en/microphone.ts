/** Labels of data that only recordings have. */
export const microphone = {
  microphone: 'Microphone',
  sampleRate: 'Sample rate',
  channels: 'Channels',
  mono: 'Mono',
  stereo: 'Stereo',
  echoCancellation: 'Echo cancellation',
  noiseSuppression: 'Noise suppression',
  autoGainControl: 'Automatic gain',
  soundMissing: 'Sound missing',
  bookmarks: 'Bookmarks',
};
