import {createHash} from 'node:crypto';

/** SHA-256 over the parts in order, on the calling thread. Node only. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
