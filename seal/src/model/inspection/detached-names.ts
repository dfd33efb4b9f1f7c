/** What the name of a seal in a file of its own ends with: `photo.jpg.c2pa`, or `photo.c2pa`, for `photo.jpg`. */
export const DETACHED = '.c2pa';

/** Largest seal in a file of its own that is read, in bytes. */
export const LARGEST_DETACHED = 32 * 1024 * 1024;

/** A path without the extension of its file. */
export const stemOf = (path: string): string => path.replace(/\.[^./\\]+$/, '');

/**
 * The names of the media that were found together. They decide whether a seal is a file's own: `photo.c2pa` can be
 * that of `photo.jpg` or of `photo.png`, and is used only if there is one of them.
 */
export class MediaNames {
  readonly #paths = new Map<string, number>();
  readonly #pathsAndStems = new Map<string, number>();

  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      count(this.#paths, path);
      for (const key of new Set([path, stemOf(path)])) count(this.#pathsAndStems, key);
    }
  }

  /** True if no other of the media has this path. Files of dropped folders come without their folders. */
  isUnique(path: string): boolean {
    return (this.#paths.get(path) ?? 0) <= 1;
  }

  /** True if `photo.c2pa` can only be the seal of this `photo.jpg`. */
  hasStemAlone(path: string): boolean {
    const stem = stemOf(path);
    const own = this.#paths.has(path) ? 1 : 0;
    return stem !== path && (this.#pathsAndStems.get(stem) ?? 0) <= own;
  }
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
