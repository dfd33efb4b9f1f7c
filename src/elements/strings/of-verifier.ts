import type {Catalogue} from '../../lang/compiled/catalogue.js';

/** In English the verifier's own sentences are shown, so these terms are empty. */
export const ofVerifier: Pick<Catalogue, 'checkExplained' | 'verdictReason'> = {
  checkExplained: () => '',
  verdictReason: () => '',
};
