import {resolve} from 'node:path';
import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

/** Bytes of an entry, bundled with its dependencies, minified, gzipped. */
export interface GzipSize {
  /** What a page loads with the entry. */
  atOnce: number;
  /** With what it loads later, when it is needed. */
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
    // Nobody has more than one language, and most have none beside English.
    external: ['./lang/*'],
    metafile: true,
    outdir,
    write: false,
  });
  const sizes = new Map(
    outputFiles.map(({path, contents}) => [path, gzipSync(contents, {level: 9}).byteLength]),
  );
  // What is loaded later is an entry of its own as well.
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
