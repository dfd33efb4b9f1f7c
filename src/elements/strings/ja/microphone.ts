import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'マイク',
  sampleRate: 'サンプリング周波数',
  channels: 'チャンネル',
  mono: 'モノラル',
  stereo: 'ステレオ',
  echoCancellation: 'エコー除去',
  noiseSuppression: 'ノイズ低減',
  autoGainControl: '自動音量調整',
  soundMissing: '欠けている音',
  bookmarks: 'ブックマーク',
};
