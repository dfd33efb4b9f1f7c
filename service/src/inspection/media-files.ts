import {lstat, readdir, stat} from 'node:fs/promises';
import {isAbsolute, join, relative, resolve} from 'node:path';
import {mediumOf} from './detached-seal.js';
import {unreadable, type Unreadable} from './unreadable.js';

/** A file to inspect, or a path without one. */
export type FoundFile =
  /** `isNamed`: the caller named this file. A file from a folder may be of a kind that seals are not read from; a detached seal is reported with its file. */
  {name: 'file'; path: string; isNamed: boolean} | Unreadable;

/** The path that stands for standard input. */
export const STANDARD_INPUT = '-';

/**
 * Yields the files that the paths name, and all files in folders among them, in the order of names. Only the names
 * of the folders on the current path are held in memory.
 *
 * Links to files are followed. Links to folders are not, so that no tree is endless.
 */
export async function* mediaFiles(paths: readonly string[]): AsyncGenerator<FoundFile> {
  for (const path of paths) {
    if (path === STANDARD_INPUT) {
      yield {name: 'file', path, isNamed: true};
      continue;
    }
    try {
      if (!(await stat(path)).isDirectory()) {
        yield {name: 'file', path, isNamed: !(await isSealOfAny(path, paths))};
        continue;
      }
    } catch (error) {
      yield unreadable(path, error);
      continue;
    }
    yield* filesIn(path);
  }
}

/** True for a seal in a file of its own whose medium is among these paths, or in a folder among them. */
async function isSealOfAny(path: string, paths: readonly string[]): Promise<boolean> {
  const medium = await mediumOf(path);
  if (medium === undefined) return false;
  return paths.some((given) => {
    if (given === STANDARD_INPUT) return false;
    const rest = relative(resolve(given), resolve(medium));
    return !/^\.\.([/\\]|$)/.test(rest) && !isAbsolute(rest);
  });
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

/** False for pipes, sockets and devices: reading one may never end. */
const isFile = async (path: string, found: Found): Promise<boolean> =>
  found.isSymbolicLink() ? (await stat(path)).isFile() : found.isFile();
