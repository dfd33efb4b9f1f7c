import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Kopiert.',
  notCopied: 'Ihr Browser erlaubt es nicht. Markieren Sie stattdessen den Text.',
};
