import {type SignatureAlgorithm} from '../../encoding/signature-algorithm.js';
import {importKey, maySign, type PublicKey} from './public-key.js';
import {type ClaimSignature} from './signature.js';

/** The algorithms that C2PA allows. */
export type CoseAlgorithm = Exclude<SignatureAlgorithm, {name: 'RSASSA-PKCS1-v1_5'}>;

/** By their COSE numbers (RFC 9053, RFC 9864, RFC 8230). */
const algorithms: Readonly<Record<number, CoseAlgorithm>> = {
  [-7]: {name: 'ECDSA', hash: 'SHA-256'},
  [-9]: {name: 'ECDSA', hash: 'SHA-256'},
  [-35]: {name: 'ECDSA', hash: 'SHA-384'},
  [-51]: {name: 'ECDSA', hash: 'SHA-384'},
  [-36]: {name: 'ECDSA', hash: 'SHA-512'},
  [-52]: {name: 'ECDSA', hash: 'SHA-512'},
  [-37]: {name: 'RSA-PSS', hash: 'SHA-256', saltLength: 32},
  [-38]: {name: 'RSA-PSS', hash: 'SHA-384', saltLength: 48},
  [-39]: {name: 'RSA-PSS', hash: 'SHA-512', saltLength: 64},
  [-8]: {name: 'Ed25519'},
  [-19]: {name: 'Ed25519'},
};

/** The algorithm for a COSE number; undefined if C2PA does not allow it, or the key is of another kind. */
export function signatureAlgorithm(number: unknown, key: PublicKey): CoseAlgorithm | undefined {
  const algorithm = typeof number === 'number' ? algorithms[number] : undefined;
  return algorithm && maySign(key, algorithm) ? algorithm : undefined;
}

/** True when this key made the signature; false also if the browser does not support the algorithm. */
export async function signatureHolds(
  {algorithm: number, signed, value}: ClaimSignature,
  key: PublicKey,
  subtle: SubtleCrypto | undefined,
): Promise<boolean> {
  const algorithm = signatureAlgorithm(number, key);
  if (!subtle || !algorithm) return false;
  try {
    const imported = await importKey(key, algorithm, subtle);
    return await subtle.verify(
      algorithm,
      imported,
      Uint8Array.from(value),
      Uint8Array.from(signed),
    );
  } catch {
    return false;
  }
}
