/**
 * Something about several files that is worth a look, and never a verdict. `files` are the ids of the files that the
 * sentence names.
 */
export type Signal = (
  | {
      kind: 'apart';
      files: readonly [number, number];
      meters: number;
      milliseconds: number;
      /** As the files name it. */
      device: string;
      /** Number of further pairs of this camera. */
      more: number;
    }
  | {kind: 'same'; by: 'bytes' | 'pixels' | 'similar'; files: readonly number[]}
  | {
      kind: 'order';
      /** The second has the higher number and the earlier time. */
      files: readonly [number, number];
      milliseconds: number;
      /** Number of further pairs in this series. */
      more: number;
    }
  | {
      kind: 'accounts';
      of: 'signers' | 'accounts';
      files: readonly number[];
      device: string;
      names: readonly string[];
    }
  | {
      kind: 'gap';
      of: 'names' | 'shots';
      /** The first and the last of the series. */
      files: readonly [number, number];
      /** At most {@link MOST_MISSING}. */
      missing: readonly string[];
      /** Number of further missing ones. */
      more: number;
    }
) & {
  /** False if it rests on a seal that does not hold, or that is not trusted, or on data without a seal. */
  isConfirmed: boolean;
};

/** Missing numbers that are named. */
export const MOST_MISSING = 5;

/** The values in groups with the same key; those without a key are left out. */
export function groupedBy<Value>(
  values: Iterable<Value>,
  keyOf: (value: Value) => string | undefined,
): Value[][] {
  const groups = new Map<string, Value[]>();
  for (const value of values) {
    const key = keyOf(value);
    if (key === undefined) continue;
    const group = groups.get(key);
    if (group) group.push(value);
    else groups.set(key, [value]);
  }
  return [...groups.values()];
}
