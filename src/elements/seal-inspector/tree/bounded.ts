import type {Loose} from '@sealed-capture/seal/model/json/record.js';

/** Values of an answer that are shown at first, in all lists and objects together. */
const MOST_VALUES = 2_000;
/** Of one list or object. */
const FIRST = 1_000;
/** Characters of one text. */
const LONGEST_TEXT = 100_000;

/** A list or object of which a part is shown. */
export interface Cut {
  path: string;
  shown: number;
  total: number;
}

const cuts = new WeakMap<object, Cut>();
const lefts = new WeakMap<object, number>();

/** What was left out of a list or an object of {@link bounded}. */
export const cutOf = (value: unknown): Cut | undefined =>
  typeof value === 'object' && value !== null ? cuts.get(value) : undefined;

/** How many members a copy made by {@link bounded} lacks, apart from what is in those members. */
export const leftOutOf = (copy: Loose): number => lefts.get(copy) ?? 0;

/**
 * A copy of an answer that is shown at once, whatever the answer holds: the first members of each list and object, as
 * many as `wanted` has for its path, and without the parts that are not shown.
 */
export function bounded(
  answer: Loose,
  hidden: readonly string[],
  wanted: ReadonlyMap<string, number> = new Map(),
): Loose {
  let room = MOST_VALUES;
  let left = 0;
  const copy = (value: unknown, path: string): unknown => {
    if (typeof value === 'string' && value.length > LONGEST_TEXT)
      return `${value.slice(0, LONGEST_TEXT)}…`;
    if (typeof value !== 'object' || value === null) return value;
    const isList = Array.isArray(value);
    const keys = Object.keys(value);
    const total = keys.length;
    const shown = Math.min(total, wanted.get(path) ?? Math.min(FIRST, Math.max(0, room)));
    room -= shown;
    const copied = isList
      ? value.slice(0, shown).map((inner, index) => copy(inner, `${path}[${index}]`))
      : Object.fromEntries(
          keys
            .slice(0, shown)
            .map((key) => [key, copy((value as Loose)[key], path ? `${path}.${key}` : key)]),
        );
    if (shown < total) cuts.set(copied, {path, shown, total});
    left += total - shown;
    return copied;
  };
  const rest = Object.fromEntries(
    Object.entries(answer).filter(([name]) => !hidden.includes(name)),
  );
  const copied = copy(rest, '') as Loose;
  lefts.set(copied, left);
  return copied;
}
