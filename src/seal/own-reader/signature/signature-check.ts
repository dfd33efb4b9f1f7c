import {type PublicKey} from './public-key.js';
import {type ClaimSignature} from './signature.js';

const ECDSA: Readonly<Record<number, string>> = {
  [-7]: 'SHA-256',
  [-9]: 'SHA-256',
  [-35]: 'SHA-384',
  [-51]: 'SHA-384',
  [-36]: 'SHA-512',
  [-52]: 'SHA-512',
};
const RSA_PSS: Readonly<Record<number, {hash: string; saltLength: number}>> = {
  [-37]: {hash: 'SHA-256', saltLength: 32},
  [-38]: {hash: 'SHA-384', saltLength: 48},
  [-39]: {hash: 'SHA-512', saltLength: 64},
};
const ED25519 = [-8, -19];

/** A signature's algorithm, and the key for it (RFC 9053, RFC 9864, RFC 8230). */
export type SignatureAlgorithm =
  | {name: 'ECDSA'; hash: string; namedCurve: string}
  | {name: 'RSA-PSS'; hash: string; saltLength: number}
  | {name: 'Ed25519'};

/** The algorithm for a COSE number; undefined if C2PA does not allow it, or the key is of another kind. */
export function signatureAlgorithm(
  number: unknown,
  key: PublicKey,
): SignatureAlgorithm | undefined {
  if (typeof number !== 'number') return undefined;
  switch (key.kind) {
    case 'ECDSA': {
      const hash = ECDSA[number];
      return hash === undefined ? undefined : {name: 'ECDSA', hash, namedCurve: key.curve};
    }
    case 'RSA':
    case 'RSA-PSS': {
      const parameters = RSA_PSS[number];
      return parameters && {name: 'RSA-PSS', ...parameters};
    }
    case 'Ed25519':
      return ED25519.includes(number) ? {name: 'Ed25519'} : undefined;
    case 'unknown':
      return undefined;
  }
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
    const imported = await subtle.importKey('spki', key.spki, algorithm, false, ['verify']);
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
