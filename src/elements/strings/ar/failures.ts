import type {ErrorCode} from '../../../model/errors.js';
import type {failures as English} from '../en/failures.js';
import {by, plurals} from '../wording.js';
import {photos} from './capture.js';

const count = plurals('ar');

const tellOwner = 'أبلغ صاحب الصفحة ثم حاول مرة أخرى.';
const noAnswer = 'لم تُجب الخدمة. تحقق من اتصالك ثم حاول مرة أخرى.';
const oddAnswer = `تعذّرت قراءة رد الخدمة. ${tellOwner}`;
const partMissing =
  'لم يُحمَّل جزء من هذه الصفحة. لا يبقى الملف إلا ما دامت هذه الصفحة مفتوحة: احفظه ثم أعد تحميل الصفحة.';
const busy = 'حاول مرة أخرى بعد بضع دقائق.';

const reasons: Partial<Record<ErrorCode, string>> = {
  unauthorized: `لا تقبل الخدمة مفتاح هذه الصفحة. ${tellOwner}`,
  origin_not_allowed: `لا تسمح الخدمة لهذه الصفحة. ${tellOwner}`,
  request_rejected: `رفضت الخدمة الطلب. ${tellOwner}`,
  too_large: 'الملف أكبر مما تقبله الخدمة. احفظه بلا ختم.',
  media_unsupported: 'لا يمكن لملف من هذا النوع أن يحمل ختمًا. احفظه بلا ختم.',
  network_failed: noAnswer,
  timeout: noAnswer,
  rate_limited: `الخدمة مشغولة. ${busy}`,
  service_unavailable: `الخدمة لا تعمل. ${busy}`,
  response_invalid: oddAnswer,
  seal_mismatch: oddAnswer,
  storage_full:
    'مساحة تخزين هذا المتصفح ممتلئة. لا يبقى الملف إلا ما دامت هذه الصفحة مفتوحة: احفظه، أو وفّر مساحة وحاول مرة أخرى.',
  storage_unavailable:
    'هذا المتصفح لا يخزّن الملف. لا يبقى إلا ما دامت هذه الصفحة مفتوحة: احفظه أو حاول مرة أخرى.',
  worker_unavailable: partMissing,
  part_missing: partMissing,
};

const at = (status: string) => status && ` (الحالة\u00a0${status})`;

export const failures: Partial<typeof English> = {
  failureCount: (total, mode) => photos(total, mode, 'بلا ختم'),
  failureReason: (code) => reasons[code] ?? 'حدث خطأ ما. حاول مرة أخرى أو احفظ الملف بلا ختم.',
  failureNoService: `هذه الصفحة غير مضبوطة كما ينبغي: لا توجد خدمة في عنوانها. ${tellOwner}`,
  setupProblem: (code, mode) => {
    const files = by(mode, 'صورك', 'تسجيلاتك');
    switch (code) {
      case 'clock_wrong':
        return `ساعة هذا الجهاز غير صحيحة. اضبطها، وإلا حملت ${files} وقتًا خاطئًا.`;
      case 'storage_unavailable':
        return `هذا المتصفح لا يخزّن ${files} هنا. أبقِ هذه الصفحة مفتوحة حتى يُختم كل شيء.`;
      case 'credentials_missing':
        return `تبقى ${files} هنا، لكن بلا ختم. سجّل الدخول أو أبلغ صاحب الصفحة.`;
      default:
        return `هذه الصفحة غير مضبوطة كما ينبغي: تبقى ${files} هنا، لكن بلا ختم. أبلغ صاحبها.`;
    }
  },
  failureRetry: 'حاول مرة أخرى',
  failureSave: 'حفظ بلا ختم',
  failureDelete: 'حذف',
  failureDeleted: (total, mode) =>
    count(
      total,
      by(
        mode,
        {one: 'حُذفت صورة واحدة', other: 'حُذفت # صورة', two: 'حُذفت صورتان', few: 'حُذفت # صور'},
        {one: 'حُذف تسجيل واحد', other: 'حُذف # تسجيلًا', two: 'حُذف تسجيلان', few: 'حُذفت # تسجيلات'},
      ),
    ),
  failureUndo: 'تراجع',
  failureKept: (total, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: 'أُبقيت صورة واحدة.',
          other: 'أُبقيت # صورة.',
          two: 'أُبقيت صورتان.',
          few: 'أُبقيت # صور.',
        },
        {
          one: 'أُبقي تسجيل واحد.',
          other: 'أُبقي # تسجيلًا.',
          two: 'أُبقي تسجيلان.',
          few: 'أُبقيت # تسجيلات.',
        },
      ),
    ),
  failureSaved: 'حُفظ بلا ختم.',
  failureNotSaved: 'لم يُحفظ: لم يعد الملف موجودًا هنا.',
  failureNotReadable: 'لم يُحفظ: تتعذّر قراءة الملف الآن. حاول مرة أخرى.',
  failureFile: (mode) => by(mode, 'صورة', 'تسجيل'),
  captureUploading: (total, percent, mode) =>
    count(
      total,
      by(
        mode,
        {
          one: `جارٍ رفع صورة واحدة، ${percent}\u200e%\u200e`,
          other: `جارٍ رفع # صورة، ${percent}\u200e%\u200e`,
          two: `جارٍ رفع صورتين، ${percent}\u200e%\u200e`,
          few: `جارٍ رفع # صور، ${percent}\u200e%\u200e`,
        },
        {
          one: `جارٍ رفع تسجيل واحد، ${percent}\u200e%\u200e`,
          other: `جارٍ رفع # تسجيلًا، ${percent}\u200e%\u200e`,
          two: `جارٍ رفع تسجيلين، ${percent}\u200e%\u200e`,
          few: `جارٍ رفع # تسجيلات، ${percent}\u200e%\u200e`,
        },
      ),
    ),
  captureToUpload: (total, mode) => photos(total, mode, '– تم الختم، بانتظار الرفع'),
  failureRefused: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'هذه الصورة', other: 'هذه الصور', two: 'هاتين الصورتين'},
        {one: 'هذا التسجيل', other: 'هذه التسجيلات', two: 'هذين التسجيلين'},
      ),
    );
    return `لا يقبل الخادم ${them}${at(status)}.`;
  },
  failureTooLarge: (total, mode, status) => {
    const them = count(
      total,
      by(
        mode,
        {one: 'الصورة', other: 'الصور', two: 'الصورتان'},
        {one: 'التسجيل', other: 'التسجيلات', two: 'التسجيلان'},
      ),
    );
    return `${them} أكبر مما يقبله الخادم${at(status)}.`;
  },
  failureUnconfirmed: (status) => `لا يؤكد الخادم الرفع${at(status)}.`,
  failureUnreadable: 'لا تستطيع هذه الصفحة قراءة رد الخادم (CORS): الحالة غير معروفة.',
};
