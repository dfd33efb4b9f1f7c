import type {KeyObject} from 'node:crypto';

/** Holds a key outside this process, and signs with it. */
export interface KeyHolder {
  /** Name for sentences, without a secret, such as "the PKCS #11 token". */
  readonly name: string;
  /**
   * The public key, or undefined if only a signature shows which it is.
   * @throws {SettingsError} if the key is missing, of a wrong kind or may not be used; {@link HolderFailed} or
   *   other errors for temporary failures
   */
  publicKey(signal: AbortSignal): Promise<KeyObject | undefined>;
  /**
   * A signature over the algorithm's hash of `data`, in IEEE P1363 form. The caller verifies it.
   * @throws as `publicKey` does
   */
  sign(data: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
  /** Ends connections and sessions. */
  close(): void;
}

/** There was no usable answer. The message repeats no secret and no text from the remote side. */
export class HolderFailed extends Error {
  override readonly name = 'HolderFailed';
}
