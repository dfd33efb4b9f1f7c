/** What an answer says beside its codes. In English the verifier has said it already: these terms are for other languages. */
export type VerdictReason = 'interim' | 'partly-confirmed' | 'broken-source' | 'broken';

interface Explanations {
  /** A check's sentence by its code. Empty: the verifier's own, which is English. */
  checkExplained: (code: string, isOfSource?: boolean) => string;
  /** Sentences of a verdict. `signer`: who sealed, where that is known. */
  verdictReason: (reason: VerdictReason, signer?: string) => string;
}

export const explanations: Explanations = {
  checkExplained: () => '',
  verdictReason: () => '',
};
