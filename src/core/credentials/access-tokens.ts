import {tokenAuthorization, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {text} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import type {Clock} from '../../ports/browser/clock.js';
import {PROVIDER_TIMEOUT_MS} from './authorized.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** The response of `POST {base}/tokens`. */
export interface AccessToken {
  token: string;
  /** ISO 8601. Without it the token is used until the service refuses it. */
  expiresAt?: string;
}

/** Returns a token, usually from the page's own backend, for this `account` if the page has set one. */
export type GetToken = (
  signal: AbortSignal,
  account?: string,
) => AccessToken | Promise<AccessToken>;

/** The b64token grammar of RFC 6750. */
const TOKEN = /^[\w.~+/-]+=*$/;

/**
 * Milliseconds before its end at which a token is renewed; a short-lived token is renewed in the last tenth of its
 * life.
 */
const MARGIN_MS = 30_000;

interface Current {
  authorization: Authorization;
  /** Epoch milliseconds by the device's clock. */
  renewAt: number;
}

/** One call of the page's token provider, shared by all requests that wait for it. */
interface Renewal {
  current: Promise<Current>;
  askers: number;
  controller: AbortController;
}

/** The short-lived tokens of one account. Holds one token at a time, in memory only. */
export class AccessTokens {
  readonly #getToken: (signal: AbortSignal) => AccessToken | Promise<AccessToken>;
  readonly #clock: Clock;
  readonly #timeout: number;
  #current?: Current;
  #renewal?: Renewal;

  constructor(getToken: GetToken, clock: Clock, timeout = PROVIDER_TIMEOUT_MS, account?: string) {
    this.#getToken = (signal) => getToken(signal, account);
    this.#clock = clock;
    this.#timeout = timeout;
  }

  /**
   * Returns the current token, or a new one if the current one was refused or is about to expire. Rejects with the
   * provider's error.
   */
  async authorization(signal: AbortSignal, refused?: Authorization): Promise<Authorization> {
    const current = this.#current;
    const isRefused = current && isSame(current.authorization, refused);
    if (current && !isRefused && this.#clock.now() < current.renewAt) return current.authorization;
    this.#current = undefined;
    return (await this.#renewed(signal)).authorization;
  }

  /** Renews the token. The call is aborted once all its callers have given up. */
  async #renewed(signal: AbortSignal): Promise<Current> {
    const renewal = (this.#renewal ??= this.#renew());
    renewal.askers++;
    try {
      return await unlessAborted(signal, () => renewal.current);
    } finally {
      if (--renewal.askers === 0 && this.#renewal === renewal) {
        this.#renewal = undefined;
        renewal.controller.abort();
      }
    }
  }

  #renew(): Renewal {
    const controller = new AbortController();
    // The timeout ends a hanging call, so that later callers start a call of their own.
    const inTime = AbortSignal.any([controller.signal, AbortSignal.timeout(this.#timeout)]);
    const current = unlessAborted(inTime, this.#getToken)
      .then((answer) => (this.#current = this.#currentOf(answer)))
      .finally(() => {
        if (this.#renewal === renewal) this.#renewal = undefined;
      });
    const renewal: Renewal = {current, askers: 0, controller};
    return renewal;
  }

  #currentOf(answer: unknown): Current {
    const {token, expiresAt} = isRecord(answer) ? answer : {};
    const until = (expiresAt ?? '') === '' ? Infinity : Date.parse(text(expiresAt) ?? '');
    if (!TOKEN.test(text(token) ?? '') || Number.isNaN(until)) {
      const message =
        'getToken has to give {token, expiresAt}: what POST /tokens answered, parsed from JSON.';
      throw new SealedCaptureError('configuration_invalid', message);
    }
    const life = until - this.#clock.now();
    // A token that has expired on arrival means that the device's clock is wrong. It is used until the service
    // refuses it.
    const renewAt = life > 0 ? until - Math.min(MARGIN_MS, life / 10) : Infinity;
    return {authorization: tokenAuthorization(String(token)), renewAt};
  }
}

const isSame = (one: Authorization, other?: Authorization): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
