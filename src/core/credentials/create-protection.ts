import {authorizationOf, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';
import type {Clock} from '../../ports/browser/clock.js';
import {PROVIDER_TIMEOUT_MS} from './authorized.js';
import {AccessTokens, type GetToken} from './access-tokens.js';

/**
 * Where to seal, with one of three kinds of credentials: `getToken` (for pages), `apiKey`, or `apiKey` with
 * `apiSecret`.
 */
export interface ProtectionSettings {
  /**
   * API key, sent as `X-API-Key`. Everything in a page is public, so use a key that may be public, or `getToken`
   * instead.
   */
  apiKey?: string;
  /**
   * Secret of `apiKey`. Every request is signed with it (RFC 9421), and neither key nor secret is sent. Everyone
   * who opens a page can read it, so use it only where all of them may know it, such as in a native shell. The
   * console warns once.
   */
  apiSecret?: string;
  /**
   * Also encrypts seal requests (JWE) with a key that is derived from `apiSecret`. Inspection is not possible then,
   * because services accept files for it unencrypted only. Default false.
   */
  encryptRequests?: boolean;
  /**
   * Returns a short-lived token: the response `{token, expiresAt}` of `POST {base}/tokens`, which your backend
   * passes on to the page. It is called before the first capture is sealed, shortly before `expiresAt`, and once
   * when the service refuses the token; one call at a time, however many captures wait. Stop when the signal is
   * aborted, which happens after 20 s at the latest. Throw a `SealedCaptureError` with `credentials_missing` if
   * nobody is signed in: captures then wait until the element's configuration changes or `retryProtection` is
   * called. A bug in it (a TypeError, ReferenceError or RangeError that is not `fetch`'s own) is reported, and
   * captures wait in the same way. After any other error, the call is repeated with growing delays: errors
   * of `fetch` and DOMExceptions count as no network, a TimeoutError as `timeout`, and the rest as an answer without
   * a token (`service_unreachable`). Tokens are kept in memory only, separately for each account. The second argument is the `account` whose
   * captures the token is for.
   */
  getToken?: GetToken;
  /** The API's base address, relative to the page or absolute. Default `/protection`. */
  baseUrl?: string;
  /** Uses the sandbox environment. Default false. */
  sandbox?: boolean;
}

/**
 * A ready-made `protection` option for the capture elements, `<protection-provider>` and `<seal-inspector>`. Make one
 * and give it to all: they share its tokens. Without any credentials its `authorization` rejects with
 * `configuration_invalid`, because no person can log in there, and captures wait for others. Throws the same where the
 * settings contradict one another.
 *
 * @example
 * element.protection = createProtection({
 *   getToken: async (signal) => {
 *     const answer = await fetch('/my-backend/token', {method: 'POST', signal});
 *     if (!answer.ok) throw new Error(`No token: ${answer.status}`);
 *     return answer.json();
 *   },
 * });
 */
export function createProtection(settings: ProtectionSettings = {}): ProtectionOptions {
  refuseUnknown(settings);
  refuseContradictions(settings);
  const {baseUrl, sandbox = false, apiSecret} = settings;
  return {
    baseUrl,
    sandbox,
    hasSecret: Boolean(apiSecret),
    authorization: authorizationBy(settings, {now: () => Date.now()}),
  };
}

function authorizationBy(
  {apiKey, apiSecret, encryptRequests, getToken}: ProtectionSettings,
  clock: Clock,
): ProtectionOptions['authorization'] {
  if (getToken) {
    // One account's captures are never sealed with another account's token.
    const tokensOf = new Map<string | undefined, AccessTokens>();
    return (signal, refused, account) => {
      const tokens =
        tokensOf.get(account) ?? new AccessTokens(getToken, clock, PROVIDER_TIMEOUT_MS, account);
      tokensOf.set(account, tokens);
      return tokens.authorization(signal, refused);
    };
  }
  const authorization: Authorization | undefined = apiKey
    ? authorizationOf(apiKey, apiSecret, encryptRequests)
    : undefined;
  return () =>
    authorization
      ? Promise.resolve(authorization)
      : Promise.reject(invalid('give it getToken or apiKey, so that captures can be sealed.'));
}

const invalid = (message: string): SealedCaptureError =>
  new SealedCaptureError('configuration_invalid', `createProtection: ${message}`);

const refuse = (message: string): never => {
  throw invalid(message);
};

const known = ['apiKey', 'apiSecret', 'encryptRequests', 'getToken', 'baseUrl', 'sandbox'];

/** Throws for unknown settings: a misspelt secret would otherwise mean unsigned requests. */
function refuseUnknown(settings: ProtectionSettings): void {
  const unknown = Object.keys(settings).find((name) => !known.includes(name));
  if (unknown) refuse(`there is no setting ${unknown}; there are ${known.join(', ')}.`);
}

/** Throws for contradicting settings. Each message says what to do; none repeats a value. */
function refuseContradictions({
  apiKey,
  apiSecret,
  encryptRequests,
  getToken,
}: ProtectionSettings): void {
  if (getToken && typeof getToken !== 'function') refuse('getToken has to be a function.');
  if (getToken && (apiKey || apiSecret || encryptRequests)) {
    refuse(
      'give getToken alone, without apiKey, apiSecret and encryptRequests: tokens replace them.',
    );
  }
  if (apiSecret && !apiKey) refuse('apiSecret needs the apiKey that it belongs to.');
  if (encryptRequests && !apiSecret) {
    refuse('encryptRequests needs apiSecret, which requests are encrypted with.');
  }
}
