import {type Check} from '../../model/inspection/inspection-result.js';
import {explain, explainInIngredient} from './explanations.js';
import {saysFailure} from '../status-codes.js';
import {listAt, objectAt, textAt} from '../../model/json/loose-json.js';
import type {Loose} from '../../model/json/record.js';

/** Validation status codes of a manifest, each once. */
interface Codes {
  success: string[];
  informational: string[];
  failure: string[];
}

/** Those of the active manifest, and what the engine found in the files that this one was made from. */
export interface Findings extends Codes {
  ingredients: Codes;
  /** What had failed in those files when they were put in, as the file's manifests record it. */
  recorded: string[];
}

const codesAt = (statuses: readonly unknown[]): string[] => [
  ...new Set(statuses.map((status) => textAt(status, 'code')).filter((code) => code !== undefined)),
];

/** Of several lists of the engine's, by what it says of them. */
function codesOf(results: readonly Loose[]): Codes {
  const codes = (key: string): string[] => codesAt(results.flatMap((one) => listAt(one, key)));
  return {
    success: codes('success'),
    informational: codes('informational'),
    failure: codes('failure'),
  };
}

/** What is told of the files that one was made from. */
export const deltasOf = (results: Loose): Loose[] =>
  listAt(results, 'ingredientDeltas').map((delta) => objectAt(delta, 'validationDeltas'));

/** From the engine's `validation_results`, and the manifests of its crJSON. */
export const findingsOf = (results: Loose, manifests: readonly unknown[] = []): Findings => ({
  ...codesOf([objectAt(results, 'activeManifest')]),
  ingredients: codesOf(deltasOf(results)),
  recorded: [...new Set(manifests.flatMap(recordedBy))],
});

/** By a manifest's ingredient assertions: `validationResults` of version 3, or `validationStatus` of those before. */
function recordedBy(manifest: unknown): string[] {
  const assertions = Object.entries(objectAt(manifest, 'assertions'));
  return assertions.flatMap(([label, assertion]) => {
    if (!label.startsWith('c2pa.ingredient')) return [];
    const results = objectAt(assertion, 'validationResults');
    const {failure} = codesOf([objectAt(results, 'activeManifest'), ...deltasOf(results)]);
    const listed = codesAt(listAt(assertion, 'validationStatus'));
    return [...failure, ...listed.filter(saysFailure)];
  });
}

/**
 * What was not looked at, or had no seal to look at, says nothing against a seal; other remarks do not speak for it. Of a
 * manifest that something was redacted from, the engine remarks that its signature is the one that was named.
 */
const isNeutral = (code: string): boolean =>
  code.endsWith('.skipped') ||
  code === 'ingredient.unknownProvenance' ||
  code === 'ingredient.claimSignature.validated';

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
  const {ingredients: found, recorded} = findings;
  const failure = [...new Set([...found.failure, ...recorded])];
  const ingredients = sorted({...found, failure}, ingredientCheck);
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
