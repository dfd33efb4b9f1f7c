/** What an answer says beside its codes. In English the verifier has said it already: these terms are for other languages. */
export type VerdictReason = 'interim' | 'partly-confirmed' | 'broken-source' | 'broken';

export const explanations = {
  /** A check's sentence by its code. Empty: the verifier's own, which is English. */
  checkExplained: (_code: string, _isOfSource?: boolean) => '',
  /** Sentences of a verdict. `signer`: who sealed, where that is known. */
  verdictReason: (_reason: VerdictReason, _signer?: string) => '',
};
