import type {InspectionResult} from '@sealed-capture/seal/model/inspection/inspection-result.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';

/**
 * Differences between two verdicts on one file. Texts (`reason` and explanations) and the order of keys are not
 * compared.
 */
export interface Differences {
  state: boolean;
  /** Codes of checks that failed in one verdict only, for this file or one that it was made from; each once. */
  codes: string[];
  /** Names of the result's fields whose values differ, such as "signature", "tags" or "gps". */
  contents: string[];
}

export function differencesOf(service: InspectionResult, local: InspectionResult): Differences {
  const state = service.labelState !== local.labelState;
  // A service that implements only the reference API reports no checks, which contradicts none.
  const codes = state || service.checks.length > 0 ? codesApart(service, local) : [];
  const [theirs, ours] = [contentsOf(service), contentsOf(local)];
  const names = Object.keys({...theirs, ...ours});
  // If one of them found no seal to read, it has no contents to compare.
  const isSilent = state && [theirs, ours].some((contents) => Object.keys(contents).length === 0);
  // An older service says nothing of sets.
  const isOlder = (name: string) => name === 'set' && theirs[name] === undefined;
  const contents = isSilent
    ? []
    : names.filter((name) => !isOlder(name) && !isSame(theirs[name], ours[name]));
  return {state, codes, contents};
}

/**
 * Fields that are compared separately, that are texts only, or that follow from others: an older service has no comparison of
 * places.
 */
const others: readonly string[] = [
  'labelValid',
  'labelState',
  'reason',
  'checks',
  'placeComparison',
];

const contentsOf = (result: InspectionResult): Loose =>
  Object.fromEntries(
    Object.entries(result).filter(([name, value]) => !others.includes(name) && value !== undefined),
  );

function codesApart(service: InspectionResult, local: InspectionResult): string[] {
  const [theirs, ours] = [failuresOf(service), failuresOf(local)];
  const apart = [...theirs, ...ours].filter(([key]) => theirs.has(key) !== ours.has(key));
  return [...new Set(apart.map(([, code]) => code))];
}

/** Failed checks, keyed by what distinguishes them. */
const failuresOf = ({checks}: InspectionResult): Map<string, string> =>
  new Map(
    checks.flatMap(({code, passed, inIngredient = false}) =>
      passed ? [] : [[`${inIngredient} ${code}`, code]],
    ),
  );

const isNested = (value: unknown): value is Loose => typeof value === 'object' && value !== null;

function isSame(one: unknown, other: unknown): boolean {
  if (!isNested(one) || !isNested(other)) return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].every((name) => isSame(one[name], other[name]));
}
