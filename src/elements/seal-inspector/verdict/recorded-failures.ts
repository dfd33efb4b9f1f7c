import type {FactsState} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Ingredient} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Loose} from '@sealed-capture/seal/model/json/record.js';
import {isConfirmed} from './confirmable.js';

/** A failure in a file from which this one was made. */
export interface RecordedFailure {
  ingredient: Ingredient;
  code: string;
}

/**
 * What failed in the file's sources when they were added, according to a confirmed seal; each code of each file
 * once.
 */
export function recordedFailures(
  facts: FactsState | undefined,
  answer: Loose,
): readonly RecordedFailure[] {
  const seal = facts?.name === 'read' ? facts.facts.seal : undefined;
  if (!seal || !isConfirmed(answer, seal)) return [];
  const within = (ingredients: readonly Ingredient[]): RecordedFailure[] =>
    ingredients.flatMap((ingredient) => [
      ...[...new Set(ingredient.failures)].map((code) => ({ingredient, code})),
      ...within(ingredient.ingredients),
    ]);
  return within(seal.ingredients);
}
