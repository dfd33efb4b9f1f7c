import type {Check} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import {stateOf, type LabelState} from '@sealed-capture/seal/model/inspection/label-state.js';
import {boolean, object, text} from '@sealed-capture/seal/model/json/loose-json.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {areaOf, type CheckArea} from './check-areas.js';

export {stateOf} from '@sealed-capture/seal/model/inspection/label-state.js';

/** Checks that are judged in one step. */
const STEP = 500;

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
export type JudgedCheck = Check & {
  outcome: CheckOutcome;
  area: CheckArea;
  /** The code whose sentence explains it, if not its own. */
  meaning?: string;
};

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
  // That a check could not be made says nothing of the file.
  if (state === 'unchecked') return 'unchecked';
  const isSource = (area ?? areaOf({code, inIngredient})) === 'ingredients';
  const isIntact = state === 'valid' || (isUnconfirmed(state) && !isSource);
  if (isIntact && code === 'signingCredential.untrusted') return 'unknown';
  return (state === 'valid' && !isSource) || remark.test(code) ? 'noted' : 'failed';
}

/** Judged checks by answer, and by whether the seals of its sources were signed: an answer may have many. */
const judged = new WeakMap<Loose, Map<boolean, readonly JudgedCheck[]>>();

/**
 * The checks with their outcomes: failures first, then unknown ones, then remarks. `recorded` are codes that failed
 * in the file's sources when they were added.
 */
export function checksOf(answer: Loose, recorded: readonly string[] = []): readonly JudgedCheck[] {
  const areSigned = !recorded.some(isSignatureFailure);
  const known = judged.get(answer)?.get(areSigned);
  if (known) return known;
  const steps = judging(answer, areSigned);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Judges the checks in steps of at most a millisecond or so; {@link checksOf} then has them at hand. */
export function* judging(
  answer: Loose,
  areSourcesAsSigned: boolean,
): Generator<undefined, readonly JudgedCheck[]> {
  const checks: unknown = answer['checks'];
  const state = stateOf(answer);
  const readable: JudgedCheck[] = [];
  /** Whether the seals with time stamps that nobody was asked about are of the file itself, or of its sources. */
  const unasked = new Set<boolean | undefined>();
  for (const entry of Array.isArray(checks) ? (checks as unknown[]) : []) {
    const check = object(entry);
    const [code, passed] = [text(check?.['code']), boolean(check?.['passed'])];
    if (code === undefined || passed === undefined) continue;
    const inIngredient = boolean(check?.['inIngredient']);
    if (code === 'org.sealed-capture.timeStamp.authorityUnchecked') unasked.add(inIngredient);
    const area = areaOf({code, inIngredient});
    const explanation = text(check?.['explanation']) ?? '';
    // Its outcome follows below, once it is known whether the seal is signed.
    readable.push({code, passed, explanation, inIngredient, area, outcome: 'unchecked'});
    if (readable.length % STEP === 0) yield;
  }
  const unsigned = readable.filter(({code, passed}) => !passed && isSignatureFailure(code));
  yield;
  const isSigned =
    unsigned.every(({area}) => area === 'ingredients') &&
    (state === 'valid' || isUnconfirmed(state) || hasPassed(readable, 'claimSignature.validated'));
  const areSourcesSigned = isSigned && unsigned.length === 0 && areSourcesAsSigned;
  const byOutcome = new Map(checkOutcomes.map((outcome) => [outcome, [] as JudgedCheck[]]));
  for (const [index, check] of readable.entries()) {
    const isOfSource = check.area === 'ingredients';
    // The engine calls such a time stamp trusted, too.
    if (check.code === 'timeStamp.trusted' && unasked.has(check.inIngredient))
      check.meaning = 'org.sealed-capture.timeStamp.named';
    check.outcome = outcomeOf(check, state, isOfSource ? areSourcesSigned : isSigned);
    byOutcome.get(check.outcome)?.push(check);
    if (index % STEP === STEP - 1) yield;
  }
  const sorted = [...byOutcome.values()].flat();
  const known = judged.get(answer) ?? new Map<boolean, readonly JudgedCheck[]>();
  judged.set(answer, known.set(areSourcesAsSigned, sorted));
  return sorted;
}

/** Finds something about the checks of an answer, once for each answer. */
export function foundOnce<Found>(
  find: (checks: readonly JudgedCheck[]) => Found,
): (answer: Loose) => Found {
  const known = new WeakMap<readonly JudgedCheck[], {found: Found}>();
  return (answer) => {
    const checks = checksOf(answer);
    const one = known.get(checks) ?? {found: find(checks)};
    known.set(checks, one);
    return one.found;
  };
}

/** True if a check of the file itself, not of its sources, has passed. */
export const hasPassed = (checks: readonly Check[], wanted: string): boolean =>
  checks.some(({code, passed, inIngredient}) => passed && !inIngredient && code === wanted);

/** True if the media do not match the sealed hash, so that the file itself was changed. */
export const isMediaChanged = foundOnce((checks) =>
  checks.some(
    ({code, passed, inIngredient}) =>
      !passed &&
      !inIngredient &&
      /^assertion\.(data|bmff|boxes|collection)Hash\.mismatch$/.test(code),
  ),
);
