import {readdir, stat} from 'node:fs/promises';
import {join} from 'node:path';

/** What counts: certificates and keys. Editors' and copies' own files come and go. */
const COUNTED = /^[\w-]+\.(?:pem|key)$/;

/**
 * Calls `onChange` after certificates or keys in a folder have changed and have then stayed the same for one look, so that
 * files that are put there one after the other count as one change. The folder is looked at, because network file systems
 * and volumes of containers do not always report changes.
 *
 * @param every how often, in milliseconds
 * @returns what ends it
 */
export async function watchLiveFolder(
  folder: string,
  onChange: () => void,
  every: number,
): Promise<() => void> {
  let known = await stateOf(folder);
  let last = known;
  const look = async () => {
    const found = await stateOf(folder);
    if (found === last && found !== known) {
      known = found;
      onChange();
    }
    last = found;
  };
  const timer = setInterval(() => void look(), every).unref();
  return () => clearInterval(timer);
}

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
