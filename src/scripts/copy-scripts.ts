/**
 * `sealed-capture/copy-scripts`: copies the files that pages load beside their modules to a folder that is served.
 * Runs in Node.
 */
import {copyFile, mkdir, readdir} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {basename, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

/** The folder beside this module in the package. */
const scripts = fileURLToPath(new URL('./scripts/', import.meta.url));

const ENGINE = '@contentauth/c2pa-wasm/c2pa.wasm';

/** The engine of `verify="local"`, which is in a package of its own; undefined if it is not installed. */
function installedEngine(): string | undefined {
  for (const from of [resolve('package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(ENGINE);
    } catch {
      // Not installed there.
    }
  }
  return undefined;
}

/** The names of the copied files. */
export interface CopiedScripts {
  names: string[];
  /** True if `c2pa.wasm` is among them, which `verify="local"` needs. */
  hasEngine: boolean;
}

/**
 * Copies the workers' scripts, the recorder's worklet and, if `@contentauth/c2pa-wasm` is installed, the engine of
 * `verify="local"`. Call it in a build whose bundler does not copy such files; the page names the folder by
 * `setScriptsBase` or `<meta name="sealed-capture-scripts">`.
 *
 * @param folder created if it does not exist
 * @throws the file system's error
 */
export async function copyScripts(folder: string): Promise<CopiedScripts> {
  await mkdir(folder, {recursive: true});
  const names = (await readdir(scripts)).filter((name) => name.endsWith('.js')).sort();
  for (const name of names) await copyFile(join(scripts, name), join(folder, name));
  const engine = installedEngine();
  if (engine === undefined) return {names, hasEngine: false};
  const name = basename(ENGINE);
  await copyFile(engine, join(folder, name));
  return {names: [...names, name], hasEngine: true};
}
