import {randomUUID} from 'node:crypto';
import {readFile, rename, rm, stat, writeFile} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {isMissing, readIfPresent} from './private-files.js';
import {SettingsError} from '../settings/settings-error.js';

/** Whoever holds a lock needs milliseconds: one that is older was left by a process that ended within. */
const LEFT_MS = 30_000;
/** Long enough that a lock is let go or counts as left. */
const WAIT_MS = LEFT_MS + 5_000;
/** How long another may take between looking at a lock and taking it over. */
const SETTLE_MS = 250;

/**
 * Works on a file while no other process, or other call in this one, does so. The folder must be there. A lock that
 * a process left when it was killed, or the power cut, is taken over after 30 seconds.
 *
 * @throws {SettingsError} where others hold the lock for longer than anyone should
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  const owner = randomUUID();
  await acquire(lock, owner);
  try {
    return await work();
  } finally {
    if ((await ownerOf(lock)) === owner) await rm(lock, {force: true});
  }
}

async function acquire(lock: string, owner: string): Promise<void> {
  for (const end = performance.now() + WAIT_MS; ; await sleep(25)) {
    if (await isMade(lock, owner)) return;
    if ((await isLeft(lock)) && (await isTakenOver(lock, owner))) return;
    if (performance.now() > end) {
      throw new SettingsError(
        `${lock} is held by another process. Remove it if none is at work there now.`,
      );
    }
  }
}

async function isMade(lock: string, owner: string): Promise<boolean> {
  try {
    await writeFile(lock, owner, {flag: 'wx', mode: 0o600});
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** A time ahead of ours is of a clock that was set back since, as some are without power. */
async function isLeft(lock: string): Promise<boolean> {
  try {
    const {mtimeMs} = await stat(lock);
    return Math.abs(Date.now() - mtimeMs) > LEFT_MS;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** Where several do this at once, each replaces the one before; the last one's name stays. */
async function isTakenOver(lock: string, owner: string): Promise<boolean> {
  const draft = `${lock}.${owner}`;
  await writeFile(draft, owner, {flag: 'wx', mode: 0o600});
  await rename(draft, lock);
  await sleep(SETTLE_MS);
  return (await ownerOf(lock)) === owner;
}

const ownerOf = (lock: string): Promise<string | undefined> =>
  readIfPresent(lock, (path) => readFile(path, 'utf8'));
