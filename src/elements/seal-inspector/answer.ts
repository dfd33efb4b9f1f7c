import type {Check} from '../../model/inspection-result.js';
import {stateOf, type LabelState} from '../../model/label-state.js';
import {boolean, object, text, type Loose} from '../metadata/loose.js';

export {stateOf} from '../../model/label-state.js';

/** From the worst to the best. */
export const checkOutcomes = ['failed', 'unknown', 'noted', 'passed'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

/** Worth knowing, and breaks nothing: identity, the device's clock and what C2PA 2.2, section 15, calls informational. */
const remark =
  /^(cawg|org\.sealed-capture|timeStamp|timeOfSigning)\.|\.(deprecated|unknownProvenance|unreferenced|additionalExclusionsPresent|ocsp\.(skipped|inaccessible))$/;

/** What a check says. Nothing breaks a valid seal, and who signed an untrusted one is not known, but nothing is broken. */
export function outcomeOf({code, passed}: Check, state: LabelState): CheckOutcome {
  if (passed) return 'passed';
  if (state === 'untrusted' && code === 'signingCredential.untrusted') return 'unknown';
  return state === 'valid' || remark.test(code) ? 'noted' : 'failed';
}

/** What was checked, failures first, then what is not known, then what is worth knowing. */
export function checksOf(answer: Loose): Check[] {
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
  return checkOutcomes.flatMap((outcome) =>
    readable.filter((check) => outcomeOf(check, state) === outcome),
  );
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
