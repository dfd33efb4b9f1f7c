import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

/** Names of files that count: certificates and keys. Temporary files of editors and copies do not. */
const COUNTED = /^[\w-]+\.(?:pem|key)$/;
/** Most checks between two attempts to use what failed before. */
const LONGEST_PAUSE = 20;

/**
 * Calls `onChange` after certificates or keys in a folder have changed and then stayed the same for one check, so
 * that files that are written one after the other count as one change. The folder is polled, because network file
 * systems and container volumes do not always report changes.
 *
 * @param onChange resolves to true if the files can be used; otherwise it is called again, after pauses that double
 *   up to 20 checks, because the fault may be elsewhere, such as in a passphrase file. Never rejects
 * @param every milliseconds between checks
 * @returns a function that ends the watch
 */
export async function watchLiveFolder(
  folder: string,
  onChange: () => Promise<boolean>,
  every: number,
): Promise<() => void> {
  let known = await stateOf(folder);
  let last = known;
  /** Checks until the next attempt, and between the last two attempts. */
  let wait = 0;
  let pause = 0;
  const check = async () => {
    const found = await stateOf(folder);
    if (found !== last) wait = pause = 0;
    else if (found !== known && wait > 0) wait--;
    else if (found !== known) {
      if (await onChange()) known = found;
      pause = Math.min(LONGEST_PAUSE, Math.max(1, pause * 2));
      wait = pause;
    }
    last = found;
  };
  const end = new AbortController();
  void (async () => {
    // A check may wait for a remote key, so the pause starts after it.
    while (await pauseUnless(end.signal, every)) await check();
  })();
  return () => end.abort();
}

/** @returns true if the time has passed, false if the pause was aborted */
const pauseUnless = (signal: AbortSignal, milliseconds: number): Promise<boolean> =>
  sleep(milliseconds, true, {ref: false, signal}).catch(() => false);

/** A text that differs for each content of the folder; empty while the folder cannot be read. */
async function stateOf(folder: string): Promise<string> {
  try {
    const names = (await readdir(folder)).filter((name) => COUNTED.test(name)).sort();
    const files = await Promise.all(
      names.map(async (name) => {
        const {mtimeMs, size, ino, mode} = await stat(join(folder, name));
        return [name, mtimeMs, size, ino, mode].join(' ');
      }),
    );
    return files.join('\n');
  } catch {
    return '';
  }
}
