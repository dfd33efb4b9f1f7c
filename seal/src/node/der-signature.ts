import {constants, verify, type KeyObject} from 'node:crypto';
import {type DerSignature} from '../encoding/signature-algorithm.js';

/** Node's types of the keys for each algorithm. With a key of another type, Node verifies by another algorithm. */
const keyTypes = {
  ECDSA: ['ec'],
  'RSASSA-PKCS1-v1_5': ['rsa'],
  'RSA-PSS': ['rsa', 'rsa-pss'],
  Ed25519: ['ed25519'],
};

/** True if this key has made the signature; like derSignatureHolds, but synchronous. Node only. */
export function isSignedBy({algorithm, value, signed}: DerSignature, key: KeyObject): boolean {
  if (!keyTypes[algorithm.name].includes(key.asymmetricKeyType ?? '')) return false;
  const hash = algorithm.name === 'Ed25519' ? null : algorithm.hash;
  const padding = constants.RSA_PKCS1_PSS_PADDING;
  const options = algorithm.name === 'RSA-PSS' ? {key, padding, ...algorithm} : key;
  try {
    return verify(hash, signed, options, value);
  } catch {
    // The key is restricted to other parameters of RSA-PSS.
    return false;
  }
}
