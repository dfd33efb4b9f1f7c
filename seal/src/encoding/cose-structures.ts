import {encode} from './cbor.js';

/** Tag of a COSE_Sign1 (RFC 9052, section 2). */
export const COSE_SIGN1 = 18;
/** Header labels (RFC 9052, section 3.1; RFC 9360). */
export const ALGORITHM = 1;
export const X5CHAIN = 33;

/**
 * The signature algorithms of claims (RFC 9053, section 2.1): the number in the header, the hash, and the length of
 * a signature in IEEE P1363 form. C2PA 2.4, "Digital Signatures", allows each with a key on one curve.
 */
export const sealAlgorithms = {
  ES256: {number: -7, hash: 'sha256', signatureLength: 64, curve: 'P-256'},
  ES384: {number: -35, hash: 'sha384', signatureLength: 96, curve: 'P-384'},
} as const;

export type SealAlgorithm = keyof typeof sealAlgorithms;

const EMPTY = new Uint8Array(0);

/** The bytes that the claim's signature covers; the payload is detached (RFC 9052, section 4.4). */
export const signedBytes = (protectedHeader: Uint8Array, claim: Uint8Array): Uint8Array =>
  encode(['Signature1', protectedHeader, EMPTY, claim]);

/** The bytes that a `sigTst2` time stamp covers: the signature as CBOR (C2PA 2.2, section 10.3.2.5). */
export const stampedBytes = (protectedHeader: Uint8Array, signature: Uint8Array): Uint8Array =>
  encode(['CounterSignature', protectedHeader, EMPTY, encode(signature)]);

/** The only element of the only list of a map. */
function onlyIn(value: unknown, key: string): unknown {
  const list: unknown = value instanceof Map && value.size === 1 ? value.get(key) : undefined;
  return Array.isArray(list) && list.length === 1 ? (list[0] as unknown) : undefined;
}

/** The OCSP answer in the unprotected header; undefined if there is none, or more than one. */
export function ocspAnswerIn(unprotected: unknown): Uint8Array | undefined {
  const values: unknown = unprotected instanceof Map ? unprotected.get('rVals') : undefined;
  const only = onlyIn(values, 'ocspVals');
  return only instanceof Uint8Array ? only : undefined;
}
