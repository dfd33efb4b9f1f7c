import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'تم النسخ.',
  notCopied: 'لا يسمح متصفحك بذلك. حدّد النص بدلًا من ذلك.',
};
