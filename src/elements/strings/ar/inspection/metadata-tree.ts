import type {metadataTree as English} from '../../en/inspection/metadata-tree.js';
import {plurals} from '../../wording.js';

const count = plurals('ar');

export const metadataTree: Partial<typeof English> = {
  otherData: 'بيانات أخرى',
  searchData: 'البحث في البيانات',
  found: (total) => (total === 0 ? 'لم يُعثر على شيء.' : count(total, {other: 'النتائج: #.'})),
  width: 'العرض',
  height: 'الارتفاع',
  technologies: 'التقنيات',
  rawValues: 'القيم الخام',
  rawValue: 'القيمة الخام',
  copyValue: 'نسخ القيمة',
  openAll: 'فتح الكل',
  closeAll: 'إغلاق الكل',
  treeKeys:
    'الأسهم: التنقل والفتح والإغلاق. Enter: القيمة الخام. Tab: أزرار الصف. *: فتح كل ما بجانبه. Ctrl\u00a0C أو ⌘\u00a0C: نسخ.',
  placePicture: (place, within) =>
    within ? `${place}، بدقة ${within}. الشمال في الأعلى.` : `${place}. الشمال في الأعلى.`,
  openPlace: 'فتح في تطبيق خرائط',
  attitudePicture: (roll, pitch) =>
    `الجهاز كما كان ممسوكًا، مع الأفق: الميل الجانبي ${roll}، الميل الأمامي ${pitch}.`,
  northLetter: 'ش',
  eastLetter: 'ق',
  southLetter: 'ج',
  westLetter: 'غ',
};
