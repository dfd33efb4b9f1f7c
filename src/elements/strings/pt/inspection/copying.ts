import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Copiado.',
  notCopied: 'Seu navegador não permite. Selecione o texto em vez disso.',
};
