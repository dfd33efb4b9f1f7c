import {execFile} from 'node:child_process';
import {chmod, open, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {EmbeddedStore, type Flush} from './expiring-store-embedded.js';
import {isMissing, makePrivateFolder, readIfPresent} from './private-files.js';
import {SettingsError} from './settings-error.js';

/** How long reading the whole file may take. */
const CHECK_MS = 60_000;

export interface StoreFileOptions {
  dataFolder: string;
  /** Most bytes on disk. */
  limit: number;
  onError: (error: unknown) => void;
  /** The file was damaged, or had not been flushed when the machine went off; its folder has been moved there. */
  onDamage: (movedTo: string) => void;
  /** Names this start of the machine; the system's own by default. */
  bootId?: string;
}

/** Changes with each start of the machine. Only Linux has it. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
/** Which start of the machine the store was last open in. */
const BOOT_FILE = 'boot';
/** There while all that was written is on disk. */
const FLUSHED_FILE = 'flushed';

/**
 * Opens the store in the data folder; makes it where there is none.
 *
 * Changes are flushed to disk when the store is closed, not before: they outlive this process however it ends, as
 * the system holds them. After a power cut, the store begins anew. A flush for each change, as where the system does
 * not tell its starts apart, would make sealing many times slower on a busy disk, and save little: a page that has
 * its answer asks no more, and one that has not gets one more seal of its capture, whose first nobody ever saw.
 * Nonces are forgotten as well, and are of use for a few minutes only.
 *
 * A damaged store is moved aside and begins anew too: nobody could mend it, and a service that does not start seals
 * nothing at all.
 *
 * @throws {SettingsError} where the folder cannot be used
 */
export async function openStoreFile(options: StoreFileOptions): Promise<EmbeddedStore> {
  const {
    dataFolder,
    limit,
    onError,
    onDamage,
    bootId = await readIfPresent(BOOT_ID, readText),
  } = options;
  const folder = join(dataFolder, 'remembered');
  const flush: Flush = bootId === undefined ? 'always' : 'at-close';
  if (await isThere(folder)) {
    if (!(await isComplete(folder, bootId)) || !(await isReadable(folder, flush))) {
      const movedTo = `${folder}.damaged-${Date.now()}`;
      await rename(folder, movedTo);
      onDamage(movedTo);
    }
  }
  await makePrivateFolder(folder);
  // The files within have whatever mode this process gives new files.
  await chmod(folder, 0o700);
  const flushed = join(folder, FLUSHED_FILE);
  const unflushed = () => rm(flushed, {force: true});
  await writeFile(join(folder, BOOT_FILE), bootId ?? '');
  await unflushed();
  try {
    // Another process may have closed it, and this one goes on.
    return new EmbeddedStore(folder, {
      limit,
      flush,
      onError,
      onSweep: unflushed,
      onClosed: async () => {
        await flushFile(join(folder, 'data.mdb'));
        await writeFile(flushed, '');
      },
    });
  } catch (cause) {
    throw new SettingsError(`The store in ${folder} cannot be opened.`, {cause});
  }
}

async function flushFile(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

const readText = (path: string): Promise<string> => readFile(path, 'utf8');

/** Whether nothing is missing that the system had still to write when the machine went off. */
async function isComplete(folder: string, bootId: string | undefined): Promise<boolean> {
  if (bootId === undefined || (await isThere(join(folder, FLUSHED_FILE)))) return true;
  const before = await readIfPresent(join(folder, BOOT_FILE), readText);
  return before === undefined || before === bootId;
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
async function isReadable(folder: string, flush: Flush): Promise<boolean> {
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return new Promise((resolve, reject) => {
    const args = [...loader, program, folder, flush];
    execFile(process.execPath, args, {timeout: CHECK_MS}, (error) => {
      if (!error) return resolve(true);
      const {code, signal, killed} = error;
      if (!killed && (signal || code === DAMAGED)) return resolve(false);
      reject(new SettingsError(`The store in ${folder} cannot be read.`, {cause: error}));
    });
  });
}

/** The status with which the program says that LMDB refused the file. */
export const DAMAGED = 3;
