import type {ErrorCode} from '../../../../model/errors.js';
import type {CheckOutcome} from '../../../seal-inspector/verdict/answer.js';
import type {CheckArea} from '../../../seal-inspector/verdict/check-areas.js';
import type {findings as English} from '../../en/inspection/findings.js';
import {plurals} from '../../wording.js';

const count = plurals('ar');

const questions: Record<CheckArea, string> = {
  content: 'هل هو الملف نفسه؟',
  signature: 'هل بقي الختم نفسه دون تغيير؟',
  certificate: 'هل كانت الشهادة صالحة للختم؟',
  trust: 'هل الموقِّع معروف هنا؟',
  time: 'هل وقت الختم مؤكد؟',
  statements: 'هل البيانات كما وُقّعت؟',
  ingredients: 'هل أختام الملفات المصدر سليمة؟',
  identity: 'هل بيان الهوية سليم؟',
  clock: 'هل كانت ساعة الجهاز صحيحة؟',
  others: 'فحوص أخرى',
};

const silences: Partial<Record<ErrorCode, string>> = {
  network_failed: 'تعذّر الوصول إليه',
  timeout: 'لم يُجب في الوقت المحدد',
  service_unavailable: 'مشغول',
  rate_limited: 'مشغول',
  unauthorized: 'لم يقبل المفتاح',
  credentials_missing: 'يتطلب مفتاحًا ليس لدى هذه الصفحة',
  too_large: 'لا يقبل ملفًا بهذا الحجم',
  media_unsupported: 'لا يقرأ ملفات من هذا النوع',
};

const localSilences: Partial<Record<ErrorCode, string>> = {
  worker_unavailable: 'لم يتمكن هذا المتصفح من تشغيل برنامج الفحص الذي يحتاج إلى WebAssembly.',
  media_unsupported: 'لا يمكن لهذا المتصفح فحص ملفات من هذا النوع.',
};

const outcomes: Record<CheckOutcome, string> = {
  failed: 'فشل',
  unknown: 'غير معروف',
  noted: 'ملاحظة',
  unconfirmed: 'غير مؤكد',
  passed: 'ناجح',
  unchecked: 'لم يُفحص',
};

const counted: Record<CheckOutcome, (total: number) => string> = {
  failed: (total) => count(total, {other: 'فشل: #'}),
  unknown: (total) => count(total, {other: 'غير معروف: #'}),
  noted: (total) => count(total, {one: 'ملاحظات: #', other: 'ملاحظات: #'}),
  unconfirmed: (total) => count(total, {other: 'غير مؤكد: #'}),
  passed: (total) => count(total, {other: 'ناجح: #'}),
  unchecked: (total) => count(total, {other: 'لم يُفحص: #'}),
};

export const findings: Partial<typeof English> = {
  checks: 'ما الذي فُحص',
  checksCount: (counts) =>
    counts.flatMap(([outcome, total]) => (total ? counted[outcome](total) : [])).join('، '),
  checkArea: (area) => questions[area],
  checkOutcome: (outcome) => outcomes[outcome],
  moreOf: (next, left) => `عرض ${next} أخرى من ${left}`,
  moreText: 'عرض المزيد',
  mixesScripts: (scripts) => `يمزج حروفًا من أبجديات مختلفة: ${scripts}`,
  allChecks: 'عرض كل الرموز',
  notLookedAt: 'لم يُذكر شيء عن ذلك.',
  noTimeStamp: 'لا يحمل الختم طابعًا زمنيًا.',
  forgivenSources: 'كان الأمر كذلك عند إضافة الملف السابق، ولا يكسر ختم هذا الملف.',
  agreesWithBroken: 'يتفق مع ختم لم يعد هو نفسه كما وُقّع.',
  noSealedSources: 'لم يُفحص أي ختم لملف سابق.',
  checkedBy: (host) => `فحصه ${host}.`,
  checkedHere: 'فُحص في هذا المتصفح ولم يُرسَل الملف.',
  thisBrowser: 'هذا المتصفح',
  bothAgree: (host) => `فحصه ${host} وهذا المتصفح، بالنتيجة نفسها.`,
  bothDiffer: 'لم تتفق الخدمة وهذا المتصفح. تُعرض النتيجة الأكثر حذرًا.',
  readDiffer: (host) =>
    `خرجت الخدمة وهذا المتصفح بالنتيجة نفسها، لكنهما لا يقرآن الشيء نفسه في الختم. يُعرض ما قرأه ${host}.`,
  /** The name may be in Latin letters: it is isolated, so that the sentence runs from right to left. */
  says: (who, verdict) => `\u2068${who}\u2069: ${verdict}`,
  differOn: 'فشل لدى أحدهما فقط:',
  differIn: (parts) => `يقرآن شيئًا مختلفًا في: ${parts}.`,
  signerAndTime: 'الموقِّع ووقت الختم',
  oneAnswered: (silent, code, host) =>
    silent === 'service'
      ? `\u2068${host}\u2069 ${silences[code] ?? 'أعطى ردًا تعذّرت قراءته'}. هذه النتيجة من هذا المتصفح وحده.`
      : `${localSilences[code] ?? 'لم يتمكن هذا المتصفح من معرفة الموقِّعين الموثوق بهم.'} هذه النتيجة من ${host} وحده.`,
};
