import {concat} from '../encoding/bytes.js';
import {contentOf, oidOf, readDer, tags} from '../encoding/der.js';

/** A certificate's public key, as far as C2PA knows its kind (C2PA 2.2, section 13.2). */
export type PublicKey = {spki: Uint8Array<ArrayBuffer>} & (
  | {kind: 'ECDSA'; curve: string}
  | {kind: 'RSA' | 'RSA-PSS'; bits: number}
  | {kind: 'Ed25519' | 'unknown'}
);

/** Object identifiers by their DER content. */
const EC_PUBLIC_KEY = '2a8648ce3d0201';
const RSA_ENCRYPTION = '2a864886f70d010101';
const RSA_PSS = '2a864886f70d01010a';
const ED25519 = '2b6570';
const curves: Readonly<Record<string, string>> = {
  '2a8648ce3d030107': 'P-256',
  '2b81040022': 'P-384',
  '2b81040023': 'P-521',
};

const BIT_STRING = 0x03;
/** AlgorithmIdentifier of RSA for any padding. */
const PLAIN_RSA = Uint8Array.of(
  ...[0x30, 0x0d, 0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00],
);

function sequenceOf(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const content = concat(parts);
  const {length} = content;
  const head =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return concat([Uint8Array.of(tags.sequence, ...head), content]);
}

/** WebCrypto takes no key that is for PSS alone, so the key says no longer what it is for. */
function rsaKey(kind: 'RSA' | 'RSA-PSS', bits: Uint8Array, whole: Uint8Array): PublicKey {
  const [key] = readDer(bits.subarray(1));
  const [modulus] = readDer(contentOf(key, tags.sequence));
  const number = contentOf(modulus, tags.integer);
  const leading = number.findIndex((byte) => byte !== 0);
  const length = (number.length - Math.max(0, leading)) * 8;
  return {kind, bits: length, spki: sequenceOf(PLAIN_RSA, whole)};
}

/** From a SubjectPublicKeyInfo (RFC 5280, section 4.1). Throws RangeError for anything else. */
export function publicKeyOf(spki: Uint8Array<ArrayBuffer>): PublicKey {
  const [info] = readDer(spki);
  const [algorithm, bitString] = readDer(contentOf(info, tags.sequence));
  const [oid, parameters] = readDer(contentOf(algorithm, tags.sequence));
  const bits = contentOf(bitString, BIT_STRING);
  switch (oidOf(oid)) {
    case EC_PUBLIC_KEY: {
      const curve = curves[oidOf(parameters)];
      return curve ? {kind: 'ECDSA', curve, spki} : {kind: 'unknown', spki};
    }
    case RSA_ENCRYPTION:
      return rsaKey('RSA', bits, bitString?.whole ?? bits);
    case RSA_PSS:
      return rsaKey('RSA-PSS', bits, bitString?.whole ?? bits);
    case ED25519:
      return {kind: 'Ed25519', spki};
    default:
      return {kind: 'unknown', spki};
  }
}

/** E.g. "ECDSA P-256". */
export function keyAlgorithmName(key: PublicKey): string {
  switch (key.kind) {
    case 'ECDSA':
      return `ECDSA ${key.curve}`;
    case 'RSA':
    case 'RSA-PSS':
      return `${key.kind} ${key.bits}`;
    case 'Ed25519':
    case 'unknown':
      return key.kind;
  }
}
