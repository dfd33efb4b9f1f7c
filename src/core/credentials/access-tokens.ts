import {tokenAuthorization, type Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import {text} from '../../model/json/loose-json.js';
import {isRecord} from '../../model/json/record.js';
import type {Clock} from '../../ports/browser/clock.js';
import {PROVIDER_TIMEOUT_MS} from './authorized.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** What `POST {base}/tokens` answers. */
export interface AccessToken {
  token: string;
  /** ISO 8601. Absent: it is used until the service refuses it. */
  expiresAt?: string;
}

/** Gives a token, mostly by asking the page's own backend; for this `account` of the page's, where it has set one. */
export type GetToken = (
  signal: AbortSignal,
  account?: string,
) => AccessToken | Promise<AccessToken>;

/** b64token of RFC 6750. */
const TOKEN = /^[\w.~+/-]+=*$/;

/** How long before its end a token is replaced at the latest; of a short-lived one, a tenth of its life. */
const MARGIN_MS = 30_000;

interface Current {
  authorization: Authorization;
  /** Epoch milliseconds by the device's clock. */
  renewAt: number;
}

/** One call of the page's provider, however many wait for it. */
interface Renewal {
  current: Promise<Current>;
  askers: number;
  controller: AbortController;
}

/** One account's short-lived tokens, one at a time, in memory alone. */
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

  /** The token that there is, or another where that was refused or is about to end. Rejects with what the page throws. */
  async authorization(signal: AbortSignal, refused?: Authorization): Promise<Authorization> {
    const current = this.#current;
    const isRefused = current && isSame(current.authorization, refused);
    if (current && !isRefused && this.#clock.now() < current.renewAt) return current.authorization;
    this.#current = undefined;
    return (await this.#renewed(signal)).authorization;
  }

  /** Given up when the last who asked has given up. */
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
    // So that no provider that hangs keeps those who come later from a call of their own.
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
    // One that has ended on arrival tells of a device whose clock is wrong: the service will refuse what has ended.
    const renewAt = life > 0 ? until - Math.min(MARGIN_MS, life / 10) : Infinity;
    return {authorization: tokenAuthorization(String(token)), renewAt};
  }
}

const isSame = (one: Authorization, other?: Authorization): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
