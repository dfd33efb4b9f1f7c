import type {plateForm as English} from '../en/plate-form.js';
import {plurals} from '../wording.js';
import {plateMissing} from './capture-image.js';

const count = plurals('ar');

export const plateForm: Partial<typeof English> = {
  plateLabel: 'اللوحة',
  plateLater: 'تُقرأ من كل صورة. أنت تؤكدها.',
  plateReading: 'جارٍ قراءة اللوحة…',
  plateMissing,
  plateSeal: 'الختم بهذه اللوحة',
  plateUse: 'استخدام هذه اللوحة',
  plateNone: 'بلا لوحة',
  plateRetake: 'إعادة التصوير',
  platesMore: (total) =>
    count(total, {
      one: 'صورة أخرى للتأكيد',
      other: '# صورة أخرى للتأكيد',
      two: 'صورتان أخريان للتأكيد',
      few: '# صور أخرى للتأكيد',
    }),
};
