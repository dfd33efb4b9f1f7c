import {open} from 'node:fs/promises';
import {basename, extname} from 'node:path';
import type {DetachedSeal} from '../../seal/detached/read-detached.js';

/** Largest seal in a file of its own, in bytes. */
const LARGEST = 32 * 1024 * 1024;

export const DETACHED = '.c2pa';

/**
 * The seal in a file beside `path`: `photo.jpg.c2pa`, or `photo.c2pa`, for `photo.jpg`. Undefined if there is none that
 * can be read.
 */
export async function sealBeside(path: string): Promise<DetachedSeal | undefined> {
  const bare = path.slice(0, path.length - extname(path).length);
  for (const name of new Set([`${path}${DETACHED}`, `${bare}${DETACHED}`])) {
    const bytes = await bytesOf(name).catch(() => undefined);
    if (bytes) return {name: basename(name), bytes};
  }
  return undefined;
}

async function bytesOf(path: string): Promise<Uint8Array | undefined> {
  const handle = await open(path, 'r');
  try {
    const found = await handle.stat();
    return found.isFile() && found.size <= LARGEST ? await handle.readFile() : undefined;
  } finally {
    await handle.close();
  }
}
