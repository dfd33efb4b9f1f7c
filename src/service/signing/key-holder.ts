import type {KeyObject} from 'node:crypto';

/** Holds a key elsewhere, and signs with it. */
export interface KeyHolder {
  /** In a sentence and without a secret, such as "the PKCS #11 token". */
  readonly name: string;
  /**
   * The public key, or undefined where only a signature shows which it is.
   * @throws {SettingsError} where the key is not there, of a wrong kind or may not be used; {@link HolderFailed} or
   * other errors for what may pass
   */
  publicKey(signal: AbortSignal): Promise<KeyObject | undefined>;
  /** A signature over the algorithm's hash of `data`, in IEEE P1363 form. The caller verifies it. @throws as `publicKey` does */
  sign(data: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends connections and sessions. */
  close(): void;
}

/** No usable answer came; the message repeats no secret and nothing that came from elsewhere. */
export class HolderFailed extends Error {
  override readonly name = 'HolderFailed';
}
