import type {FileState} from '../en/seal-inspector.js';
import type {sealInspector as English} from '../en/seal-inspector.js';
import {plurals} from '../wording.js';
import {verdict} from './inspection/verdict.js';

const count = plurals('ar');

const filesInState: Record<FileState, (total: number) => string> = {
  valid: (total) => count(total, {other: 'سليم: #'}),
  interim: (total) => count(total, {other: 'معروف من قائمة مغلقة: #'}),
  untrusted: (total) => count(total, {other: 'موقِّع غير معروف: #'}),
  invalid: (total) => count(total, {other: 'مكسور: #'}),
  none: (total) => count(total, {other: 'بلا ختم: #'}),
  unchecked: (total) => count(total, {other: 'تعذّر الفحص: #'}),
  failed: (total) => count(total, {other: 'تعذّر الفحص: #'}),
  cancelled: (total) => count(total, {other: 'أُلغي: #'}),
  working: (total) => count(total, {other: 'قيد الفحص: #'}),
  waiting: (total) => count(total, {one: 'في الانتظار: #', other: 'في الانتظار: #'}),
};

export const sealInspector: Partial<typeof English> = {
  ...verdict,
  dropHere: 'أفلت الصور أو التسجيلات هنا',
  dropAnother: 'أفلت ملفات أخرى',
  dropNow: 'أفلت للفحص',
  orPaste: 'أو الصقها أو اخترها.',
  choose: 'اختيار ملفات',
  chooseFolder: 'أو مجلد',
  fileGoesTo: (host) => `تُرسَل الملفات إلى ${host} لفحصها ولا تُحفظ.`,
  fileStays: 'تُفحص الملفات في هذا المتصفح ولا تُرسَل إلى أي مكان.',
  filesLeft: (others, isCut) =>
    [
      others > 0
        ? count(others, {
            one: 'ملف واحد من نوع آخر استُبعد.',
            other: 'ملفات من نوع آخر استُبعدت: #.',
          })
        : '',
      isCut ? 'كان العدد أكبر مما يمكن فحصه دفعة واحدة.' : '',
    ]
      .join(' ')
      .trim(),
  filesCount: (total) =>
    count(total, {one: 'ملف واحد', other: '# ملف', two: 'ملفان', few: '# ملفات', many: '# ملفًا'}),
  filesIn: (state, total) => filesInState[state](total),
  filesSummary: (files, states) => `${files} (${states})`,
  checkingFiles: (total) =>
    count(total, {
      one: 'جارٍ فحص ملف واحد.',
      other: 'جارٍ فحص # ملف.',
      two: 'جارٍ فحص ملفين.',
      few: 'جارٍ فحص # ملفات.',
      many: 'جارٍ فحص # ملفًا.',
    }),
  filesHeld: 'الخدمة مشغولة. سيستمر الفحص تلقائيًا.',
  waitsForOthers: 'بانتظار الملفات السابقة.',
  listMissing: 'لم تُحمَّل القائمة.',
  cancelled: 'لم يُفحص',
  cancelledHelp: 'أُلغي الفحص.',
  sending: (percent) => `جارٍ إرسال الملف: ${percent}.`,
  readingHere: (percent) => `جارٍ قراءة الملف في هذا المتصفح: ${percent}.`,
  checking: 'جارٍ فحص الختم.',
  cancel: 'إلغاء',
  problemSaid: (problem, help) => `${problem}. ${help}`,
  tryAgain: 'حاول مرة أخرى',
  checkHere: 'الفحص في هذا المتصفح بدلًا من ذلك',
  noAccess: 'لا تستطيع هذه الصفحة الوصول إلى الخدمة',
  noAccessHelp: 'سجّل الدخول أو أبلغ صاحب هذه الصفحة.',
  unauthorizedHelp: 'أبلغ صاحب هذه الصفحة، فبإمكانه وضع مفتاح صالح.',
  forbiddenHelp: 'أبلغ صاحب هذه الصفحة: مفتاحها ليس للفحص.',
  notFoundHelp: 'أبلغ صاحب هذه الصفحة، فبإمكانه تصحيح العنوان.',
  noWorker: 'لا يمكن لهذا المتصفح الفحص هنا',
  noWorkerHelp:
    'حاول مرة أخرى. إذا بقي الأمر كذلك، فالبرامج اللازمة للفحص ناقصة في الصفحة، أو لا تسمح بها الصفحة.',
  noPart: 'لم يُحمَّل جزء من هذه الصفحة',
  noPartHelp: 'تحقق من الشبكة ثم حاول مرة أخرى. إذا بقي الأمر كذلك، فأعد تحميل الصفحة.',
  tooLarge: 'الملف كبير جدًا',
  tooLargeHelp: 'لا تصغّره: النسخة تفقد الختم. اسأل الخدمة عن حدّها.',
  notMedia: 'لا تُقرأ الأختام من هذا النوع من الملفات',
  notMediaHelp:
    'اختر صورة أو فيديو أو تسجيلًا أو ملف PDF، مثل JPEG أو HEIC أو TIFF أو MP4 أو MOV أو MP3 أو WAV أو FLAC.',
  empty: 'هذا الملف فارغ',
  emptyHelp: 'اختر ملفًا آخر، أو احصل عليه مرة أخرى من مصدره.',
  unreadable: 'تعذّرت قراءة الملف',
  unreadableHelp: 'ربما نُقل أو تغيّر أو حُذف، أو كان مجلدًا. اختره مرة أخرى.',
  misconfigured: 'هذه الصفحة غير مضبوطة كما ينبغي',
  misconfiguredHelp: 'أبلغ صاحب هذه الصفحة.',
  notUnderstood: 'لا تفهم الخدمة هذه الصفحة',
  notUnderstoodHelp: 'أبلغ صاحب هذه الصفحة.',
  rateLimited: 'فحوص كثيرة دفعة واحدة',
  rateLimitedHelp: (seconds) =>
    count(seconds, {
      one: 'انتظر ثانية واحدة ثم حاول مرة أخرى.',
      other: 'انتظر # ثانية ثم حاول مرة أخرى.',
      two: 'انتظر ثانيتين ثم حاول مرة أخرى.',
      few: 'انتظر # ثوانٍ ثم حاول مرة أخرى.',
    }),
  offline: 'تعذّر الوصول إلى الخدمة',
  offlineHelp: 'تحقق من اتصالك ثم حاول مرة أخرى.',
  late: 'لم تُجب الخدمة في الوقت المحدد',
  lateHelp: 'حاول مرة أخرى؛ قد يفيد اتصال أسرع.',
  busy: 'الخدمة مشغولة',
  busyHelp: 'حاول مرة أخرى بعد قليل.',
  internal: 'حدث خطأ في الفحص نفسه',
  internalHelp: 'أبلغ صاحب هذه الصفحة. في وحدة التحكم تفاصيل أكثر.',
  badAnswer: 'تعذّرت قراءة الرد',
  badAnswerHelp: 'حاول مرة أخرى، أو أبلغ صاحب هذه الصفحة.',
};
