import type {SealedCaptureError} from '../model/errors.js';
import type {InspectionResult} from '../model/inspection-result.js';

/** Who checks a file: the service, this browser, or both, who are then compared. */
export type Verifier = 'service' | 'local';
export const verifyModes = ['service', 'local', 'both'] as const;
export type VerifyMode = (typeof verifyModes)[number];

/** What came of asking one or two verifiers about one file. */
export interface Opinions {
  /** What is shown: of two verdicts the more cautious one; of one that failed, the other's. */
  result: InspectionResult;
  service?: InspectionResult;
  local?: InspectionResult;
  /**
   * Both were asked and came to another state, or to other failed checks. Absent unless both have answered; then the
   * codes on which they differ, failed at one alone. Empty where they agree.
   */
  differences?: {state: boolean; codes: string[]};
  /** Both were asked, and one could not say anything. */
  unanswered?: {by: Verifier; error: SealedCaptureError};
}
