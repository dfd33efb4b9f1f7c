import type {captureImage as English} from '../en/capture-image.js';

export const plateMissing = 'لم تُقرأ أي لوحة. اكتبها أو اختر «بلا لوحة».';

export const captureImage: Partial<typeof English> = {
  cameraOff: 'الكاميرا مطفأة',
  cameraStarting: 'جارٍ تشغيل الكاميرا',
  cameraTurnOn: 'تشغيل الكاميرا',
  cameraSwitch: 'تبديل الكاميرا',
  photoTake: 'التقاط صورة',
  photoTaken: 'التُقطت الصورة. جارٍ الختم.',
  photoTakenNow: 'التُقطت الصورة.',
  photoTakenHeld: 'التُقطت الصورة. لم تُختم بعد.',
  photoTakenPlate: 'التُقطت الصورة. جارٍ قراءة اللوحة.',
  photoNotTaken: 'تعذّر التقاط الصورة. حاول مرة أخرى.',
  photoPartMissing: 'لم يُحمَّل جزء من هذه الصفحة. صورك في أمان.',
  plateRead: (plate) => (plate ? `اللوحة المقروءة: ${plate}. أكّدها أو صحّحها.` : plateMissing),
  plateNoted: 'حُفظت اللوحة.',
};
