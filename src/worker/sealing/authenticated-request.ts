import {KEY_HEADER, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {ENCRYPTED_MEDIA_TYPE} from '@sealed-capture/seal/model/seal/message-signature.js';
import type {Clock} from '../../ports/browser/clock.js';
import {encryptedBody} from './encrypted-body.js';
import {signedHeaders, type Signable} from './message-signer.js';

/** A request with its authentication. */
export interface Authenticated<R extends Signable> {
  request: R;
  /** Milliseconds by which the service's clock was assumed to be ahead of the device's; absent if nothing is signed. */
  correction?: number;
}

/** Difference in milliseconds from which the time of signatures is corrected. */
const TOLERANCE_MS = 60_000;

/** Authenticates requests. Signatures use the service's clock, as far as it is known. */
export class RequestAuthentication {
  readonly #clock: Clock;
  #correction = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Authenticates a request. Rejects with `insecure_context` if nothing can be signed, and with
   * `configuration_invalid` for an invalid authorization or a header that cannot be sent.
   */
  async authenticate<R extends Signable>(
    request: R,
    authorization: Authorization,
  ): Promise<Authenticated<R>> {
    switch (authorization.name) {
      case 'headers':
        checkHeaders(authorization.headers);
        return {request: {...request, headers: {...authorization.headers, ...request.headers}}};
      case 'signature': {
        const correction = this.#correction;
        const readable = authorization.encrypts ? await encrypted(request, authorization) : request;
        const created = this.#clock.now() + correction;
        const headers = await signedHeaders(readable, authorization, created);
        return {request: {...readable, headers}, correction};
      }
      default: {
        // A page may supply a `protection` object of its own, so values of other types are possible.
        authorization satisfies never;
        const message =
          'protection.authorization has to give headers, or a signature with its key.';
        throw new SealedCaptureError('configuration_invalid', message);
      }
    }
  }

  /**
   * Takes the service's time from a 401 response.
   *
   * @param date the answer's header `Date`
   * @param correction the correction that the request was signed with; absent if it was not signed
   * @returns true if the request was signed, so that it is signed again and repeated once. Either the device's clock
   *   was wrong, or the browser has sent the request twice, as it does if a connection ends without an answer, and
   *   the service accepts each nonce once
   */
  correctClock(date: string | null, correction?: number): boolean {
    if (correction === undefined) return false;
    const found = Date.parse(date ?? '') - this.#clock.now();
    if (Math.abs(found - correction) > TOLERANCE_MS) this.#correction = found;
    return true;
  }
}

/**
 * Throws `configuration_invalid` for a header that fetch would refuse, because fetch's TypeError would count as no
 * network. The error has no cause: some browsers repeat the value, which is a secret.
 */
function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    try {
      new Headers([[name, value]]);
    } catch {
      const message =
        name === KEY_HEADER
          ? 'apiKey has characters that no HTTP header can carry. Set the key that the service gave you.'
          : `The header ${name} of protection.authorization has characters that no HTTP header can carry.`;
      throw new SealedCaptureError('configuration_invalid', message);
    }
  }
}

type Signature = Extract<Authorization, {name: 'signature'}>;

async function encrypted<R extends Signable>(request: R, signature: Signature): Promise<R> {
  const headers = {...request.headers, 'Content-Type': ENCRYPTED_MEDIA_TYPE};
  return {...request, headers, body: await encryptedBody(request, signature)};
}
