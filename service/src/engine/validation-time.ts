import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {utc} from '@sealed-capture/seal/model/utc.js';
import {explain} from '@sealed-capture/seal/engine/explanations.js';
import {LATER_STAMP} from '@sealed-capture/seal/status-codes.js';

/** The engine's code for a certificate that is not valid at the time that counts. */
const OUTSIDE_VALIDITY = 'signingCredential.expired';
const SEALED_LATER = 'org.sealed-capture.timeStamp.afterValidation';

/**
 * Corrects a result for a time other than now: the engine calls a certificate that is not valid yet expired, and
 * accepts a trusted time stamp that is later than this time.
 */
export function atValidationTime(result: InspectionResult, time: Date): InspectionResult {
  const {validFrom, timestamp} = result.signature ?? {};
  const at = utc(time);
  if (validFrom !== undefined && time.getTime() < Date.parse(validFrom)) {
    const explanation = `At the time of validation, ${at}, the certificate of the signer is not valid yet: it begins at ${validFrom}.`;
    const isBroken = result.labelState === 'invalid' && result.reason !== explain(OUTSIDE_VALIDITY);
    const checked = withFailure(result, OUTSIDE_VALIDITY, explanation);
    return isBroken ? checked : {...checked, labelState: 'invalid', reason: explanation};
  }
  if (timestamp !== undefined && time.getTime() < Date.parse(timestamp)) {
    const isLater = result.checks.some(({code}) => code === LATER_STAMP);
    const explanation = isLater
      ? `At the time of validation, ${at}, nobody had confirmed when this seal was made: its time stamp is of ${timestamp}.`
      : `At the time of validation, ${at}, this seal had not been made: its time stamp is of ${timestamp}.`;
    const checked = withFailure(result, SEALED_LATER, explanation);
    return result.labelState === 'valid' || result.labelState === 'interim'
      ? {...checked, labelState: 'untrusted', reason: explanation}
      : checked;
  }
  return result;
}

/** Puts a failed check first, replacing the engine's own with that code. */
const withFailure = (
  result: InspectionResult,
  code: string,
  explanation: string,
): InspectionResult => ({
  ...result,
  labelValid: false,
  checks: [
    {code, passed: false, explanation},
    ...result.checks.filter((check) => check.code !== code || check.inIngredient),
  ],
});
