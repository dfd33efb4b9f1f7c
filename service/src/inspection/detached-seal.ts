import {constants, open, readdir, stat} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {
  DETACHED,
  LARGEST_DETACHED,
  MediaNames,
  stemOf,
} from '@sealed-capture/seal/model/inspection/detached-names.js';
import {isInspectable} from '@sealed-capture/seal/model/readable-media.js';
import type {DetachedSeal} from '@sealed-capture/seal/detached/read-detached.js';

/** Finds seals in files of their own. Holds the names of the last folder. */
export class DetachedSeals {
  #last?: {folder: string; names: Promise<MediaNames>};

  /**
   * The seal in a file beside `path`: `photo.jpg.c2pa` for `photo.jpg`, or `photo.c2pa` if no other medium in the
   * folder has that stem. Undefined if there is none that can be read.
   */
  async of(path: string): Promise<DetachedSeal | undefined> {
    const own = await sealAt(`${path}${DETACHED}`);
    if (own) return own;
    const stem = stemOf(path);
    const shared = stem === path ? undefined : await sealAt(`${stem}${DETACHED}`);
    if (!shared) return undefined;
    const names = await this.#namesIn(dirname(path));
    return names.hasStemAlone(basename(path)) ? {...shared, isByStem: true} : undefined;
  }

  #namesIn(folder: string): Promise<MediaNames> {
    if (this.#last?.folder !== folder)
      this.#last = {folder, names: mediaIn(folder).then((names) => new MediaNames(names))};
    return this.#last.names;
  }
}

/**
 * The medium that `photo.jpg.c2pa` or `photo.c2pa` is about. Undefined for a path of another kind, and if there is no
 * medium, or several that `photo.c2pa` may be about.
 */
export async function mediumOf(path: string): Promise<string | undefined> {
  if (!path.endsWith(DETACHED)) return undefined;
  const named = path.slice(0, -DETACHED.length);
  if (await isFile(named)) return named;
  const names = await mediaIn(dirname(path));
  const [only, ...others] = names.filter((name) => stemOf(name) === basename(named));
  return only !== undefined && others.length === 0 ? join(dirname(path), only) : undefined;
}

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

/** A folder whose names may not be read counts as one without further media. */
async function mediaIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter((name) => isInspectable('', name));
}

async function sealAt(path: string): Promise<DetachedSeal | undefined> {
  try {
    return await readSeal(path);
  } catch {
    return undefined;
  }
}

async function readSeal(path: string): Promise<DetachedSeal | undefined> {
  const handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    const found = await handle.stat();
    if (!found.isFile()) return undefined;
    const bytes = found.size <= LARGEST_DETACHED ? await handle.readFile() : undefined;
    return {name: basename(path), bytes};
  } finally {
    await handle.close();
  }
}
