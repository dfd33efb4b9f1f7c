import {sign} from 'node:crypto';
import {sealAlgorithms, type SealAlgorithm} from '@sealed-capture/seal/encoding/cose-structures.js';
import {sealAlgorithmOf} from '@sealed-capture/seal/node/seal-algorithm.js';
import type {Certified, SigningIdentity} from '../certificates/signing-identity.js';

/** Signs claims with the key of a certificate, wherever that key is. */
export interface ClaimSigner extends Certified {
  /** The algorithm for the curve of the first certificate's key. */
  readonly algorithm: SealAlgorithm;
  /** True if the key is remote, so that a signature may take long. */
  readonly isElsewhere: boolean;
  /** False while the key cannot be used: nothing is sealed meanwhile. */
  readonly isWorking: boolean;
  /**
   * A signature over the algorithm's hash of `bytes`, in IEEE P1363 form (r | s).
   * @throws {SignerUnavailable}
   */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** Ends connections and sessions, after the current signatures. */
  close(): void;
}

/** Everything that an environment seals with. */
export interface SealingIdentity {
  signer: ClaimSigner;
  /** The time-stamp authority of the service itself. If absent, seals get their time stamps elsewhere, or none. */
  timeStamp?: SigningIdentity;
  /** DER of the OCSPResponse with the status of the signer's certificate, which seals carry. */
  ocspAnswer?: Uint8Array;
}

/** No signature was available, or none that the certificate verifies. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  /** Milliseconds after which a retry may help. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/**
 * Signs with a key in this process's memory.
 * @throws {RangeError} for a key of a kind that cannot seal
 */
export function keySigner({certificateChain, privateKey}: SigningIdentity): ClaimSigner {
  const algorithm = sealAlgorithmOf(privateKey);
  if (!algorithm) throw new RangeError('The key is of a kind that seals nothing.');
  const {hash} = sealAlgorithms[algorithm];
  return {
    certificateChain,
    algorithm,
    isElsewhere: false,
    isWorking: true,
    sign: (bytes) => sign(hash, bytes, {key: privateKey, dsaEncoding: 'ieee-p1363'}),
    close: () => {},
  };
}
