import {spawnSync} from 'node:child_process';
import {mkdtempSync, rmSync, rmdirSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

/** A folder on its own file system of this many bytes; undefined if this process may not mount one. */
export function smallDisk(bytes: number): {folder: string; close: () => void} | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'sealed-capture-disk-'));
  const {status} = spawnSync('mount', [
    '-t',
    'tmpfs',
    '-o',
    `size=${bytes},mode=700`,
    'tmpfs',
    folder,
  ]);
  if (status !== 0) {
    rmdirSync(folder);
    return undefined;
  }
  return {
    folder,
    close: () => {
      spawnSync('umount', ['--lazy', folder]);
      rmSync(folder, {recursive: true, force: true});
    },
  };
}
