import type {Check} from '../../../model/inspection/inspection-result.js';
import {stateOf, type LabelState} from '../../../model/inspection/label-state.js';
import {boolean, object, text} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import {areaOf} from './check-areas.js';

export {stateOf} from '../../../model/inspection/label-state.js';

/** In the order in which they are shown. */
export const checkOutcomes = [
  'failed',
  'unknown',
  'noted',
  /** It agrees with a seal that is itself not as it was signed. */
  'unconfirmed',
  'passed',
  /** Not made at all, or there was nothing to look at. */
  'unchecked',
] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];
export type JudgedCheck = Check & {outcome: CheckOutcome};

/** Said to have passed, as they speak against no seal; they do not speak for one either. */
const notMade = /\.(skipped|inaccessible|unknownProvenance)$/;

/** Of the file itself, or of one that it was made from. */
export const isSignatureFailure = (code: string): boolean =>
  /^(ingredient\.)?claimSignature\.(mismatch|missing)$/.test(code);

/** Worth knowing, and breaks nothing: identity, the device's clock and what C2PA 2.2, section 15, calls informational. */
const remark =
  /^(cawg|org\.sealed-capture|timeStamp|timeOfSigning)\.|\.(deprecated|unknownProvenance|unreferenced|additionalExclusionsPresent|ocsp\.(skipped|inaccessible))$/;

/** Intact, but its signer is not trusted. */
const isUnconfirmed = (state: LabelState): boolean => state === 'untrusted' || state === 'interim';

/**
 * What a check says. Nothing breaks a valid seal, and who signed an untrusted one is not known, but nothing is broken.
 * Where the seal is not as it was signed, nothing that agrees with it is confirmed.
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
 * What was checked, failures first, then what is not known, then what is worth knowing. `recorded` are codes that
 * failed in files that this one was made from when they were put in.
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

/** Of the file itself, not of what it was made from. */
export const hasPassed = (checks: readonly Check[], wanted: string): boolean =>
  checks.some(({code, passed, inIngredient}) => passed && !inIngredient && code === wanted);

/** The media do not have the hash that was sealed: the file itself was changed. */
export const isMediaChanged = (checks: readonly Check[]): boolean =>
  checks.some(
    ({code, passed, inIngredient}) =>
      !passed &&
      !inIngredient &&
      /^assertion\.(data|bmff|boxes|collection)Hash\.mismatch$/.test(code),
  );
