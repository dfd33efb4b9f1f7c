import {type SealAlgorithm} from '../encoding/cose-structures.js';

/** Who signs and stamps manifests: a key with its certificates and, where there is one, a time-stamp authority. */
export interface Signer {
  /** DER, leaf first, without the root. Keep the same array: its encoding is cached by identity. */
  readonly certificateChain: readonly Uint8Array[];
  /**
   * DER of an OCSPResponse that says that the first certificate is not revoked: seals carry it. Make another signer
   * for another answer, since sizes are measured once for each.
   */
  readonly ocspAnswer?: Uint8Array;
  /** By the curve of the first certificate's key. */
  readonly algorithm: SealAlgorithm;
  /** A signature over the algorithm's hash of `bytes`, in IEEE P1363 form (r | s). */
  sign(bytes: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** RFC 3161: `messageImprint` is a SHA-256; answers the TimeStampToken (CMS ContentInfo) as DER. */
  timestamp?(messageImprint: Uint8Array): Promise<Uint8Array> | Uint8Array;
  /** Bytes to leave free for a time stamp, where none can be made just to measure it, or it is put in later. */
  readonly timestampSize?: number;
}
