import {execFile} from 'node:child_process';
import {chmod, rename, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {EmbeddedStore} from './expiring-store-embedded.js';
import {isMissing, makePrivateFolder} from './private-files.js';
import {SettingsError} from './settings-error.js';

/** How long reading the whole file may take. */
const CHECK_MS = 60_000;

export interface StoreFileOptions {
  dataFolder: string;
  /** Most bytes on disk. */
  limit: number;
  onError: (error: unknown) => void;
  /** The file was damaged; its folder has been moved there. */
  onDamage: (movedTo: string) => void;
}

/**
 * Opens the store in the data folder; makes it where there is none.
 *
 * A damaged one is moved aside, and an empty one takes its place: all in it expires by itself, nobody could mend
 * it, and a service that does not start seals nothing at all. What this costs is that seals whose answers never
 * arrived are made once more, and that nonces of the last minutes count as new.
 *
 * @throws {SettingsError} where the folder cannot be used
 */
export async function openStoreFile(options: StoreFileOptions): Promise<EmbeddedStore> {
  const {dataFolder, limit, onError, onDamage} = options;
  const folder = join(dataFolder, 'remembered');
  if ((await isThere(folder)) && !(await isReadable(folder))) {
    const movedTo = `${folder}.damaged-${Date.now()}`;
    await rename(folder, movedTo);
    onDamage(movedTo);
  }
  await makePrivateFolder(folder);
  // The files within have whatever mode this process gives new files.
  await chmod(folder, 0o700);
  try {
    return new EmbeddedStore(folder, {limit, onError});
  } catch (cause) {
    throw new SettingsError(`The store in ${folder} cannot be opened.`, {cause});
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Beside this file, in the form that this process runs: compiled, or TypeScript under a loader. */
const program = fileURLToPath(
  new URL(
    import.meta.url.replace(/expiring-store-file(\.\w+)(?:\?.*)?$/, 'expiring-store-check$1'),
  ),
);

/**
 * Whether all of it can be read. A process of its own tries: LMDB reads the file as memory, so that one that was cut
 * short or overwritten would end this one without a word.
 */
async function isReadable(folder: string): Promise<boolean> {
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [...loader, program, folder], {timeout: CHECK_MS}, (error) => {
      if (!error) return resolve(true);
      const {code, signal, killed} = error;
      if (!killed && (signal || code === DAMAGED)) return resolve(false);
      reject(new SettingsError(`The store in ${folder} cannot be read.`, {cause: error}));
    });
  });
}

/** The status with which the program says that LMDB refused the file. */
export const DAMAGED = 3;
