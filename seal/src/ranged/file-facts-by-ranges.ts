import {sha256} from '@noble/hashes/sha2.js';
import {type FileFacts} from '../model/inspection/seal-contents.js';
import {detectMediaType, SIGNATURE_SIZE} from '../media-signature.js';
import {contentsOf} from '../own-reader/files/file-facts.js';
import {hex} from '../own-reader/hashes.js';
import {findStore} from './store-in-blob.js';

/** Bytes that are hashed at once. */
const STEP = 4 * 1024 * 1024;

/** SHA-256 of a file in hexadecimal. WebCrypto hashes only what is in memory, so this takes JavaScript. */
async function sha256OfFile(file: Blob, signal: AbortSignal): Promise<string> {
  const hash = sha256.create();
  for (let at = 0; at < file.size; at += STEP) {
    signal.throwIfAborted();
    hash.update(new Uint8Array(await file.slice(at, at + STEP).arrayBuffer()));
  }
  return hex(hash.digest());
}

/**
 * Reads the facts of a file that is too large for memory. Never rejects for the file's content, but if it cannot be
 * read.
 */
export async function factsByRanges(
  file: Blob,
  subtle: SubtleCrypto | undefined,
  signal: AbortSignal,
): Promise<FileFacts> {
  const head = new Uint8Array(await file.slice(0, SIGNATURE_SIZE).arrayBuffer());
  const {store} = await findStore(file, head);
  const mediaType = detectMediaType(head);
  const seal = store && (await contentsOf(store, subtle).catch(() => undefined));
  return {sha256: await sha256OfFile(file, signal), mediaType, seal};
}
