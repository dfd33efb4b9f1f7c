import {randomUUID} from 'node:crypto';
import {mkdirSync, statSync} from 'node:fs';
import {open, readFile, rename, rm, stat} from 'node:fs/promises';
import {dirname, join, resolve} from 'node:path';
import type {FastifyInstance} from 'fastify';
import {SettingsError} from '../settings/settings-error.js';
import {codeOf, fileProblem} from './file-problem.js';

const isFolder = (path: string): boolean =>
  statSync(path, {throwIfNoEntry: false})?.isDirectory() ?? false;

/**
 * Makes a folder and its missing parents, each for its owner only. Returns the first that was made. Throws the
 * system's error. Node 20's own recursive mkdir never returns if a folder exists but denies that one within it
 * does, as /proc does.
 */
export function makeFolders(path: string): string | undefined {
  const missing: string[] = [];
  let at = resolve(path);
  while (statSync(at, {throwIfNoEntry: false}) === undefined && dirname(at) !== at) {
    missing.unshift(at);
    at = dirname(at);
  }
  if (missing.length === 0 && !isFolder(at)) missing.push(at);
  for (const one of missing) {
    try {
      mkdirSync(one, {mode: 0o700});
    } catch (error) {
      // Another process may have made it first.
      if (codeOf(error) !== 'EEXIST' || !isFolder(one)) throw error;
    }
  }
  return missing[0];
}

/**
 * Makes a folder that only its owner may enter. An existing folder is not changed: other users may list it, but its
 * secrets are files with a mode of their own.
 * @throws {SettingsError} if it cannot be made, or if other users can write to an existing one and so put their own
 *   keys there
 */
export async function makePrivateFolder(path: string): Promise<void> {
  let made: string | undefined;
  try {
    made = makeFolders(path);
  } catch (cause) {
    const why = fileProblem(path, 'made', cause, 'name another folder with SEALED_CAPTURE_DATA');
    throw new SettingsError(why, {cause});
  }
  // Windows has no permission bits; the folder's access list applies.
  if (made !== undefined || process.platform === 'win32') return;
  const {mode} = await stat(path);
  if ((mode & 0o022) !== 0) {
    throw new SettingsError(
      `Other users can write to ${path}. Choose a folder of its own, or close this one first: chmod go-w ${JSON.stringify(path)}`,
    );
  }
}

/**
 * Replaces a file atomically: readers see the old or the new content, also after a power cut. Mode 0600.
 * @throws {SettingsError} if it cannot be written
 */
export async function writePrivateFile(path: string, content: string): Promise<void> {
  const draft = join(dirname(path), `.${randomUUID()}.new`);
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (error) {
    await rm(draft, {force: true}).catch(() => {});
    refuse(path, 'written', error);
  }
  await syncFolder(dirname(path));
}

/** Reads a file that holds a secret. @throws {SettingsError} as {@link requirePrivate} does */
export async function readPrivateFile(path: string): Promise<string> {
  await requirePrivate(path);
  return readText(path);
}

/** @throws {SettingsError} if other users of this machine can read the file, or this process cannot */
export async function requirePrivate(path: string): Promise<void> {
  const {mode} = await stat(path).catch((error: unknown) => refuse(path, 'read', error));
  // Windows has no permission bits; the folder's access list applies.
  if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
    throw new SettingsError(
      `${path} can be read by other users. Close it first: chmod 600 ${JSON.stringify(path)}`,
    );
  }
}

/**
 * Logs, once a minute, while other users can read the file. The file stays in use, because stopping the service
 * would help nobody.
 */
export function watchPrivacy(app: FastifyInstance, path: string, every = 60_000): void {
  const timer = setInterval(() => {
    requirePrivate(path).catch((err: unknown) => {
      app.log.error({err}, 'The file of API keys can be read by other users: chmod 600 keys.db');
    });
  }, every).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}

/**
 * Reads a file of the operator's folders.
 * @throws {SettingsError} if it exists and cannot be read
 */
export const readText = (path: string): Promise<string> =>
  readFile(path, 'utf8').catch((error: unknown) => refuse(path, 'read', error));

/**
 * Throws an error of the file system as a SettingsError with advice. Errors for missing files, and all others, are
 * thrown unchanged.
 */
export function refuse(path: string, done: 'read' | 'written', cause: unknown): never {
  if (codeOf(cause) === undefined || isMissing(cause)) throw cause;
  const instead =
    'name another folder with SEALED_CAPTURE_DATA (that of the live environment with SEALED_CAPTURE_LIVE)';
  throw new SettingsError(fileProblem(path, done, cause, instead), {cause});
}

/** True for "there is no such file or folder". */
export const isMissing = (error: unknown): boolean => codeOf(error) === 'ENOENT';

/** Content of a file, or undefined if it does not exist. */
export async function readIfPresent<T>(
  path: string,
  read: (path: string) => Promise<T>,
): Promise<T | undefined> {
  try {
    return await read(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Flushes a folder, so that a new name in it survives a power cut. Some platforms cannot open folders. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
