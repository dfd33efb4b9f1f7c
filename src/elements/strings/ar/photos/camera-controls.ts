import type {ControlName} from '../../../../core/camera/track-controls.js';
import type {cameraControls as English} from '../../en/photos/camera-controls.js';
import {plurals} from '../../wording.js';

const count = plurals('ar');

const failed: Record<ControlName, string> = {
  torch: 'تعذّر تبديل الضوء.',
  zoom: 'تعذّر تغيير التكبير.',
  focus: 'تعذّر على الكاميرا التركيز هناك.',
};

export const cameraControls: Partial<typeof English> = {
  controlsOpen: 'إعدادات الكاميرا',
  controlsTorch: 'الضوء',
  controlsTorchNow: (on) => (on ? 'الضوء مُشغَّل.' : 'الضوء مُطفأ.'),
  controlsZoom: 'التكبير',
  controlsZoomIs: (ratio) => `\u200e${ratio}×\u200e`,
  controlsCamera: 'الكاميرا',
  controlsCameraNow: (name) => `الكاميرا: ${name}.`,
  controlsFailed: (control) => failed[control],
  controlsGuide: (guide) => ({grid: 'الشبكة الإرشادية', level: 'ميزان الاستواء'})[guide],
  controlsTimer: 'المؤقّت الذاتي',
  controlsTimerIs: (seconds) => (seconds ? `${seconds} ث` : 'متوقف'),
  controlsTimerOn: (seconds) =>
    count(seconds, {
      one: 'المؤقّت الذاتي: ثانية واحدة.',
      other: 'المؤقّت الذاتي: # ثانية.',
      two: 'المؤقّت الذاتي: ثانيتان.',
      few: 'المؤقّت الذاتي: # ثوانٍ.',
    }),
  controlsTimerStop: 'إلغاء المؤقّت الذاتي',
  controlsTimerStarts: (seconds) =>
    count(seconds, {
      one: 'الصورة بعد ثانية واحدة. اضغط زر التصوير مرة أخرى أو Escape للإلغاء.',
      other: 'الصورة بعد # ثانية. اضغط زر التصوير مرة أخرى أو Escape للإلغاء.',
      two: 'الصورة بعد ثانيتين. اضغط زر التصوير مرة أخرى أو Escape للإلغاء.',
      few: 'الصورة بعد # ثوانٍ. اضغط زر التصوير مرة أخرى أو Escape للإلغاء.',
    }),
  controlsTimerCancelled: 'أُلغي المؤقّت الذاتي. لم تُلتقط صورة.',
  controlsFocus: 'التركيز',
  controlsFocusKeys: 'مفاتيح الأسهم تحرّك نقطة التركيز.',
  controlsFocusNow: (isSet) => (isSet ? 'ضُبط التركيز.' : 'التركيز تلقائي.'),
  controlsFocusAt: (left, top) =>
    `التركيز: ${Math.round(left)}\u200e%\u200e من اليسار، ${Math.round(top)}\u200e%\u200e من الأعلى.`,
};
