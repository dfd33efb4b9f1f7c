import 'reflect-metadata';
import {id_RSASSA_PSS, rsaEncryption} from '@peculiar/asn1-rsa';
import {AsnConvert} from '@peculiar/asn1-schema';
import {SubjectPublicKeyInfo} from '@peculiar/asn1-x509';
import {PublicKey as X509PublicKey, type X509Certificate} from '@peculiar/x509';

/** A certificate's public key, if it is of a kind that C2PA allows (C2PA 2.2, section 13.2). */
export type PublicKey = {spki: Uint8Array<ArrayBuffer>} & (
  | {kind: 'ECDSA'; curve: string}
  | {kind: 'RSA' | 'RSA-PSS'; bits: number}
  | {kind: 'Ed25519' | 'unknown'}
);

const CURVES = ['P-256', 'P-384', 'P-521'];

/** WebCrypto cannot import a key for PSS only, so the key is declared as an RSA key for any padding. */
function withoutPadding(key: X509PublicKey): X509PublicKey | undefined {
  const info = AsnConvert.parse(key.rawData, SubjectPublicKeyInfo);
  if (info.algorithm.algorithm !== id_RSASSA_PSS) return undefined;
  info.algorithm = rsaEncryption;
  return new X509PublicKey(AsnConvert.serialize(info));
}

/** Converts a key. Throws for a damaged one. */
export function publicKeyOf(key: X509PublicKey): PublicKey {
  const plain = withoutPadding(key);
  const {rawData, algorithm} = plain ?? key;
  const {name, namedCurve, modulusLength}: Algorithm & Partial<EcKeyAlgorithm & RsaKeyAlgorithm> =
    algorithm;
  const spki = new Uint8Array(rawData);
  if (modulusLength) return {kind: plain ? 'RSA-PSS' : 'RSA', bits: modulusLength, spki};
  if (namedCurve && CURVES.includes(namedCurve)) return {kind: 'ECDSA', curve: namedCurve, spki};
  return {kind: name === 'Ed25519' ? name : 'unknown', spki};
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

/** True if the key has signed the certificate. */
export async function hasIssued(
  {spki}: PublicKey,
  issued: X509Certificate,
  subtle: SubtleCrypto,
): Promise<boolean> {
  const how = {publicKey: new X509PublicKey(spki), signatureOnly: true};
  // The library uses nothing else of Crypto.
  return issued.verify(how, {subtle} as Crypto).catch(() => false);
}
