import type {Level} from '../../capture-audio/desk/level.js';
import type {Ending} from '../states.js';
import type {captureAudio as English} from '../en/capture-audio.js';
import {plurals} from '../wording.js';

const count = plurals('ar');

const levels: Record<Level | 'muted', string> = {
  good: 'المستوى جيد',
  quiet: 'منخفض جدًا',
  loud: 'مرتفع جدًا',
  muted: 'الميكروفون مكتوم',
};

const endings: Record<Ending, string> = {
  stopped: '',
  full: 'بلغ التسجيل أقصى مدة.',
  silent: 'توقّف التسجيل تلقائيًا: لا صوت.',
  'device-lost': 'فُصل الميكروفون. ما سُجّل حتى ذلك الحين محفوظ.',
  'storage-full': 'مساحة تخزين هذا المتصفح ممتلئة. ما سُجّل حتى ذلك الحين محفوظ.',
  failed: 'انقطع التسجيل. كل شيء محفوظ ما عدا الثواني الأخيرة.',
  closed: 'أُغلق المسجّل. ما سُجّل حتى ذلك الحين محفوظ.',
  recovered: 'استُعيد تسجيل كان قد انقطع.',
};

export const captureAudio: Partial<typeof English> = {
  recordWaveMissing: 'لم يُحمَّل شكل الموجة. التسجيل مكتمل من دونه.',
  recordPartMissing: 'لم يُحمَّل جزء من هذه الصفحة. تسجيلاتك في أمان.',
  recordGroup: 'تسجيل صوتي',
  recordReady: 'جاهز للتسجيل',
  recordOff: 'التسجيل متوقف',
  recordStopFirst: 'أوقف التسجيل أولًا.',
  recordStart: 'بدء التسجيل',
  recordStarting: 'جارٍ البدء…',
  recordCancel: 'إلغاء',
  recordStop: 'إيقاف التسجيل',
  recordPause: 'إيقاف مؤقت',
  recordResume: 'استئناف',
  recordPaused: 'متوقف مؤقتًا',
  recordElapsed: 'مدة التسجيل',
  recordLeft: (time) => `بقي ${time}`,
  recordLevel: 'المستوى',
  recordLevelIs: (level) => levels[level],
  recordMicrophone: 'الميكروفون',
  recordDefault: 'الميكروفون الافتراضي',
  recordEnded: (end) => endings[end],
  recordMissing: (seconds) => `ينقص نحو ${seconds} ثانية من الصوت: كان هذا الجهاز مشغولًا جدًا.`,
  recordInclude: 'إضافة إلى النموذج',
  recordMark: 'علامة',
  recordMarked: (time) => `علامة عند ${time}.`,
  recordCaption: 'الوصف',
  recordDelete: 'حذف التسجيل',
  recordOthers: (total) =>
    count(total, {
      one: 'تسجيل آخر لم يُختم بعد. عرض التالي',
      two: 'تسجيلان آخران لم يُختما بعد. عرض التالي',
      few: '# تسجيلات أخرى لم تُختم بعد. عرض التالي',
      many: '# تسجيلًا آخر لم يُختم بعد. عرض التالي',
      other: '# تسجيل آخر لم يُختم بعد. عرض التالي',
    }),
  recordAgain: 'تسجيل جديد',
  recordCannot: 'لا يمكن لهذه الصفحة التسجيل',
  recordCannotHelp: (code) => `تعذّر تحميل جزء من الصفحة. (${code})`,
  recordOn: 'جارٍ التسجيل.',
  recordPausedNow: 'متوقف مؤقتًا.',
  recordStopped: 'توقّف التسجيل. جارٍ الختم.',
  recordStoppedNow: 'توقّف التسجيل.',
  recordStoppedHeld: 'توقّف التسجيل. لم يُختم بعد.',
  recordDiscarded: 'أُهمل التسجيل.',
  recordNone: 'لا يوجد تسجيل. حاول مرة أخرى.',
};
