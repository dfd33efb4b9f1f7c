import {concat} from './bytes.js';

/**
 * Handwritten DER (ITU-T X.690) for time stamps. Every seal writes one and reads it back, which takes 0.1 ms each
 * here. @peculiar/asn1-schema takes 8 ms to write and 3 ms to read; asn1js alone takes 1 ms to read. In the page,
 * asn1-tsp would add 0.8 kB, and refuses a whole token for one unknown certificate in it. Certificates and keys are
 * read by @peculiar/x509 and @peculiar/asn1-schema.
 */

/** One element of DER. */
export interface DerElement {
  tag: number;
  content: Uint8Array;
  /** With tag and length. */
  whole: Uint8Array;
}

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utf8String: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific, constructed: [0], and so on. */
  zero: 0xa0,
  one: 0xa1,
  two: 0xa2,
  three: 0xa3,
} as const;

const SHA_256 = '608648016503040201';

const SHA_384 = '608648016503040202';
const SHA_512 = '608648016503040203';

/** Hash algorithms for time stamps. */
export type ImprintDigest = 'sha256' | 'sha384' | 'sha512';

/** Hash algorithms by object identifier. */
export const digests: Readonly<Partial<Record<string, ImprintDigest>>> = {
  [SHA_256]: 'sha256',
  [SHA_384]: 'sha384',
  [SHA_512]: 'sha512',
};

/** Object identifiers of time stamps (RFC 5652, 3161 and 5035), as the DER of their content in hexadecimal. */
export const oids = {
  signedData: '2a864886f70d010702',
  tstInfo: '2a864886f70d0109100104',
  contentType: '2a864886f70d010903',
  messageDigest: '2a864886f70d010904',
  signingTime: '2a864886f70d010905',
  signingCertificateV2: '2a864886f70d010910022f',
  anyPolicy: '551d2000',
  sha256: SHA_256,
  sha384: SHA_384,
  sha512: SHA_512,
  rsaEncryption: '2a864886f70d010101',
  mgf1: '2a864886f70d010108',
  rsassaPss: '2a864886f70d01010a',
  sha256WithRsa: '2a864886f70d01010b',
  sha384WithRsa: '2a864886f70d01010c',
  sha512WithRsa: '2a864886f70d01010d',
  ecdsaWithSha256: '2a8648ce3d040302',
  ecdsaWithSha384: '2a8648ce3d040303',
  ecdsaWithSha512: '2a8648ce3d040304',
  ed25519: '2b6570',
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

/** The content of an element with this tag. Throws RangeError if it has another. */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new RangeError('This DER is of another form.');
  return element.content;
}

/** The members of a SEQUENCE. */
export const sequenceOf = (element: DerElement | undefined): DerElement[] =>
  readDer(contentOf(element, tags.sequence));

/** An object identifier's content in hexadecimal. */
export function oidOf(element: DerElement | undefined): string {
  let text = '';
  for (const byte of contentOf(element, tags.objectIdentifier)) text += HEXADECIMAL[byte];
  return text;
}

const HEXADECIMAL = Array.from({length: 256}, (_, byte) => byte.toString(16).padStart(2, '0'));

/** An INTEGER that is not negative. */
export const numberOf = ({content}: DerElement): number =>
  content.reduce((sum, byte) => sum * 256 + byte, 0);

/** Writes one element: tag, shortest length, content. */
export function der(tag: number, ...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const head = [tag];
  if (length < 0x80) head.push(length);
  else if (length < 0x100) head.push(0x81, length);
  else if (length < 0x10000) head.push(0x82, length >> 8, length & 0xff);
  else throw new RangeError('A time stamp holds nothing of this length.');
  return concat([Uint8Array.from(head), ...parts]);
}
