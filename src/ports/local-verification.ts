import type {InspectionResult} from '../model/inspection-result.js';

export interface LocalVerificationOptions {
  /** Root certificates, PEM: whose signers and time-stamp authorities are trusted. */
  trustAnchors: string;
  signal: AbortSignal;
}

/** Reads a seal with the engine in the browser. It is loaded with the first call; the file never leaves the device. */
export interface LocalVerification {
  /**
   * Rejects with `media_unsupported` for a file that seals are not read from, `worker_unavailable` where the engine
   * cannot be loaded or the page's policy forbids WebAssembly. A file that is too much for the engine is a verdict
   * (invalid, `general.error`), as it is with the service.
   */
  verify(file: Blob, options: LocalVerificationOptions): Promise<InspectionResult>;
}
