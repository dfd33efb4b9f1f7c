import {execFile} from 'node:child_process';
import {chmod, open, readdir, readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {EmbeddedStore, type Flush} from './expiring-store-embedded.js';
import {isMissing, makePrivateFolder, readIfPresent} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';

/** How long reading the whole file may take: a service whose start takes longer is often ended for it. */
const CHECK_MS = 60_000;

export interface StoreFileOptions {
  dataFolder: string;
  /** Most bytes on disk. */
  limit: number;
  onError: (error: unknown) => void;
  /** The store that was there is not used, and begins anew. */
  onLoss: (loss: StoreLoss) => void;
  /** Names this start of the machine; the system's own by default. */
  bootId?: string;
  /** Milliseconds that reading all of a file may take that was not closed in order; a minute by default. */
  checkTime?: number;
}

/**
 * Why a store begins anew: the machine went off before all was on disk, the file is damaged, or it could not be read
 * within its time. What may be of use to someone has been moved; of several such, the last stays.
 */
export type StoreLoss = {reason: 'not-flushed'} | {reason: 'damaged' | 'too-slow'; movedTo: string};

/** Changes with each start of the machine. Only Linux has it. */
const BOOT_ID = '/proc/sys/kernel/random/boot_id';
/** Which start of the machine the store was last open in. */
const BOOT_FILE = 'boot';
/** There while all that was written is on disk, with the data file's size and time as they were then. */
const FLUSHED_FILE = 'flushed';
const DATA_FILE = 'data.mdb';

/**
 * Opens the store in the data folder; makes it where there is none.
 *
 * Changes are flushed to disk when the store is closed, not before: they outlive this process however it ends, as
 * the system holds them. After a power cut, the store begins anew. A flush for each change, as where the system does
 * not tell its starts apart, would make sealing many times slower on a busy disk, and save little: a page that has
 * its answer asks no more, and one that has not gets one more seal of its capture, whose first nobody ever saw.
 * Nonces are forgotten as well, and are of use for a few minutes only.
 *
 * A damaged store begins anew too, and so does one that takes too long to read: nobody could mend it, and a service
 * that does not start seals nothing at all. One that was closed, and is as it was then, is not read beforehand.
 *
 * @throws {SettingsError} where the folder cannot be used
 */
export async function openStoreFile(options: StoreFileOptions): Promise<EmbeddedStore> {
  const {
    dataFolder,
    limit,
    onError,
    onLoss,
    bootId = await readIfPresent(BOOT_ID, readText),
    checkTime = CHECK_MS,
  } = options;
  const folder = join(dataFolder, 'remembered');
  const flush: Flush = bootId === undefined ? 'always' : 'at-close';
  let movedTo: string | undefined;
  if (await isThere(folder)) {
    const state = await stateOf(folder, {bootId, flush, checkTime});
    if (state !== 'usable') {
      const loss = await putAway(folder, state);
      if (loss.reason !== 'not-flushed') ({movedTo} = loss);
      onLoss(loss);
    }
  }
  await removeMoved(folder, movedTo).catch(onError);
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
        const path = join(folder, DATA_FILE);
        await flushFile(path);
        await writeFile(flushed, await stampOf(path));
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

type State = 'usable' | StoreLoss['reason'];

interface Circumstances {
  bootId: string | undefined;
  flush: Flush;
  checkTime: number;
}

async function stateOf(folder: string, {bootId, flush, checkTime}: Circumstances): Promise<State> {
  const flushed = await readIfPresent(join(folder, FLUSHED_FILE), readText);
  if (flushed === undefined) {
    // Empty where each change was flushed.
    const before = await readIfPresent(join(folder, BOOT_FILE), readText);
    if (before && bootId !== undefined && before !== bootId) return 'not-flushed';
  } else if (flushed === (await readIfPresent(join(folder, DATA_FILE), stampOf))) {
    return 'usable';
  }
  return readingState(folder, flush, checkTime);
}

/** What tells a file that was written to, cut short or copied since. */
async function stampOf(path: string): Promise<string> {
  const {size, mtimeMs} = await stat(path);
  return `${size} ${mtimeMs}`;
}

/** Deletes what is only incomplete, as every power cut leaves one, and moves aside what somebody may look into. */
async function putAway(folder: string, reason: StoreLoss['reason']): Promise<StoreLoss> {
  if (reason === 'not-flushed') {
    // First, so that no half of a folder is ever taken for a whole one.
    await rm(join(folder, DATA_FILE), {force: true});
    await rm(folder, {recursive: true});
    return {reason};
  }
  const movedTo = `${movedAside(folder)}${Date.now()}`;
  await rename(folder, movedTo);
  return {reason, movedTo};
}

const movedAside = (folder: string): string => `${folder}.damaged-`;

/** Removes what was moved aside, but for this one, or else the last. */
async function removeMoved(folder: string, kept?: string): Promise<void> {
  const parent = dirname(folder);
  const prefix = basename(movedAside(folder));
  const moved = (await readdir(parent)).filter((name) => name.startsWith(prefix)).sort();
  const last = kept === undefined ? moved.at(-1) : basename(kept);
  for (const name of moved) {
    if (name !== last) await rm(join(parent, name), {recursive: true});
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
async function readingState(folder: string, flush: Flush, checkTime: number): Promise<State> {
  const loader = program.endsWith('.ts') ? ['--import', import.meta.resolve('tsx')] : [];
  return new Promise((resolve, reject) => {
    const args = [...loader, program, folder, flush];
    execFile(process.execPath, args, {timeout: checkTime}, (error) => {
      if (!error) return resolve('usable');
      const {code, signal, killed} = error;
      if (killed) return resolve('too-slow');
      if (signal || code === DAMAGED) return resolve('damaged');
      reject(new SettingsError(`The store in ${folder} cannot be read.`, {cause: error}));
    });
  });
}

/** The status with which the program says that LMDB refused the file. */
export const DAMAGED = 3;
