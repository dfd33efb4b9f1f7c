import {type Check} from '../../model/inspection-result.js';
import {explain} from './explanations.js';
import {listAt, objectAt, textAt, type Json} from './json.js';

/** Validation status codes of the active manifest, and those that fail in what the file was made from. */
export interface Findings {
  success: string[];
  informational: string[];
  failure: string[];
  ingredientFailure: string[];
}

const codesAt = (results: Json, key: string): string[] => [
  ...new Set(
    listAt(results, key)
      .map((status) => textAt(status, 'code'))
      .filter((code) => code !== undefined),
  ),
];

/** From the engine's `validation_results`. */
export function findingsOf(results: Json): Findings {
  const active = objectAt(results, 'activeManifest');
  const deltas = listAt(results, 'ingredientDeltas').map((delta) =>
    objectAt(delta, 'validationDeltas'),
  );
  return {
    success: codesAt(active, 'success'),
    informational: codesAt(active, 'informational'),
    failure: codesAt(active, 'failure'),
    ingredientFailure: [...new Set(deltas.flatMap((delta) => codesAt(delta, 'failure')))],
  };
}

/** What was not looked at says nothing against a seal; other remarks do not speak for it. */
const isNeutral = (code: string): boolean => code.endsWith('.skipped');

const check = (code: string, passed: boolean): Check => ({
  code,
  passed,
  explanation: explain(code),
});

/** Every code with its sentence, failures first; with a check of ours, which follows the engine's. */
export function checksOf(findings: Findings, own?: Check): Check[] {
  const {failure, informational, success} = findings;
  // The engine may list a binding that matched beside the one that did not.
  const isDenied = (code: string) => failure.includes(code.replace(/\.match$/, '.mismatch'));
  const remarks = informational.filter((code) => !failure.includes(code));
  return [
    ...failure.map((code) => check(code, false)),
    ...findings.ingredientFailure.map((code) => ({
      code,
      passed: false,
      explanation: `In a file that this was made from: ${explain(code)}`,
      inIngredient: true,
    })),
    ...remarks.filter((code) => !isNeutral(code)).map((code) => check(code, false)),
    ...(own?.passed === false ? [own] : []),
    ...success.filter((code) => !isDenied(code)).map((code) => check(code, true)),
    ...remarks.filter(isNeutral).map((code) => check(code, true)),
    ...(own?.passed ? [own] : []),
  ];
}
