import {authorizationOf, type Authorization} from '../../model/authorization.js';
import {SealedCaptureError} from '../../model/errors.js';
import type {ProtectionOptions} from '../../model/protection-config.js';
import type {Clock} from '../../ports/browser/clock.js';
import {credentialsMissing, PROVIDER_TIMEOUT_MS} from './authorized.js';
import {AccessTokens, type GetToken} from './access-tokens.js';

/**
 * Where to seal, and one of three ways to be let in: `getToken` (for pages), `apiKey`, or `apiKey` with `apiSecret`.
 */
export interface ProtectionSettings {
  /** Sent as `X-API-Key`. Whatever is in a page is public: give pages a key that may be, or none and `getToken`. */
  apiKey?: string;
  /**
   * Secret of `apiKey`: every request is signed by it (RFC 9421), and neither is sent. For pages that only people see
   * who may know it, as in a native shell: everyone who opens a page can read it, and its console says so once.
   */
  apiSecret?: string;
  /**
   * Also encrypts what is sent to be sealed (JWE), by a key that is made from `apiSecret`. Files cannot be inspected
   * with it: services take them readable alone. Default false.
   */
  encryptRequests?: boolean;
  /**
   * Gives a short-lived token: what `POST {base}/tokens` answered to your backend, `{token, expiresAt}`, passed on to
   * the page. Asked when the first capture is to be sealed, then shortly before `expiresAt`, and once where the
   * service refuses the token; however many captures wait, one call at a time. Give up when the signal is aborted,
   * after 20 s at the latest. Throw `SealedCaptureError` with `credentials_missing` where nobody is signed in: then
   * captures wait until the element's configuration changes or `retryProtection` is called. A bug of it
   * (a TypeError, ReferenceError or RangeError that is not `fetch`'s own) is reported, and captures wait likewise. Whatever
   * else it throws counts as no network: it is asked again, ever more slowly. Tokens are kept in memory alone, each
   * account's apart: its second argument is the `account` whose captures the token is for.
   */
  getToken?: GetToken;
  /** The API's base address, relative to the page or absolute. Default `/protection`. */
  baseUrl?: string;
  /** Use the sandbox environment. Default false. */
  sandbox?: boolean;
}

/**
 * A ready-made `protection` option for the capture elements, `<protection-provider>` and `<seal-inspector>`. Make one
 * and give it to all: they share its tokens. Without any credentials its `authorization` rejects with
 * `credentials_missing`, and captures wait for others. Throws `configuration_invalid` where the settings contradict
 * one another.
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
    // No account's captures are ever sealed with another's token.
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
    authorization ? Promise.resolve(authorization) : Promise.reject(credentialsMissing());
}

const refuse = (message: string): never => {
  throw new SealedCaptureError('configuration_invalid', `createProtection: ${message}`);
};

const known = ['apiKey', 'apiSecret', 'encryptRequests', 'getToken', 'baseUrl', 'sandbox'];

/** A secret that is misspelt would mean requests that are not signed. */
function refuseUnknown(settings: ProtectionSettings): void {
  const unknown = Object.keys(settings).find((name) => !known.includes(name));
  if (unknown) refuse(`there is no setting ${unknown}; there are ${known.join(', ')}.`);
}

/** Each with what to do about it; no value is repeated. */
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
