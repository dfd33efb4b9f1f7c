import {type Check} from '../../model/inspection-result.js';
import {explain, explainInIngredient} from './explanations.js';
import {listAt, objectAt, textAt, type Loose} from '../../model/loose-json.js';

/** Validation status codes of a manifest, each once. */
interface Codes {
  success: string[];
  informational: string[];
  failure: string[];
}

/** Those of the active manifest, and what the engine found in the files that this one was made from. */
export interface Findings extends Codes {
  ingredients: Codes;
}

/** Of several lists of the engine's, by what it says of them. */
function codesOf(results: readonly Loose[]): Codes {
  const codesAt = (key: string): string[] => [
    ...new Set(
      results
        .flatMap((result) => listAt(result, key))
        .map((status) => textAt(status, 'code'))
        .filter((code) => code !== undefined),
    ),
  ];
  return {
    success: codesAt('success'),
    informational: codesAt('informational'),
    failure: codesAt('failure'),
  };
}

/** From the engine's `validation_results`. */
export function findingsOf(results: Loose): Findings {
  const deltas = listAt(results, 'ingredientDeltas').map((delta) =>
    objectAt(delta, 'validationDeltas'),
  );
  return {...codesOf([objectAt(results, 'activeManifest')]), ingredients: codesOf(deltas)};
}

/** What was not looked at, or had no seal to look at, says nothing against a seal; other remarks do not speak for it. */
const isNeutral = (code: string): boolean =>
  code.endsWith('.skipped') || code === 'ingredient.unknownProvenance';

const check = (code: string, passed: boolean): Check => ({
  code,
  passed,
  explanation: explain(code),
});

const ingredientCheck = (code: string, passed: boolean): Check => ({
  code,
  passed,
  explanation: explainInIngredient(code),
  inIngredient: true,
});

/** A manifest's codes as checks that failed and checks that passed, both in the engine's order. */
function sorted(
  {failure, informational, success}: Codes,
  toCheck: typeof check,
): {failed: Check[]; remarks: Check[]; passed: Check[]} {
  // The engine may list a binding that matched beside the one that did not.
  const isDenied = (code: string) => failure.includes(code.replace(/\.match$/, '.mismatch'));
  const remarks = informational.filter((code) => !failure.includes(code));
  return {
    failed: failure.map((code) => toCheck(code, false)),
    remarks: remarks.filter((code) => !isNeutral(code)).map((code) => toCheck(code, false)),
    passed: [
      ...success.filter((code) => !isDenied(code)),
      ...remarks.filter((code) => isNeutral(code) && !success.includes(code)),
    ].map((code) => toCheck(code, true)),
  };
}

/**
 * Every code with its sentence, failures first; with a check of ours, which follows the engine's. A code stands once
 * for the file, and once for all that it was made from.
 */
export function checksOf(findings: Findings, own?: Check): Check[] {
  const active = sorted(findings, check);
  const ingredients = sorted(findings.ingredients, ingredientCheck);
  return [
    ...active.failed,
    ...ingredients.failed,
    ...active.remarks,
    ...ingredients.remarks,
    ...(own?.passed === false ? [own] : []),
    ...active.passed,
    ...(own?.passed ? [own] : []),
    ...ingredients.passed,
  ];
}
