import {hash} from 'node:crypto';

/** SHA-256 over the parts in order, on the calling thread. For small parts only, because they are joined. Node only. */
export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array =>
  hash('sha256', Buffer.concat(parts), 'buffer');
