import {encode as encodeWith, rfc8949EncodeOptions, Tagged} from 'cborg';

/** Deterministic CBOR (RFC 8949, section 4.2.1). Use Map for keys that are not text. */
export const encode = (value: unknown): Uint8Array => encodeWith(value, rfc8949EncodeOptions);

/** A date and time as text (RFC 8949, section 3.4.1). */
export const dateTime = (iso: string): Tagged => new Tagged(0, iso);

export {Tagged};

/** Bytes of the header of a byte string of `length`. */
const headOf = (length: number): number =>
  length < 24 ? 1 : length < 0x100 ? 2 : length < 0x10000 ? 3 : 5;

/** The length of a byte string that takes `size` bytes with its header; undefined if there is none. */
function lengthTaking(size: number): number | undefined {
  return [1, 2, 3, 5].map((head) => size - head).find((n) => n >= 0 && headOf(n) + n === size);
}

/** `,"pad2": h''` in a map of text keys. */
const SECOND_PAD = 1 + 4 + 1;

/**
 * Fields that make a map with an empty `pad` exactly `growth` bytes longer (C2PA 2.2, section 10.4). One byte
 * string cannot produce every size, because its header grows too; `pad2` provides the rest.
 */
export function padding(growth: number): {pad: Uint8Array; pad2?: Uint8Array} {
  const alone = lengthTaking(1 + growth);
  if (alone !== undefined) return {pad: new Uint8Array(alone)};
  for (let rest = 0; ; rest++) {
    const length = lengthTaking(1 + growth - SECOND_PAD - rest);
    if (length !== undefined) return {pad: new Uint8Array(length), pad2: new Uint8Array(rest)};
  }
}
