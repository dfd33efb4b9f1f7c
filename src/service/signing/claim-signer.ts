import {sign} from 'node:crypto';
import {sealAlgorithms, type SealAlgorithm} from '../../seal/encoding/cose-structures.js';
import {sealAlgorithmOf} from '../../seal/node/seal-algorithm.js';
import type {Certified, SigningIdentity} from '../certificates/signing-identity.js';

/** Signs claims with the key of a certificate, wherever that key is. */
export interface ClaimSigner extends Certified {
  /** By the curve of the first certificate's key. */
  readonly algorithm: SealAlgorithm;
  /** Its key is elsewhere, so that a signature may take long. */
  readonly isElsewhere: boolean;
  /** False while the key cannot be used: nothing is sealed until it can be again. */
  readonly isWorking: boolean;
  /**
   * A signature over the algorithm's hash of `bytes`, in IEEE P1363 form (r | s).
   * @throws {SignerUnavailable}
   */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** Ends connections and sessions, after what is under way. */
  close(): void;
}

/** All that an environment seals with. */
export interface SealingIdentity {
  signer: ClaimSigner;
  /** Own time-stamp authority; without it seals carry no time stamp. */
  timeStamp?: SigningIdentity;
  /** DER of the OCSPResponse that says that the signer's certificate is not revoked: seals carry it. */
  ocspAnswer?: Uint8Array;
}

/** No signature was to be had, or none that the certificate verifies. */
export class SignerUnavailable extends Error {
  override readonly name = 'SignerUnavailable';
  /** When trying again may help, in milliseconds. */
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number, options?: ErrorOptions) {
    super(message, options);
    this.retryAfter = retryAfter;
  }
}

/** Signs with a key in this process's memory. @throws {RangeError} for a key that seals nothing */
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
