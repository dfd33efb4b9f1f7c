import type {microphone as English} from '../en/microphone.js';

export const microphone: Partial<typeof English> = {
  microphone: 'الميكروفون',
  sampleRate: 'معدل أخذ العينات',
  channels: 'القنوات',
  mono: 'أحادي',
  stereo: 'ستيريو',
  echoCancellation: 'إلغاء الصدى',
  noiseSuppression: 'خفض الضوضاء',
  autoGainControl: 'ضبط الصوت تلقائيًا',
  soundMissing: 'صوت ناقص',
  bookmarks: 'العلامات',
};
