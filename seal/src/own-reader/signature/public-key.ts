import 'reflect-metadata';
import {id_RSASSA_PSS, rsaEncryption} from '@peculiar/asn1-rsa';
import {AsnConvert} from '@peculiar/asn1-schema';
import {SubjectPublicKeyInfo} from '@peculiar/asn1-x509';
import {PublicKey as X509PublicKey} from '@peculiar/x509';
import {readDer} from '../../encoding/der.js';
import {pssOf, type SignatureAlgorithm} from '../../encoding/signature-algorithm.js';

/** A certificate's public key, if it is of a kind that C2PA allows (C2PA 2.2, section 13.2). */
export type PublicKey = {spki: Uint8Array<ArrayBuffer>} & (
  | {kind: 'ECDSA'; curve: string}
  | {kind: 'RSA'; bits: number}
  /** `only`: hash and shortest salt of its signatures, if it is restricted. */
  | {kind: 'RSA-PSS'; bits: number; only?: ReturnType<typeof pssOf>}
  | {kind: 'Ed25519' | 'unknown'}
);

const CURVES = ['P-256', 'P-384', 'P-521'];

/** Converts a key. Throws for a damaged one. */
export function publicKeyOf(key: X509PublicKey): PublicKey {
  const info = AsnConvert.parse(key.rawData, SubjectPublicKeyInfo);
  const {parameters} = info.algorithm;
  if (info.algorithm.algorithm === id_RSASSA_PSS) {
    // WebCrypto cannot import a key for PSS only, so the key is declared as an RSA key for any padding.
    info.algorithm = rsaEncryption;
    const plain = publicKeyOf(new X509PublicKey(AsnConvert.serialize(info)));
    const [der] = readDer(new Uint8Array(parameters ?? []));
    const only = der && pssOf(der);
    if (plain.kind !== 'RSA' || (der && !only)) return {kind: 'unknown', spki: plain.spki};
    return {...plain, kind: 'RSA-PSS', only};
  }
  const {name, namedCurve, modulusLength}: Algorithm & Partial<EcKeyAlgorithm & RsaKeyAlgorithm> =
    key.algorithm;
  const spki = new Uint8Array(key.rawData);
  if (modulusLength) return {kind: 'RSA', bits: modulusLength, spki};
  if (namedCurve && CURVES.includes(namedCurve)) return {kind: 'ECDSA', curve: namedCurve, spki};
  return {kind: name === 'Ed25519' ? name : 'unknown', spki};
}

/** True if the algorithm is one for the key, and within its restrictions (RFC 4055, section 3.3). */
export function maySign(key: PublicKey, algorithm: SignatureAlgorithm): boolean {
  switch (key.kind) {
    case 'RSA':
      return algorithm.name === 'RSASSA-PKCS1-v1_5' || algorithm.name === 'RSA-PSS';
    case 'RSA-PSS': {
      if (algorithm.name !== 'RSA-PSS') return false;
      const {hash, saltLength} = key.only ?? {...algorithm, saltLength: 0};
      return hash === algorithm.hash && saltLength <= algorithm.saltLength;
    }
    case 'ECDSA':
    case 'Ed25519':
    case 'unknown':
      return algorithm.name === key.kind;
  }
}

/** The key in WebCrypto's form, to verify by this algorithm. Rejects if the key is not for it. */
export async function importKey(
  key: PublicKey,
  algorithm: SignatureAlgorithm,
  subtle: SubtleCrypto,
): Promise<CryptoKey> {
  if (!maySign(key, algorithm)) throw new TypeError('The key does not sign by this algorithm.');
  const namedCurve = key.kind === 'ECDSA' ? key.curve : undefined;
  return subtle.importKey('spki', key.spki, {...algorithm, namedCurve}, false, ['verify']);
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
