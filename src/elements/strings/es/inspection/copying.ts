import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Copiado.',
  notCopied: 'Su navegador no lo permite. Seleccione el texto en su lugar.',
};
