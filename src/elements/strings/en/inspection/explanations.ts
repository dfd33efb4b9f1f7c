/**
 * Explanations of an answer. In English, the verifier itself has written them (`verdict.ts` and `explanations.ts` in
 * `src/seal/engine`), so these terms are for other languages.
 */
export type VerdictReason =
  | 'interim'
  | 'partly-confirmed'
  | 'broken-source'
  | 'unknown-source'
  | 'broken';

interface Explanations {
  /** The sentence for a check, by its code. If it is empty, the verifier's own English sentence is shown. */
  checkExplained: (code: string, isOfSource?: boolean) => string;
  /** The sentences for a verdict. `signer` is set if it is known. */
  verdictReason: (reason: VerdictReason, signer?: string) => string;
}

export const explanations: Explanations = {
  checkExplained: () => '',
  verdictReason: () => '',
};
