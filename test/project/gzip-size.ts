import {gzipSync} from 'node:zlib';
import {build} from 'esbuild';

/** Bytes of one entry as a page would load it: bundled with its dependencies, minified, gzipped. */
export async function gzipSize(entry: string): Promise<number> {
  const {outputFiles} = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['production'],
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? new Uint8Array(), {level: 9}).byteLength;
}
