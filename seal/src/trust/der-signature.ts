import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import {ascii} from '../encoding/bytes.js';
import {type DerSignature, type SignatureAlgorithm} from '../encoding/signature-algorithm.js';
import {importKey, publicKeyOf} from '../own-reader/signature/public-key.js';

/** The key is of a kind, or on a curve, for which nothing can be verified here. */
export class KeyUnsupported extends Error {
  override readonly name = 'KeyUnsupported';
}

/** True if the certificate's key has signed; false without a signature. Throws {@link KeyUnsupported}. */
export async function derSignatureHolds(
  signature: DerSignature | undefined,
  certificate: Uint8Array,
  subtle: SubtleCrypto,
): Promise<boolean> {
  if (!signature) return false;
  const {algorithm, value, signed} = signature;
  try {
    const key = await keyOf(certificate, algorithm, subtle);
    const bytes = Uint8Array.from(value);
    // From DER to IEEE P1363, as WebCrypto has it; null for other algorithms than ECDSA.
    const plain = new x509.AsnEcSignatureFormatter().toWebSignature(key.algorithm, bytes);
    return await subtle.verify(algorithm, key, plain ?? bytes, Uint8Array.from(signed));
  } catch (cause) {
    if (cause instanceof KeyUnsupported) throw cause;
    // Some platforms lack some curves, or Ed25519.
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
  algorithm: SignatureAlgorithm,
  subtle: SubtleCrypto,
): Promise<CryptoKey> {
  const known = keys.get(subtle) ?? new Map<string, Promise<CryptoKey>>();
  keys.set(subtle, known);
  const id = `${JSON.stringify(algorithm)} ${ascii(certificate, 0, certificate.length)}`;
  const before = known.get(id);
  if (before) return before;
  const read = publicKeyOf(new x509.X509Certificate(Uint8Array.from(certificate)).publicKey);
  if (read.kind === 'unknown') throw new KeyUnsupported();
  const imported = importKey(read, algorithm, subtle);
  const key = await imported;
  const [oldest] = known.size >= MOST_KEYS ? known.keys() : [];
  if (oldest !== undefined) known.delete(oldest);
  known.set(id, imported);
  return key;
}
