import {saysFailure} from '../status-codes.js';
import {
  type Ingredient,
  type SealContents,
  type SealedAction,
  type SealedAttitude,
} from '../model/inspection/seal-contents.js';
import {type CborMap} from '../checking/read-manifest.js';
import {list, number, text} from '../model/json/loose-json.js';
import {mapOf} from './loose-cbor.js';

/** Longest text in characters, so that repeated texts do not fill the memory. */
const LONGEST_TEXT = 2000;
const MOST_ACTIONS = 200;
const MOST_FAILURES = 10;
const LONGEST_CODE = 100;

/** The number of omitted items, or undefined instead of zero. */
export const leftOut = (all: number, told: number): number | undefined => all - told || undefined;

export const textOf = (value: unknown): string | undefined => text(value)?.slice(0, LONGEST_TEXT);

/** The name of a program, from a list, an object, or a text. */
function programOf(value: unknown): string | undefined {
  const info = mapOf(Array.isArray(value) ? value[0] : value);
  const parts = [textOf(info.get('name')), textOf(info.get('version'))];
  return textOf(value) ?? textOf(parts.filter((part) => part !== undefined).join(' '));
}

/** Name and version of the program that made a claim of version 1 or 2. */
export const claimGeneratorOf = (claim: CborMap): string | undefined =>
  programOf(claim.get('claim_generator_info')) ?? programOf(claim.get('claim_generator'));

function actionOf(action: CborMap, name: string, programs: readonly unknown[]): SealedAction {
  const index = action.get('softwareAgentIndex');
  const indexed = typeof index === 'number' ? programs[index] : undefined;
  return {
    name,
    when: textOf(action.get('when')),
    software: programOf(action.get('softwareAgent') ?? indexed),
    digitalSourceType: textOf(action.get('digitalSourceType'))?.trim(),
  };
}

/** Actions of all c2pa.actions and c2pa.actions.v2 assertions. */
export function actionsOf(
  assertions: readonly CborMap[],
): Pick<SealContents, 'actions' | 'actionsLeftOut'> {
  const actions: SealedAction[] = [];
  let count = 0;
  for (const assertion of assertions) {
    const programs = list(assertion.get('softwareAgents'));
    for (const entry of list(assertion.get('actions'))) {
      const name = textOf(mapOf(entry).get('action'));
      if (name === undefined) continue;
      if (++count <= MOST_ACTIONS) actions.push(actionOf(mapOf(entry), name, programs));
    }
  }
  return {actions, actionsLeftOut: leftOut(count, actions.length)};
}

/** The attitude in this package's own assertions, each value from the first that has it; undefined if none has any. */
export function attitudeOf(assertions: readonly CborMap[]): SealedAttitude | undefined {
  const valueOf = (section: string, name: string): number | undefined =>
    assertions
      .map((assertion) => number(mapOf(assertion.get(section)).get(name)))
      .find((value) => value !== undefined);
  const heading = valueOf('magnetometer', 'heading');
  const [roll, pitch] = [valueOf('orientation', 'roll'), valueOf('orientation', 'pitch')];
  const attitude = {heading, roll, pitch};
  return Object.values(attitude).every((value) => value === undefined) ? undefined : attitude;
}

const codesIn = (statuses: unknown): string[] =>
  list(statuses)
    .map((status) => textOf(mapOf(status).get('code'))?.slice(0, LONGEST_CODE))
    .filter((code) => code !== undefined);

/** Failures when the ingredient was added: in its own seal, and in its own ingredients. */
function failuresOf(assertion: CborMap): Pick<Ingredient, 'failures' | 'failuresLeftOut'> {
  const results = mapOf(assertion.get('validationResults'));
  const deltas = list(results.get('ingredientDeltas')).map((delta) =>
    mapOf(mapOf(delta).get('validationDeltas')),
  );
  const failed = [mapOf(results.get('activeManifest')), ...deltas].flatMap((found) =>
    codesIn(found.get('failure')),
  );
  const listed = codesIn(assertion.get('validationStatus')).filter(saysFailure);
  const all = [...new Set([...failed, ...listed])];
  const failures = all.slice(0, MOST_FAILURES);
  return {failures, failuresLeftOut: leftOut(all.length, failures.length)};
}

const relationships = ['parentOf', 'componentOf', 'inputTo'] as const;

/** Fields of a c2pa.ingredient assertion of version 1, 2 or 3, without those in other boxes. */
export const ingredientOf = (assertion: CborMap): Ingredient => ({
  title: textOf(assertion.get('dc:title')),
  mediaType: textOf(assertion.get('dc:format')),
  relationship: relationships.find((name) => name === assertion.get('relationship')),
  ...((assertion.has('activeManifest') || assertion.has('c2pa_manifest')) && {hasSeal: true}),
  ...failuresOf(assertion),
  ingredients: [],
});
