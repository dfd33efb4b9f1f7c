import {resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

/** Size of an entry in bytes, bundled with its dependencies, minified and gzipped. */
export interface GzipSize {
  /** What a page loads with the entry. */
  atOnce: number;
  /** Including what it loads later, when it is needed. */
  inAll: number;
}

export async function gzipSize(entry: string): Promise<GzipSize> {
  const outdir = resolve('size-of-an-entry');
  const {outputFiles, metafile} = await build({
    entryPoints: [entry],
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
    // A page loads at most one language beside English.
    external: ['./lang/*'],
    metafile: true,
    outdir,
    write: false,
  });
  const sizes = new Map(
    outputFiles.map(({path, contents}) => [path, gzipSync(contents, {level: 9}).byteLength]),
  );
  // A file that is loaded later is an entry point as well.
  const isFirst = (path?: string) => path !== undefined && resolve(path) === entry;
  const [first] =
    Object.entries(metafile.outputs).find(([, {entryPoint}]) => isFirst(entryPoint)) ?? [];
  const atOnce = new Set<string>();
  const load = (output: string): void => {
    if (atOnce.has(output)) return;
    atOnce.add(output);
    for (const {path, kind} of metafile.outputs[output]?.imports ?? []) {
      if (kind === 'import-statement') load(path);
    }
  };
  if (first) load(first);
  const sum = (outputs: Iterable<string>) =>
    [...outputs].reduce((total, output) => total + (sizes.get(resolve(output)) ?? 0), 0);
  return {atOnce: sum(atOnce), inAll: sum(Object.keys(metafile.outputs))};
}
