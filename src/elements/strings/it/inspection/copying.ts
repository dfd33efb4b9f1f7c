import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Copiato.',
  notCopied: 'Il browser non lo consente. Selezioni invece il testo.',
};
