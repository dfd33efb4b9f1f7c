import {isConfirmed, signerOf, type SetFile} from './set-files.js';

/** The ids of sets in which captures are numbered, by signer, job and capture. */
export type Elsewhere = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Finds out which captures the sets of a folder have numbered. A device may continue a set of which the service has lost
 * the numbers: its closing record then lists captures of both sets.
 */
export function numberedIn(sets: Iterable<readonly SetFile[]>): Elsewhere {
  const numbered = new Map<string, Set<string>>();
  for (const files of sets) {
    for (const one of files) {
      if (!isConfirmed(one)) continue;
      const {set, captureId, seals = []} = one.set;
      for (const id of [captureId, ...seals.map((seal) => seal.captureId)]) {
        const key = id === undefined ? undefined : keyOf(one, id);
        if (key === undefined) continue;
        const known = numbered.get(key);
        if (known) known.add(set);
        else numbered.set(key, new Set([set]));
      }
    }
  }
  return numbered;
}

/** True if another set of the same signer and job has numbered the capture. */
export function isElsewhere(numbered: Elsewhere, closing: SetFile, captureId: string): boolean {
  const key = keyOf(closing, captureId);
  const sets = key === undefined ? undefined : numbered.get(key);
  return sets !== undefined && (sets.size > 1 || !sets.has(closing.set.set));
}

/** Undefined if the file names no job: nothing then says that two sets are about the same. */
function keyOf(one: SetFile, captureId: string): string | undefined {
  const job = one.set.told?.job;
  return job && JSON.stringify([one.rank, signerOf(one), job, captureId.toLowerCase()]);
}
