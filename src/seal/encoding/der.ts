/** One element of DER (ITU-T X.690): just what reading a time stamp takes. */
export interface DerElement {
  tag: number;
  content: Uint8Array;
  /** With tag and length. */
  whole: Uint8Array;
}

export const tags = {
  integer: 0x02,
  octetString: 0x04,
  objectIdentifier: 0x06,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific, constructed: [0]. */
  zero: 0xa0,
} as const;

/** The elements that fill `bytes` exactly. Throws RangeError for anything else. */
export function readDer(bytes: Uint8Array): DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length;) {
    const tag = bytes[at] ?? 0;
    const first = bytes[at + 1] ?? 0xff;
    const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
    if (lengthBytes > 4 || (first >= 0x80 && lengthBytes === 0)) {
      throw new RangeError('This is not DER.');
    }
    const start = at + 2 + lengthBytes;
    const long = bytes.subarray(at + 2, start).reduce((sum, byte) => sum * 256 + byte, 0);
    const end = start + (first < 0x80 ? first : long);
    if (end > bytes.length) throw new RangeError('This DER is cut off.');
    elements.push({tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end)});
    at = end;
  }
  return elements;
}

/** The content of an element that must have this tag. */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new RangeError('This DER is of another form.');
  return element.content;
}

/** An object identifier's content as hexadecimal, which is enough to tell it by. */
export const oidOf = (element: DerElement | undefined): string =>
  Array.from(contentOf(element, tags.objectIdentifier), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
