import {verify, X509Certificate} from 'node:crypto';
import {type ManifestTrust} from '../checking/check-manifest.js';
import {sealAlgorithms} from '../encoding/cose-structures.js';
import {sealAlgorithmOf} from './seal-algorithm.js';
import {sha256} from './sha256.js';
import {stamperOf, timestampHolds} from './time-stamp.js';

export interface TrustedSigner {
  /** DER, leaf first, as the signer has it. */
  certificateChain: readonly Uint8Array[];
  /**
   * The required signer of the time stamp: certificates (DER), "anyone" for an authority whose certificates change,
   * or "nobody".
   */
  timestampedBy: readonly Uint8Array[] | 'anyone' | 'nobody';
  /** DER of the OCSPResponse that its seals carry. */
  ocspAnswer?: Uint8Array;
}

/**
 * What checkManifestStore needs to verify a manifest of this signer. Make it once, because keys are parsed here.
 * Node only.
 */
export function manifestTrust({
  certificateChain,
  timestampedBy,
  ocspAnswer,
}: TrustedSigner): ManifestTrust {
  const [leaf] = certificateChain;
  if (!leaf) throw new RangeError('A signer has at least one certificate.');
  const key = new X509Certificate(leaf).publicKey;
  const algorithm = sealAlgorithmOf(key);
  if (!algorithm) throw new RangeError('The certificate has a key that seals nothing.');
  const {hash} = sealAlgorithms[algorithm];
  const stampers = typeof timestampedBy === 'string' ? undefined : timestampedBy.map(stamperOf);
  return {
    certificateChain,
    algorithm,
    ocspAnswer,
    isStamped: timestampedBy !== 'nobody',
    sha256,
    signatureHolds: (bytes, signature) =>
      verify(hash, bytes, {key, dsaEncoding: 'ieee-p1363'}, signature),
    timestampHolds: (token, imprint) => timestampHolds(token, imprint, stampers),
  };
}
