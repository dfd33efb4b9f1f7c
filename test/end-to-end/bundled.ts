import {resolve} from 'node:path';
import {build} from 'esbuild';

/** A script of this folder, with all that it imports, as a page's module. */
export async function bundled(script: string): Promise<string> {
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
