import {open, rm} from 'node:fs/promises';
import {setTimeout as sleep} from 'node:timers/promises';
import {SettingsError} from './settings-error.js';

const LOCK_WAIT_MS = 5_000;

/**
 * Works on a file while no other process, or other call in this one, does so. The folder must be there.
 * @throws {SettingsError} where another holds the lock for longer than anyone should
 */
export async function withFileLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const lock = `${path}.lock`;
  await acquire(lock);
  try {
    return await work();
  } finally {
    await rm(lock, {force: true});
  }
}

async function acquire(lock: string): Promise<void> {
  for (const end = Date.now() + LOCK_WAIT_MS; ; await sleep(25)) {
    try {
      await (await open(lock, 'wx', 0o600)).close();
      return;
    } catch (error) {
      const held = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!held) throw error;
      if (Date.now() > end) {
        throw new SettingsError(
          `${lock} is held by another process. Remove it if none is at work there now.`,
          {cause: error},
        );
      }
    }
  }
}
