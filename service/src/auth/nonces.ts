import {hash} from 'node:crypto';
import type {FastifyBaseLogger} from 'fastify';
import {SIGNATURE_WINDOW_S} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {ExpiringStore} from '../store/expiring-store.js';
import {overloaded} from '../http/problems.js';
import {unauthorized} from './unauthorized.js';

/**
 * How long a nonce is stored, in milliseconds. A signature that was made ahead of the service's clock is valid for
 * up to two windows from now. The rest allows for clocks that differ among services with one store.
 */
const LIFETIME_MS = (2 * SIGNATURE_WINDOW_S + 60) * 1000;
const USED = new Uint8Array([1]);

/** The nonces of signed requests. Each may be used once. */
export class Nonces {
  readonly #store: ExpiringStore;

  constructor(store: ExpiringStore) {
    this.#store = store;
  }

  /**
   * Marks the nonce of a request with a valid signature as used.
   * @throws {ProblemError} 401 if it was used before, 503 if the store does not answer
   */
  async take(keyId: string, nonce: string, log: FastifyBaseLogger): Promise<void> {
    const before = await this.#store
      .putIfAbsent(`nonce:${keyId}:${hash('sha256', nonce, 'base64')}`, USED, LIFETIME_MS)
      .catch((error: unknown) => {
        log.error({err: error}, 'Nonces of signed requests cannot be remembered.');
        throw overloaded('The service cannot tell whether it had this request. Try again.', error);
      });
    if (before) {
      throw unauthorized(
        'signature',
        'This signature was used before: each request needs a nonce of its own.',
      );
    }
  }
}
