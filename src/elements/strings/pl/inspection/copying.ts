import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Skopiowano.',
  notCopied: 'Przeglądarka na to nie pozwala. Zaznacz tekst samodzielnie.',
};
