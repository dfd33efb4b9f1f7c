import {readFile} from 'node:fs/promises';
import {createRequire} from 'node:module';
import {capMemory} from '../engine/refusals/cap-memory.js';

/**
 * Compiles the engine once, to be shared among threads, with its memory limited to `largest` bytes. A file takes
 * about 6.5 times its size. Node only.
 */
export async function compileEngine(largest: number): Promise<WebAssembly.Module> {
  const path = createRequire(import.meta.url).resolve('@contentauth/c2pa-wasm/c2pa.wasm');
  return WebAssembly.compile(capMemory(await readFile(path), largest));
}
