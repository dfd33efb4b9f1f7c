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
  // This package's service names the origin of each of its seals. An older one does not, and knows none of the later fields.
  const isOlder = service.origin === undefined;
  const [theirs, ours] = [contentsOf(service, isOlder), contentsOf(local, isOlder)];
  const names = Object.keys({...theirs, ...ours});
  // If one of them found no seal to read, it has no contents to compare.
  const isSilent = state && [theirs, ours].some((contents) => Object.keys(contents).length === 0);
  const contents = isSilent ? [] : names.filter((name) => !isSame(theirs[name], ours[name]));
  return {state, codes, contents};
}

/** Fields that are compared separately, that are texts only, or that follow from others. */
const others = ['labelValid', 'labelState', 'reason', 'checks', 'placeComparison'];
/** Fields that an older service does not know. */
const later = ['set', 'origin', 'imported'];

function contentsOf({features, ...result}: InspectionResult, isOlder: boolean): Loose {
  const left = isOlder ? [...others, ...later] : others;
  const {shot, ...more} = features ?? {};
  const compared =
    shot && isOlder ? {...more, shot: {...shot, expectedPlace: undefined}} : features;
  return Object.fromEntries(
    Object.entries({...result, features: compared}).filter(
      ([name, value]) => !left.includes(name) && value !== undefined,
    ),
  );
}

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
