import type {FastifyBaseLogger} from 'fastify';
import {SIGNATURE_WINDOW_S} from '../../model/message-signature.js';
import type {ExpiringStore} from '../store/expiring-store.js';
import {overloaded} from '../http/problems.js';
import {unauthorized} from './unauthorized.js';

/**
 * How long a nonce is remembered: a signature that was made ahead of our clock is good for up to two windows from
 * now. Services that share the store may differ by the rest.
 */
const LIFETIME_MS = (2 * SIGNATURE_WINDOW_S + 60) * 1000;
const USED = new Uint8Array([1]);

/** The nonces of signed requests, each of which is good for one. */
export class Nonces {
  readonly #store: ExpiringStore;

  constructor(store: ExpiringStore) {
    this.#store = store;
  }

  /**
   * Takes the nonce of a request whose signature holds.
   * @throws {ProblemError} 401 where it was taken before, 503 where that cannot be known
   */
  async take(keyId: string, nonce: string, log: FastifyBaseLogger): Promise<void> {
    const before = await this.#store
      .putIfAbsent(`nonce:${keyId}:${nonce}`, USED, LIFETIME_MS)
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
