import type {Check} from '../../../model/inspection/inspection-result.js';
import {stateOf, type LabelState} from '../../../model/inspection/label-state.js';
import {boolean, object, text} from '../../../model/json/loose-json.js';
import type {Loose} from '../../../model/json/record.js';
import {areaOf, type CheckArea} from './check-areas.js';

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
export type JudgedCheck = Check & {outcome: CheckOutcome; area: CheckArea};

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

/** The parts of a check that decide its outcome; its area is looked up unless it is known. */
type Judging = Pick<Check, 'code' | 'passed' | 'inIngredient'> & {area?: CheckArea};

/** Intact, but its signer is not trusted. */
const isUnconfirmed = (state: LabelState): boolean => state === 'untrusted' || state === 'interim';

/**
 * The outcome of a check. Nothing breaks a valid seal. The signer of an untrusted seal is unknown, but nothing is
 * broken. If the seal was changed, nothing that agrees with it is confirmed.
 */
export function outcomeOf(
  {code, passed, inIngredient, area}: Judging,
  state: LabelState,
  isSigned = true,
): CheckOutcome {
  if (passed) {
    if (notMade.test(code)) return 'unchecked';
    return isSigned ? 'passed' : 'unconfirmed';
  }
  const isSource = (area ?? areaOf({code, inIngredient})) === 'ingredients';
  const isIntact = state === 'valid' || (isUnconfirmed(state) && !isSource);
  if (isIntact && code === 'signingCredential.untrusted') return 'unknown';
  return (state === 'valid' && !isSource) || remark.test(code) ? 'noted' : 'failed';
}

/** Judged checks by answer, and by whether the seals of its sources were signed: an answer may have many. */
const judgedChecks = new WeakMap<Loose, Map<boolean, readonly JudgedCheck[]>>();

/**
 * The checks with their outcomes: failures first, then unknown ones, then remarks. `recorded` are codes that failed
 * in the file's sources when they were added.
 */
export function checksOf(
  answer: Loose,
  recorded: readonly string[] = [],
): readonly JudgedCheck[] {
  const areSigned = !recorded.some(isSignatureFailure);
  const known = judgedChecks.get(answer) ?? new Map<boolean, readonly JudgedCheck[]>();
  judgedChecks.set(answer, known);
  const checks = known.get(areSigned) ?? judged(answer, areSigned);
  known.set(areSigned, checks);
  return checks;
}

function judged(answer: Loose, areSourcesAsSigned: boolean): readonly JudgedCheck[] {
  const checks: unknown = answer['checks'];
  if (!Array.isArray(checks)) return [];
  const state = stateOf(answer);
  const readable = checks.flatMap((entry: unknown): (Check & {area: CheckArea})[] => {
    const check = object(entry);
    const [code, passed] = [text(check?.['code']), boolean(check?.['passed'])];
    if (code === undefined || passed === undefined) return [];
    const inIngredient = boolean(check?.['inIngredient']);
    const area = areaOf({code, inIngredient});
    return [{code, passed, explanation: text(check?.['explanation']) ?? '', inIngredient, area}];
  });
  const unsigned = readable.filter(({code, passed}) => !passed && isSignatureFailure(code));
  const isSigned =
    unsigned.every(({area}) => area === 'ingredients') &&
    (state === 'valid' || isUnconfirmed(state) || hasPassed(readable, 'claimSignature.validated'));
  const areSourcesSigned = isSigned && unsigned.length === 0 && areSourcesAsSigned;
  const byOutcome = new Map(checkOutcomes.map((outcome) => [outcome, [] as JudgedCheck[]]));
  for (const check of readable) {
    const isOfSource = check.area === 'ingredients';
    const outcome = outcomeOf(check, state, isOfSource ? areSourcesSigned : isSigned);
    byOutcome.get(outcome)?.push({...check, outcome});
  }
  return [...byOutcome.values()].flat();
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
