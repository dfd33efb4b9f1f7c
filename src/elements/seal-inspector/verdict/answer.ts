import type {Check} from '../../../model/inspection/inspection-result.js';
import {stateOf, type LabelState} from '../../../model/inspection/label-state.js';
import {boolean, object, text} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import {areaOf} from './check-areas.js';

export {stateOf} from '../../../model/inspection/label-state.js';

/** The outcomes of checks, in the order in which they are shown. */
export const checkOutcomes = [
  'failed',
  'unknown',
  'noted',
  /** It agrees with a seal that was itself changed. */
  'unconfirmed',
  'passed',
  /** It was not made, or there was nothing to check. */
  'unchecked',
] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];
export type JudgedCheck = Check & {outcome: CheckOutcome};

/** Codes that the engine reports as passed although nothing was checked; they neither confirm nor break a seal. */
const notMade = /\.(skipped|inaccessible|unknownProvenance)$/;

/** True for codes about the signature, of the file itself or of a source. */
export const isSignatureFailure = (code: string): boolean =>
  /^(ingredient\.)?claimSignature\.(mismatch|missing)$/.test(code);

/**
 * Codes that are worth knowing and break nothing: identity, the device's clock, and what C2PA 2.2, section 15,
 * calls informational.
 */
const remark =
  /^(cawg|org\.sealed-capture|timeStamp|timeOfSigning)\.|\.(deprecated|unknownProvenance|unreferenced|additionalExclusionsPresent|ocsp\.(skipped|inaccessible))$/;

/** Intact, but its signer is not trusted. */
const isUnconfirmed = (state: LabelState): boolean => state === 'untrusted' || state === 'interim';

/**
 * The outcome of a check. Nothing breaks a valid seal. The signer of an untrusted seal is unknown, but nothing is
 * broken. If the seal was changed, nothing that agrees with it is confirmed.
 */
export function outcomeOf(
  {code, passed, inIngredient}: Pick<Check, 'code' | 'passed' | 'inIngredient'>,
  state: LabelState,
  isSigned = true,
): CheckOutcome {
  if (passed) {
    if (notMade.test(code)) return 'unchecked';
    return isSigned ? 'passed' : 'unconfirmed';
  }
  const isSource = areaOf({code, inIngredient}) === 'ingredients';
  const isIntact = state === 'valid' || (isUnconfirmed(state) && !isSource);
  if (isIntact && code === 'signingCredential.untrusted') return 'unknown';
  return (state === 'valid' && !isSource) || remark.test(code) ? 'noted' : 'failed';
}

/**
 * The checks with their outcomes: failures first, then unknown ones, then remarks. `recorded` are codes that failed
 * in the file's sources when they were added.
 */
export function checksOf(answer: Loose, recorded: readonly string[] = []): JudgedCheck[] {
  const checks: unknown = answer['checks'];
  if (!Array.isArray(checks)) return [];
  const state = stateOf(answer);
  const readable = checks.flatMap((entry: unknown): Check[] => {
    const check = object(entry);
    const [code, passed] = [text(check?.['code']), boolean(check?.['passed'])];
    if (code === undefined || passed === undefined) return [];
    const inIngredient = boolean(check?.['inIngredient']);
    return [{code, passed, explanation: text(check?.['explanation']) ?? '', inIngredient}];
  });
  const isOfSource = (check: Check) => areaOf(check) === 'ingredients';
  const unsigned = readable.filter(({code, passed}) => !passed && isSignatureFailure(code));
  const isSigned =
    unsigned.every(isOfSource) &&
    (state === 'valid' || isUnconfirmed(state) || hasPassed(readable, 'claimSignature.validated'));
  const areSourcesSigned = isSigned && unsigned.length === 0 && !recorded.some(isSignatureFailure);
  const judged = readable.map((check) => ({
    ...check,
    outcome: outcomeOf(check, state, isOfSource(check) ? areSourcesSigned : isSigned),
  }));
  return checkOutcomes.flatMap((wanted) => judged.filter(({outcome}) => outcome === wanted));
}

/** True if a check of the file itself, not of its sources, has passed. */
export const hasPassed = (checks: readonly Check[], wanted: string): boolean =>
  checks.some(({code, passed, inIngredient}) => passed && !inIngredient && code === wanted);

/** True if the media do not match the sealed hash, so that the file itself was changed. */
export const isMediaChanged = (checks: readonly Check[]): boolean =>
  checks.some(
    ({code, passed, inIngredient}) =>
      !passed &&
      !inIngredient &&
      /^assertion\.(data|bmff|boxes|collection)Hash\.mismatch$/.test(code),
  );
