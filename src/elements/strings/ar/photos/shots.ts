import type {SkipReason} from '../../../capture-image/shots/shot.js';
import type {Standing} from '../../states.js';
import type {shots as English} from '../../en/photos/shots.js';
import {plurals, sentences} from '../../wording.js';
import {standings} from '../capture.js';

const count = plurals('ar');

const reasons: Record<SkipReason, string> = {
  absent: 'غير موجود',
  unreachable: 'يتعذّر الوصول إليه',
  unsafe: 'خطر',
  forbidden: 'غير مسموح',
  other: 'سبب آخر',
};

const skipped: Record<SkipReason, string> = {
  absent: 'تم التخطي: غير موجود',
  unreachable: 'تم التخطي: يتعذّر الوصول إليه',
  unsafe: 'تم التخطي: خطر',
  forbidden: 'تم التخطي: غير مسموح',
  other: 'تم التخطي: سبب آخر',
};

const seals: Record<Standing, string> = {
  ...sentences(standings, 'التُقطت، '),
  held: 'التُقطت، لم تُختم بعد',
  misconfigured: 'التُقطت، لم تُختم بعد',
  sealed: 'التُقطت وخُتمت',
  delivering: 'خُتمت، جارٍ الرفع',
  undelivered: 'خُتمت، بانتظار الرفع',
  uploaded: 'خُتمت ورُفعت',
};

export const shots: Partial<typeof English> = {
  shotOf: (position, total) => `${position} من ${total}`,
  shotRequired: 'مطلوبة',
  shotRetaking: 'إعادة التصوير',
  shotRetakeCancel: 'إلغاء',
  shotsOpen: 'عرض كل اللقطات',
  shotSkip: 'تخطي',
  shotTake: 'تصوير',
  shotRetake: 'إعادة التصوير',
  shotNext: (position, total, label, hint = '', note = '') =>
    `اللقطة ${position} من ${total}: ${label}. ${note && `${note}. `}${hint}`.trim(),
  shotSkippedNow: (label) => `تم التخطي: ${label}.`,
  shotsDone: (total, left) =>
    left > 0
      ? count(total, {
          one: `اكتملت اللقطة، عدد ما تم تخطيه: ${left}`,
          other: `اكتملت كل اللقطات (#)، عدد ما تم تخطيه: ${left}`,
        })
      : count(total, {one: 'التُقطت اللقطة', other: 'التُقطت كل اللقطات (#)'}),
  shotsTitle: (done, total, left) =>
    count(total, {one: `اكتمل ${done} من # من اللقطات`, other: `اكتمل ${done} من # من اللقطات`}) +
    (left > 0 ? `، عدد ما تم تخطيه: ${left}` : ''),
  shotsClose: 'إغلاق قائمة اللقطات',
  shotToTake: 'لم تُلتقط بعد',
  shotSealed: (standing) => seals[standing],
  shotSkippedFor: (reason, words) =>
    reason === 'other' && words ? `تم التخطي: ${words}` : skipped[reason],
  shotEarlier: (total) =>
    count(total, {
      one: 'صورة سابقة محفوظة',
      other: '# صورة سابقة محفوظة',
      two: 'صورتان سابقتان محفوظتان',
      few: '# صور سابقة محفوظة',
    }),
  shotSkipQuestion: 'لماذا لا توجد صورة؟',
  shotSkipReason: (reason) => reasons[reason],
  shotSkipWords: 'سبب آخر، بكلماتك',
  shotSkipEmpty: 'اختر سببًا مما سبق أو اكتب سببًا.',
  shotSkipCancel: 'إلغاء',
};
