import {type SealAlgorithm} from '../encoding/cose-structures.js';

/** Signs and stamps manifests: a key with its certificates and, optionally, a time-stamp authority. */
export interface Signer {
  /** DER, leaf first, without the root. Keep the same array: its encoding is cached by identity. */
  readonly certificateChain: readonly Uint8Array[];
  /**
   * DER of an OCSPResponse for the first certificate, which seals carry. Make another signer for another answer,
   * because sizes are measured once for each.
   */
  readonly ocspAnswer?: Uint8Array;
  /** The algorithm for the curve of the first certificate's key. */
  readonly algorithm: SealAlgorithm;
  /** A signature over the algorithm's hash of `bytes`, in IEEE P1363 form (r | s). */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /**
   * Requests a time stamp (RFC 3161). `messageImprint` is a SHA-256; the result is the TimeStampToken (CMS
   * ContentInfo) as DER.
   */
  timestamp?(messageImprint: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** Bytes to reserve for a time stamp, if none can be made just to measure it, or it is inserted later. */
  readonly timestampSize?: number;
}
