import type {Standing} from '../../states.js';
import type {PhotoAct, viewer as English} from '../../en/photos/viewer.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('ar');

const states: Record<Standing, string> = {
  ...sentences(standings),
  misconfigured: 'بلا ختم بعد. هذه الصفحة غير مضبوطة كما ينبغي: أبلغ صاحبها',
  'awaits-plate': 'بلا ختم بعد: أكِّد لوحة السيارة',
};

const acts: Record<PhotoAct, (which: string) => string> = {
  viewerTryAgain: (which) => `حاول مرة أخرى مع صورة ${which}`,
  viewerSave: (which) => `حفظ صورة ${which}`,
  viewerShare: (which) => `مشاركة صورة ${which}`,
  viewerSaveUnsealed: (which) => `حفظ صورة ${which} بلا ختم`,
  viewerDelete: (which) => `حذف صورة ${which}`,
};

export const viewer: Partial<typeof English> = {
  viewerTitle: (position, count) => `الصورة ${position} من ${count}`,
  viewerState: (standing) => states[standing],
  viewerTurned: (position, count, standing) =>
    `الصورة ${position} من ${count}. ${states[standing]}.`,
  viewerTaken: (time) => `التُقطت ${time}`,
  viewerPicture: (time, standing) => `صورة التُقطت ${time}. ${states[standing]}.`,
  viewerClose: 'إغلاق',
  viewerEarlier: 'الصورة السابقة',
  viewerLater: 'الصورة التالية',
  viewerEnlarge: 'تكبير',
  viewerFit: 'تصغير',
  viewerContents: 'ما يُختم مع الصورة',
  viewerContentsClose: 'إغلاق القائمة',
  viewerNoContents: 'لا يُختم شيء آخر مع هذه الصورة.',
  viewerRetake: 'إعادة التصوير',
  viewerDelete: 'حذف',
  viewerSave: 'حفظ',
  viewerShare: 'مشاركة',
  viewerSaveUnsealed: 'حفظ بلا ختم',
  viewerTryAgain: 'حاول مرة أخرى',
  viewerActOn: (act, time, shot) => acts[act]((shot && `«${shot}» `) + time),
  viewerNoPicture: 'يتعذّر عرض الصورة: لم يعد ملفها موجودًا هنا.',
  viewerUnreadable: 'يتعذّر عرض الصورة الآن. لم تُحذف الصورة.',
  viewerFile: 'صورة',
  viewerDeleted: (total) =>
    `${count(total, {
      zero: 'لم تُحذف أي صورة',
      one: 'حُذفت الصورة',
      two: 'حُذفت صورتان',
      few: 'حُذفت # صور',
      many: 'حُذفت # صورة',
      other: 'حُذفت # صورة',
    })}. يمكنك التراجع خلال 10 ثوانٍ.`,
  viewerSaved: 'حُفظت.',
  viewerNotSaved: 'لم تُحفظ: لم يعد الملف موجودًا هنا.',
  viewerNotReadable: 'لم تُحفظ: تتعذّر قراءة الملف الآن. حاول مرة أخرى.',
  viewerUploadedStays: 'حذفها هنا يُبقي النسخة المرفوعة.',
  viewerAll: (total) =>
    count(total, {
      zero: 'لا صور',
      one: 'عرض صورة واحدة',
      two: 'عرض صورتين',
      few: 'عرض # صور',
      many: 'عرض # صورة',
      other: 'عرض # صورة',
    }),
  viewerCount: (total) =>
    count(total, {
      zero: 'لا صور',
      one: 'صورة واحدة',
      two: 'صورتان',
      few: '# صور',
      many: '# صورة',
      other: '# صورة',
    }),
  viewerShowAll: 'عرض الصور',
  viewerRoom: (used, left) => `${used} مخزنة هنا، ${left} متاحة`,
  viewerGone: 'لم تعد محفوظة هنا',
  viewerFreeRoom: 'مساحة التخزين شبه ممتلئة. احفظ أو احذف الصور التي لم تعد تحتاجها هنا.',
  viewerUseQuestion: 'هل تريد استخدام هذه الصورة؟',
  viewerUse: 'استخدام',
  viewerUseSaid: (shot) => `التُقطت الصورة${shot && `: ${shot}`}. هل تستخدمها أم تعيد التصوير؟`,
  viewerUseWaits: (shot) =>
    `صورة سابقة بانتظار قرارك${shot && `: ${shot}`}. هل تستخدمها أم تعيد التصوير؟`,
  viewerUndecided: (more) =>
    count(more, {
      zero: 'لا صور أخرى للبت فيها',
      one: 'صورة أخرى للبت فيها',
      two: 'صورتان أخريان للبت فيهما',
      few: '# صور أخرى للبت فيها',
      many: '# صورة أخرى للبت فيها',
      other: '# صورة أخرى للبت فيها',
    }),
  viewerDiscarded: 'أُهملت الصورة.',
  viewerUnstored: 'لم تُحفظ الصورة. أبقِ هذه الصفحة مفتوحة وإلا فُقدت.',
  viewerAnswerNotStored: 'تعذّر حفظ إجابتك. الصورة لا تزال هنا: حاول مرة أخرى.',
  viewerSelect: 'تحديد',
  viewerSelectEnd: 'إلغاء',
  viewerSelectAll: 'تحديد الكل',
  viewerSelectNone: 'إلغاء تحديد الكل',
  viewerSelected: (total) =>
    count(total, {
      zero: 'لم تُحدَّد أي صورة',
      one: 'حُدِّدت صورة واحدة',
      two: 'حُدِّدت صورتان',
      few: 'حُدِّدت # صور',
      many: 'حُدِّدت # صورة',
      other: 'حُدِّدت # صورة',
    }),
  viewerSomeUnsealed: 'تُحفظ الصور غير المختومة بعد من دون ختم.',
  viewerSaving: (position, total) => `جارٍ حفظ ${position} من ${total}`,
  viewerReading: (position, total) => `جارٍ قراءة ${position} من ${total}`,
  viewerSavedSome: (saved, total) =>
    `حُفظ ${saved} من أصل ${total} من الصور: لم تعد الملفات الأخرى موجودة هنا.`,
  viewerReadSome: (saved, total) =>
    `حُفظ ${saved} من أصل ${total} من الصور: تتعذّر قراءة الملفات الأخرى الآن. حاول مرة أخرى.`,
};
