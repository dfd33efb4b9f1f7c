import type {Mode} from '../../../model/media-type.js';
import type {BrowserFamily} from '../../capture/way-out/browser-family.js';
import type {wayOut as English} from '../en/way-out.js';
import {by} from '../wording.js';

const device = (mode: Mode) => by(mode, 'الكاميرا', 'الميكروفون');

const kein = (mode: Mode) => by(mode, 'لا كاميرا', 'لا ميكروفون');

const address = 'بجانب عنوان الصفحة';

const steps: Record<BrowserFamily, (name: string) => string> = {
  chromium: (name) => `اختر الأيقونة ${address}.
شغّل «${name}».`,
  firefox: (name) => `اختر الأيقونة المشطوبة ${address}.
أزل «محظور» بجانب «${name}».`,
  safari: (name) => `افتح قائمة «Safari» واختر «إعدادات هذا الموقع».
اضبط «${name}» على «السماح».`,
  android: (name) => `اختر الأيقونة ${address}.
افتح «الأذونات» وشغّل «${name}».`,
  ios: (name) => `اختر الأيقونة بجانب عنوان الصفحة وافتح «إعدادات موقع الويب».
اضبط «${name}» على «السماح».`,
  other: (name) => `افتح إعدادات متصفحك لهذه الصفحة.
اسمح باستخدام: ${name}.`,
};

/** How to unblock something in this browser, one step a line. */
export const unblock = (browser: BrowserFamily, name: string): string =>
  `${steps[browser](name)}\nعُد إلى هنا واختر «حاول مرة أخرى».`;

export const wayOut: Partial<typeof English> = {
  captureUnblock: (browser, mode) => unblock(browser, device(mode)),
  wayOutHeading: (mode, app) => `${kein(mode)} في ${app || 'هذا التطبيق'}`,
  wayOutHelp: (mode, app) =>
    `هذه الصفحة مفتوحة داخل ${app || 'تطبيق'} لا يتيح لها ${by(mode, 'الكاميرا', 'الميكروفون')}. افتحها في متصفحك:`,
  wayOutSteps: (isIos) => {
    const browser = isIos ? 'Safari' : 'Chrome';
    return `اضغط على ⋯ أو ⋮ في أعلى الشاشة أو أسفلها.
اختر «فتح في المتصفح» أو «فتح في ${browser}».
إذا لم تجد أيًّا منهما، فانسخ هذا العنوان والصقه في ${browser}:`;
  },
  wayOutOpen: 'فتح في متصفحك',
  wayOutCopy: 'نسخ العنوان',
  wayOutSettings: (mode, button) => `افتح إعدادات هاتفك واختر هذا التطبيق.
شغّل «${device(mode)}».
عُد إلى هنا واختر «${button}».`,
  wayOutOwnApp: (mode) => `هذا التطبيق لا يتيح لصفحاته ${by(mode, 'الكاميرا', 'الميكروفون')}.`,
  wayOutBrowser: (mode) => `${kein(mode)} في هذا المتصفح`,
  wayOutOtherBrowser: (mode) =>
    `هذا المتصفح لا يتيح للصفحات ${by(mode, 'الكاميرا', 'الميكروفون')}. انسخ العنوان وافتحه في متصفح آخر.`,
};
