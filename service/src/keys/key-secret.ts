import {createHmac, hkdfSync} from 'node:crypto';
import {ENCRYPTION_INFO} from '@sealed-capture/seal/model/seal/message-signature.js';

const NO_SALT = new Uint8Array(0);
const AES_256_BYTES = 32;

/** The secret of an API key. It cannot be read, and therefore not be logged; it only signs and derives keys. */
export class KeySecret {
  readonly #secret: string | Uint8Array;

  /** @param secret text is encoded in UTF-8 */
  constructor(secret: string | Uint8Array) {
    this.#secret = secret;
  }

  /** HMAC-SHA-256 of a signature base (RFC 9421, section 3.3.3). */
  sign(base: string): Buffer {
    return createHmac('sha256', this.#secret).update(base).digest();
  }

  /** Derives the key for encrypted bodies, which differs from the one for signatures (RFC 5869). */
  encryptionKey(): Uint8Array {
    return new Uint8Array(
      hkdfSync('sha256', this.#secret, NO_SALT, ENCRYPTION_INFO, AES_256_BYTES),
    );
  }
}
