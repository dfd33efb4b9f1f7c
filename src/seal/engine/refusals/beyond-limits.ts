import type {InspectionResult} from '../../../model/inspection/inspection-result.js';

/** What a file was too much for: the time that one may take, or the engine, mostly its memory. */
export type Limit = 'timeout' | 'crash';

/** The answer about a file that is made to exhaust its reader, or is damaged in such a way: nothing was found out. */
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
