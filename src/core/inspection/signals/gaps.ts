import {isConfirmed, type KnownFile} from './known-file.js';
import {seriesOfNames, seriesOfShots, type Series} from './numbered.js';
import {MOST_MISSING, type Signal} from './signal.js';

/** Files from which on a series is one: two numbers may be far apart by chance. */
const LEAST_FILES = 3;

/** Missing numbers within a series of which at least half is there. */
export const gaps = (files: readonly KnownFile[]): Signal[] => [
  ...seriesOfNames(files).flatMap((series) => gapIn(series, 'names', true)),
  ...seriesOfShots(files).flatMap((series) =>
    gapIn(
      series,
      'shots',
      series.members.every(({file}) => isConfirmed(file)),
    ),
  ),
];

function gapIn({members, nameOf}: Series, of: 'names' | 'shots', isConfirmed: boolean): Signal[] {
  const there = new Set(members.map(({number}) => number));
  const [first, last] = [members[0], members.at(-1)];
  if (!first || !last || there.size < LEAST_FILES) return [];
  const range = last.number - first.number + 1;
  if (range === there.size || there.size * 2 < range) return [];
  const missing: string[] = [];
  let count = 0;
  for (let number = first.number; number < last.number; number++) {
    if (there.has(number)) continue;
    count++;
    if (missing.length < MOST_MISSING) missing.push(nameOf(number));
  }
  const files = [first.file.id, last.file.id] as const;
  return [{kind: 'gap', of, files, missing, more: count - missing.length, isConfirmed}];
}
