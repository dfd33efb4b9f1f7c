import {createHmac, hkdfSync} from 'node:crypto';
import {ENCRYPTION_INFO} from '../../model/message-signature.js';

const NO_SALT = new Uint8Array(0);
const AES_256_BYTES = 32;

/** The secret of an API key. It cannot be read, and so not be logged: it only makes what it is for. */
export class KeySecret {
  readonly #secret: string | Uint8Array;

  /** @param secret text stands for its UTF-8 */
  constructor(secret: string | Uint8Array) {
    this.#secret = secret;
  }

  /** HMAC-SHA-256 of a signature base (RFC 9421, section 3.3.3). */
  sign(base: string): Buffer {
    return createHmac('sha256', this.#secret).update(base).digest();
  }

  /** The key that bodies are encrypted with: another than signatures are made with (RFC 5869). */
  encryptionKey(): Uint8Array {
    return new Uint8Array(
      hkdfSync('sha256', this.#secret, NO_SALT, ENCRYPTION_INFO, AES_256_BYTES),
    );
  }
}
