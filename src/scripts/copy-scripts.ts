/** `sealed-capture/copy-scripts`: puts what pages load beside their modules into a folder that is served. Runs in Node. */
import {copyFile, mkdir, readdir} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {basename, join, resolve} from 'node:path';
import {fileURLToPath} from 'node:url';

/** Beside this module in the package. */
const scripts = fileURLToPath(new URL('./scripts/', import.meta.url));

const ENGINE = '@contentauth/c2pa-wasm/c2pa.wasm';

/** The engine of `verify="local"`, which is a package of its own; undefined where it is not installed. */
function installedEngine(): string | undefined {
  for (const from of [resolve('package.json'), import.meta.url]) {
    try {
      return createRequire(from).resolve(ENGINE);
    } catch {
      // Not among the packages that are found from there.
    }
  }
  return undefined;
}

/** What was copied: the files' names. */
export interface CopiedScripts {
  names: string[];
  /** Whether `c2pa.wasm` is among them, which `verify="local"` needs. */
  hasEngine: boolean;
}

/**
 * Copies the workers' scripts, the recorder's worklet and, where `@contentauth/c2pa-wasm` is installed, the engine of
 * `verify="local"`. A build calls it where its bundler leaves such files behind; the page is told by `setScriptsBase`
 * or by `<meta name="sealed-capture-scripts">`.
 *
 * @param folder is made where it does not exist
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
