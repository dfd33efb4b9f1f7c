import {der, tags} from '../encoding/der.js';

/** The shortest DER INTEGER for a number of 0 or more. */
function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(first < 0 ? bytes.length - 1 : first);
  const isHigh = ((short[0] ?? 0) & 0x80) !== 0;
  return der(tags.integer, Uint8Array.of(...(isHigh ? [0] : [])), short);
}

/** Converts IEEE P1363 form, as COSE uses it, to DER, as openssl reads it. */
export function derSignature(signature: Uint8Array): Uint8Array {
  const half = signature.length / 2;
  return der(
    tags.sequence,
    integer(signature.subarray(0, half)),
    integer(signature.subarray(half)),
  );
}
