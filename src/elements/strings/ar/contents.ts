import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {contents as English} from '../en/contents.js';
import {own} from '../wording.js';
import {unblock} from './way-out.js';

const noFix =
  'تحقق من أن الموقع الجغرافي مُفعَّل في إعدادات هذا الجهاز، واخرج إلى مكان مفتوح أو اقترب من نافذة.';

const placeHelp: Record<string, (browser: BrowserFamily) => string> = {
  permission_denied: (browser) => unblock(browser, 'الموقع الجغرافي').replaceAll('\n', ' '),
  permission_not_requested: () => 'اختر «السماح»: سيسألك متصفحك.',
  policy_blocked: () => 'الموقع الذي يضمّ هذه الصفحة لا يسمح بذلك. أبلغ صاحب الصفحة.',
  timeout: () => noFix,
  error: () => noFix,
};

const reasons: Record<string, string> = {
  permission_denied: 'غير مسموح.',
  permission_not_requested: 'لم يُطلب إذنك بعد.',
  not_supported: 'غير متاح في هذا المتصفح.',
  not_available: 'لا قيمة في الوقت الحالي.',
  timeout: 'لا إجابة بعد.',
  insecure_context: 'في صفحات https فقط.',
  policy_blocked: 'لا يحق لهذه الصفحة أن تطلب ذلك.',
  disabled: 'متوقف في هذه الصفحة.',
  error: 'تعطّل المستشعر.',
};

export const contents: Partial<typeof English> = {
  captureWillBeSealed: 'ما سيُختم',
  captureClose: 'إغلاق',
  captureAllow: 'السماح',
  capturePlaceHelp: (reason, browser) => placeHelp[reason]?.(browser) ?? '',
  capturePlaceAgain: 'حاول مرة أخرى',
  captureBlurred: (distance) => `بدقة مخفّضة إلى ${distance}`,
  captureUnavailable: (reason) => own(reasons, reason) ?? `لا قيمة (${reason}).`,
};
