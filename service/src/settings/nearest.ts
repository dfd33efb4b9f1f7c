/** Most letters that may be wrong, missing or surplus. */
const MOST_CHANGES = 4;

/** The name that is most similar; undefined if none is similar enough. */
export function nearest<T extends string>(name: string, names: readonly T[]): T | undefined {
  const wanted = name.toUpperCase();
  let best: T | undefined;
  let fewest = MOST_CHANGES + 1;
  for (const one of names) {
    const changes = changesBetween(wanted, one);
    if (changes < fewest) [best, fewest] = [one, changes];
  }
  return best;
}

/** Levenshtein distance. */
function changesBetween(from: string, to: string): number {
  let row = Array.from({length: to.length + 1}, (_, index) => index);
  for (const [at, letter] of [...from].entries()) {
    const next = [at + 1];
    for (const [index, other] of [...to].entries()) {
      const change = letter === other ? 0 : 1;
      next.push(Math.min(row[index]! + change, row[index + 1]! + 1, next[index]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}
