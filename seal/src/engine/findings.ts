import {type Check} from '../model/inspection/inspection-result.js';
import {explain, explainInIngredient} from './explanations.js';
import {saysFailure, SIGNER_TRUSTED, SIGNER_UNTRUSTED} from '../status-codes.js';
import {listAt, objectAt, textAt} from '../model/json/loose-json.js';
import type {Loose} from '../model/json/record.js';

/** Validation status codes of a manifest, each once. */
interface Codes {
  success: string[];
  informational: string[];
  failure: string[];
}

/** Codes of the active manifest, and of the files that this one was made from. */
export interface Findings extends Codes {
  ingredients: Codes;
  /** Failures of those files when they were added, as the file's manifests record them. */
  recorded: string[];
}

const codesAt = (statuses: readonly unknown[]): string[] => [
  ...new Set(statuses.map((status) => textAt(status, 'code')).filter((code) => code !== undefined)),
];

/** Merges lists of the engine into codes, by result. */
function codesOf(results: readonly Loose[]): Codes {
  const codes = (key: string): string[] => codesAt(results.flatMap((one) => listAt(one, key)));
  return {
    success: codes('success'),
    informational: codes('informational'),
    failure: codes('failure'),
  };
}

/** The engine's results for the files that one was made from. */
export const deltasOf = (results: Loose): Loose[] =>
  listAt(results, 'ingredientDeltas').map((delta) => objectAt(delta, 'validationDeltas'));

/** Findings from the engine's `validation_results` and the manifests of its crJSON. */
export function findingsOf(results: Loose, manifests: readonly unknown[] = []): Findings {
  const deltas = deltasOf(results);
  // Another program may have added the file without knowing its signer, who is trusted here.
  const trusted = new Set(
    deltas
      .flatMap((delta) => listAt(delta, 'success'))
      .filter((status) => textAt(status, 'code') === SIGNER_TRUSTED)
      .map((status) => textAt(status, 'url')),
  );
  const isOver = (status: unknown) =>
    textAt(status, 'code') === SIGNER_UNTRUSTED && trusted.has(textAt(status, 'url') ?? '');
  const recorded = manifests.flatMap(recordedBy).filter((status) => !isOver(status));
  return {
    ...codesOf([objectAt(results, 'activeManifest')]),
    ingredients: codesOf(deltas),
    recorded: codesAt(recorded),
  };
}

/**
 * Failures recorded in a manifest's ingredient assertions: `validationResults` of version 3, or `validationStatus`
 * of earlier ones.
 */
function recordedBy(manifest: unknown): unknown[] {
  const assertions = Object.entries(objectAt(manifest, 'assertions'));
  return assertions.flatMap(([label, assertion]) => {
    if (!label.startsWith('c2pa.ingredient')) return [];
    const results = objectAt(assertion, 'validationResults');
    const all = [objectAt(results, 'activeManifest'), ...deltasOf(results)];
    const listed = listAt(assertion, 'validationStatus');
    return [
      ...all.flatMap((one) => listAt(one, 'failure')),
      ...listed.filter((status) => saysFailure(textAt(status, 'code') ?? '')),
    ];
  });
}

/**
 * True for codes that decide nothing: something was not checked, or is a mere remark. For a manifest with
 * redactions, the engine only remarks that its signature is the named one.
 */
const isNeutral = (code: string): boolean =>
  code.endsWith('.skipped') ||
  code === 'ingredient.unknownProvenance' ||
  code === 'ingredient.claimSignature.validated';

const check = (code: string, passed: boolean, hasFailed: boolean): Check => ({
  code,
  passed,
  explanation: explain(code, hasFailed),
});

const ingredientCheck = (code: string, passed: boolean, hasFailed: boolean): Check => ({
  code,
  passed,
  explanation: explainInIngredient(code, hasFailed),
  inIngredient: true,
});

/** A manifest's codes as failed checks and passed checks, each in the engine's order. */
function sorted(
  {failure, informational, success}: Codes,
  toCheck: typeof check,
): {failed: Check[]; remarks: Check[]; passed: Check[]} {
  // The engine may report that one binding matched beside another that did not.
  const isDenied = (code: string) => failure.includes(code.replace(/\.match$/, '.mismatch'));
  const remarks = informational.filter((code) => !failure.includes(code));
  return {
    failed: failure.map((code) => toCheck(code, false, true)),
    remarks: remarks.filter((code) => !isNeutral(code)).map((code) => toCheck(code, false, false)),
    passed: [
      ...success.filter((code) => !isDenied(code)),
      ...remarks.filter((code) => isNeutral(code) && !success.includes(code)),
    ].map((code) => toCheck(code, true, false)),
  };
}

/**
 * Every code as a check with its sentence, failures first, then `own` if given. A code is listed once for the file,
 * and once for all files that it was made from.
 */
export function checksOf(findings: Findings, own: readonly Check[] = []): Check[] {
  const active = sorted(findings, check);
  const {ingredients: found, recorded} = findings;
  const failure = [...new Set([...found.failure, ...recorded])];
  const ingredients = sorted({...found, failure}, ingredientCheck);
  return [
    ...active.failed,
    ...ingredients.failed,
    ...active.remarks,
    ...ingredients.remarks,
    ...own.filter(({passed}) => !passed),
    ...active.passed,
    ...own.filter(({passed}) => passed),
    ...ingredients.passed,
  ];
}
