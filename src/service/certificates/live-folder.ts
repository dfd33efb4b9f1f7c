import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';

/** What counts: certificates and keys. Editors' and copies' own files come and go. */
const COUNTED = /^[\w-]+\.(?:pem|key)$/;
/** Most looks between two attempts at what could not be used. */
const LONGEST_PAUSE = 20;

/**
 * Calls `onChange` after certificates or keys in a folder have changed and have then stayed the same for one look, so that
 * files that are put there one after the other count as one change. The folder is looked at, because network file systems
 * and volumes of containers do not always report changes.
 *
 * @param onChange resolves to whether what is there can be used; else it is called again, after pauses that double up to 20
 * looks, since what is wrong may be elsewhere, such as in the file of a passphrase. Never rejects
 * @param every how often, in milliseconds
 * @returns what ends it
 */
export async function watchLiveFolder(
  folder: string,
  onChange: () => Promise<boolean>,
  every: number,
): Promise<() => void> {
  let known = await stateOf(folder);
  let last = known;
  /** Looks until the next attempt, and between the last two. */
  let wait = 0;
  let pause = 0;
  const look = async () => {
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
    // The pause comes after each look, which may wait for a key that is elsewhere.
    while (await pauseUnless(end.signal, every)) await look();
  })();
  return () => end.abort();
}

/** @returns whether the time has passed, rather than been cut short */
const pauseUnless = (signal: AbortSignal, milliseconds: number): Promise<boolean> =>
  sleep(milliseconds, true, {ref: false, signal}).catch(() => false);

/** Another text for each content; empty while the folder cannot be read. */
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
