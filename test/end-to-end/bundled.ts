import {resolve} from 'node:path';
import {build} from 'esbuild';

const builds = new Map<string, Promise<string>>();

/**
 * Bundles a script of this folder with all its imports, as a module for a page. Each script is built once per process.
 */
export function bundled(script: string): Promise<string> {
  const built = builds.get(script) ?? buildOf(script);
  builds.set(script, built);
  return built;
}

async function buildOf(script: string): Promise<string> {
  const {outputFiles} = await build({
    entryPoints: [resolve(import.meta.dirname, script)],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    logLevel: 'silent',
  });
  return outputFiles[0]?.text ?? '';
}
