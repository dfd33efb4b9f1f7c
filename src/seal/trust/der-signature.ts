import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {ascii} from '../encoding/bytes.js';
import {publicKeyOf} from '../own-reader/signature/public-key.js';

/** A signature as CMS and OCSP have it: ECDSA as DER, RSA with PKCS #1 v1.5. */
interface DerSignature {
  digest: 'sha256' | 'sha384' | 'sha512';
  value: Uint8Array;
  signed: Uint8Array;
}

/** The key is of a kind, or on a curve, that cannot be verified here. */
export class KeyUnsupported extends Error {
  override readonly name = 'KeyUnsupported';
}

const hashNames = {sha256: 'SHA-256', sha384: 'SHA-384', sha512: 'SHA-512'} as const;

/** True if the certificate's key has signed. Throws {@link KeyUnsupported}. */
export async function derSignatureHolds(
  {digest, value, signed}: DerSignature,
  certificate: Uint8Array,
  subtle: SubtleCrypto,
): Promise<boolean> {
  try {
    const key = await keyOf(certificate, hashNames[digest], subtle);
    const {algorithm} = key;
    // From DER to IEEE P1363, as WebCrypto has it; null for RSA.
    const plain = new x509.AsnEcSignatureFormatter().toWebSignature(
      algorithm,
      Uint8Array.from(value),
    );
    const how = {name: algorithm.name, hash: hashNames[digest]};
    return await subtle.verify(how, key, plain ?? Uint8Array.from(value), Uint8Array.from(signed));
  } catch (cause) {
    if (cause instanceof KeyUnsupported) throw cause;
    // Some platforms lack some curves.
    if (cause instanceof DOMException && cause.name === 'NotSupportedError') {
      throw new KeyUnsupported('', {cause});
    }
    return false;
  }
}

/** Keys that are remembered: authorities and responders sign many files. */
const MOST_KEYS = 64;
const keys = new WeakMap<SubtleCrypto, Map<string, Promise<CryptoKey>>>();

async function keyOf(
  certificate: Uint8Array,
  hash: string,
  subtle: SubtleCrypto,
): Promise<CryptoKey> {
  const known = keys.get(subtle) ?? new Map<string, Promise<CryptoKey>>();
  keys.set(subtle, known);
  const id = `${hash} ${ascii(certificate, 0, certificate.length)}`;
  const before = known.get(id);
  if (before) return before;
  const imported = importKey(certificate, hash, subtle);
  const key = await imported;
  const [oldest] = known.size >= MOST_KEYS ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  known.set(id, imported);
  return key;
}

async function importKey(
  certificate: Uint8Array,
  hash: string,
  subtle: SubtleCrypto,
): Promise<CryptoKey> {
  const key = publicKeyOf(new x509.X509Certificate(Uint8Array.from(certificate)).publicKey);
  const imported = (algorithm: EcKeyImportParams | RsaHashedImportParams) =>
    subtle.importKey('spki', key.spki, algorithm, false, ['verify']);
  switch (key.kind) {
    case 'ECDSA':
      return imported({name: 'ECDSA', namedCurve: key.curve});
    case 'RSA':
      return imported({name: 'RSASSA-PKCS1-v1_5', hash});
    case 'RSA-PSS':
    case 'Ed25519':
    case 'unknown':
      throw new KeyUnsupported();
  }
}
