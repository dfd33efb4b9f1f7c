import {lstat, readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {unreadable, type Unreadable} from './unreadable.js';

/** A file to inspect, or a path that leads to none. */
export type FoundFile =
  /** `isNamed`: the caller named it. One that was found in a folder may be no photo or recording at all. */
  {name: 'file'; path: string; isNamed: boolean} | Unreadable;

/** Standard input, as a path. */
export const STANDARD_INPUT = '-';

/**
 * The files that these paths name, and all in the folders among them, as they are asked for: a folder's names in their
 * order, its folders where their names stand. Only the names in the folders on the way to a file are held.
 *
 * A link in a folder that leads to a file is followed, one to a folder is not: no tree is endless.
 */
export async function* mediaFiles(paths: readonly string[]): AsyncGenerator<FoundFile> {
  for (const path of paths) {
    if (path === STANDARD_INPUT) {
      yield {name: 'file', path, isNamed: true};
      continue;
    }
    try {
      if (!(await stat(path)).isDirectory()) {
        yield {name: 'file', path, isNamed: true};
        continue;
      }
    } catch (error) {
      yield unreadable(path, error);
      continue;
    }
    yield* filesIn(path);
  }
}

async function* filesIn(folder: string): AsyncGenerator<FoundFile> {
  let names: string[];
  try {
    names = (await readdir(folder)).sort();
  } catch (error) {
    yield unreadable(folder, error);
    return;
  }
  for (const name of names) {
    const path = join(folder, name);
    try {
      const found = await lstat(path);
      if (found.isDirectory()) yield* filesIn(path);
      else if (await isFile(path, found)) yield {name: 'file', path, isNamed: false};
    } catch (error) {
      yield unreadable(path, error);
    }
  }
}

type Found = Awaited<ReturnType<typeof lstat>>;

/** Pipes, sockets and devices are none: reading one may never end. */
const isFile = async (path: string, found: Found): Promise<boolean> =>
  found.isSymbolicLink() ? (await stat(path)).isFile() : found.isFile();
