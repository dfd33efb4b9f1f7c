import {type SealableMediaType} from '../../model/media-type.js';
import {concat} from '../encoding/bytes.js';
import {storeOf} from '../own-reader/files/embedded-store.js';
import {ManifestStore} from '../own-reader/manifests.js';
import {sha256} from '../node/sha256.js';
import {placeholderSignature, signClaim} from './cose.js';
import {EngineSealFailed, SignerFailed} from './engine/engine-signing.js';
import {type Signer} from './signer.js';
import {putStore} from './store-in-place.js';

// The engine takes assertions as JSON, which has no byte strings: it would write an array of numbers. Therefore a
// text of the same length is written first, and replaced by the bytes before the claim is signed.

/** First bytes in CBOR of a text and of a byte string with a length of two bytes (RFC 8949, section 3). */
const TEXT = 0x79;
const BYTES = 0x59;
const SHORTEST = 0x100;
const LONGEST = 0xffff;

/** An ASCII text of the same length that occurs nowhere else in a manifest. */
export function placeholderFor({length}: Uint8Array): string {
  if (length < SHORTEST || length > LONGEST) {
    throw new RangeError(`A byte string of ${length} bytes cannot be put into a seal.`);
  }
  return '\u0001'.repeat(length);
}

/** A signer whose signatures are placeholders, for a seal whose claim is not final yet. */
export const draftSigner = ({certificateChain, algorithm}: Signer): Signer => ({
  certificateChain,
  algorithm,
  sign: () => placeholderSignature({algorithm}),
});

/**
 * Replaces the placeholder of `bytes` in the assertion with this label of the file's newest manifest, then signs
 * the claim. The file is changed in place. Node only. Throws EngineSealFailed if the engine's output is not as
 * expected, SignerFailed with the signer's error as cause.
 */
export async function signWithBytes(
  file: Uint8Array,
  mediaType: SealableMediaType,
  label: string,
  bytes: Uint8Array,
  signer: Signer,
): Promise<Uint8Array> {
  const embedded = storeOf(file);
  const store = Uint8Array.from(embedded?.bytes ?? []);
  const manifest = embedded && new ManifestStore(store).active;
  const box = manifest?.boxes.get(`c2pa.assertions/${label}`);
  if (!embedded || !manifest || !box) throw notAsExpected();
  const before = sha256(box.hashed);
  put(box.hashed, concat([header(TEXT, bytes), latin(placeholderFor(bytes))]), [
    header(BYTES, bytes),
    bytes,
  ]);
  put(manifest.claim, before, [sha256(box.hashed)]);
  const {signatureContent} = manifest;
  let signature: Uint8Array | undefined;
  try {
    signature = await signClaim(manifest.claim, signer, signatureContent.length);
    if (!signature) throw new RangeError('The time stamp is larger than ever before.');
  } catch (cause) {
    throw new SignerFailed('The claim could not be signed.', {cause});
  }
  signatureContent.set(signature);
  putStore(file, embedded, store, mediaType);
  return file;
}

const header = (first: number, {length}: Uint8Array): Uint8Array =>
  Uint8Array.of(first, length >> 8, length & 0xff);

const latin = (text: string): Uint8Array => Buffer.from(text, 'latin1');

/**
 * Replaces bytes that occur exactly once by others of the same length.
 * @throws {EngineSealFailed}
 */
function put(room: Uint8Array, old: Uint8Array, next: readonly Uint8Array[]): void {
  const bytes = Buffer.from(room.buffer, room.byteOffset, room.length);
  const at = bytes.indexOf(old);
  if (at < 0 || bytes.indexOf(old, at + 1) >= 0) throw notAsExpected();
  room.set(concat(next), at);
}

const notAsExpected = () => new EngineSealFailed('The engine has written the seal in another way.');
