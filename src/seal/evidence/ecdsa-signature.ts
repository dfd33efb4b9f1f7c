import {concat} from '../encoding/bytes.js';
import {tags} from '../encoding/der.js';

const element = (tag: number, content: Uint8Array): Uint8Array =>
  concat([
    Uint8Array.of(tag, ...(content.length < 0x80 ? [content.length] : [0x81, content.length])),
    content,
  ]);

/** A whole number of 0 or more, as short as it comes. */
function integer(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  const short = bytes.subarray(first < 0 ? bytes.length - 1 : first);
  const isHigh = ((short[0] ?? 0) & 0x80) !== 0;
  return element(tags.integer, isHigh ? concat([Uint8Array.of(0), short]) : short);
}

/** From IEEE P1363 form, as COSE has it, to DER, as openssl takes it. */
export function derSignature(signature: Uint8Array): Uint8Array {
  const half = signature.length / 2;
  const [r, s] = [signature.subarray(0, half), signature.subarray(half)];
  return element(tags.sequence, concat([integer(r), integer(s)]));
}
