import type {copying as English} from '../../en/inspection/copying.js';

export const copying: Partial<typeof English> = {
  copied: 'Copié.',
  notCopied: 'Votre navigateur ne l’autorise pas. Sélectionnez plutôt le texte.',
};
