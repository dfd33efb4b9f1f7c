import {
  contentOf,
  readDer,
  sequenceOf,
  tags,
  type DerElement,
} from '@sealed-capture/seal/encoding/der.js';
import {sealAlgorithms, type SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {HolderFailed} from './key-holder.js';

/**
 * Converts a signature from DER (RFC 3279, section 2.2.3) to IEEE P1363 form, as COSE uses it.
 * @throws {HolderFailed} for anything else
 */
export function p1363Signature(signature: Uint8Array, algorithm: SealAlgorithm): Uint8Array {
  const half = sealAlgorithms[algorithm].signatureLength / 2;
  try {
    const [outer, ...others] = readDer(signature);
    const [r, s, ...more] = sequenceOf(outer);
    if (others.length > 0 || more.length > 0)
      throw new RangeError('There is more than a signature.');
    return Buffer.concat([fixed(r, half), fixed(s, half)]);
  } catch (cause) {
    throw new HolderFailed('Its answer is no ECDSA signature.', {cause});
  }
}

/** An INTEGER as exactly this many bytes. */
function fixed(element: DerElement | undefined, length: number): Uint8Array {
  const content = contentOf(element, tags.integer);
  const start = Math.max(0, content.length - length);
  if (content.subarray(0, start).some((byte) => byte !== 0))
    throw new RangeError('It is too large.');
  const bytes = Buffer.alloc(length);
  bytes.set(content.subarray(start), length - (content.length - start));
  return bytes;
}
