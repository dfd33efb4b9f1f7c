import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Gekopieerd.',
  notCopied: 'Uw browser staat het niet toe. Selecteer de tekst zelf.',
};
