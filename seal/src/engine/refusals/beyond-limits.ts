import type {InspectionResult} from '../../model/inspection/inspection-result.js';

/** The limit that a file exceeded: the time for one file, or the engine's resources, mostly memory. */
export type Limit = 'timeout' | 'crash';

/** The result for a file that exhausts its reader, by intent or damage: nothing could be determined. */
export function beyondLimits(limit: Limit): InspectionResult {
  const explanation =
    limit === 'timeout'
      ? 'The file could not be checked in the time that one file may take.'
      : 'The file could not be checked: reading it takes more memory than one file may take.';
  return {
    labelValid: false,
    reason: explanation,
    labelState: 'unchecked',
    checks: [{code: 'general.error', passed: false, explanation}],
  };
}
