import {plainAuthorization, type Authorization} from '@sealed-capture/seal/model/authorization.js';
import {SealedCaptureError, failureAs, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import {isBugOfPage} from '../async/bug-of-page.js';
import type {ProtectionOptions} from '@sealed-capture/seal/model/protection-config.js';
import {unlessAborted} from '../async/unless-aborted.js';

/**
 * Longest time in milliseconds for a page's credentials provider. Together with the service's timeout it is shorter
 * than a lease.
 */
export const PROVIDER_TIMEOUT_MS = 20_000;

/** Tokens and keys are long runs of these characters. They are removed from messages, which may be stored and shown. */
const SECRETS = /[\w.+/=-]{32,}/g;

export const credentialsMissing = (): SealedCaptureError =>
  new SealedCaptureError(
    'credentials_missing',
    'Set apiKey or protection, so that captures can be sealed.',
  );

/** True if a client's credentials are not requested again before its configuration changes. */
export const lacksCredentials = (code?: ErrorCode): boolean =>
  code === 'credentials_missing' || code === 'configuration_invalid';

/**
 * Runs a request with authorization. If the service answers 401, repeats it once with a new authorization, unless
 * that is unchanged: the token may have been revoked, or expired by the service's clock.
 */
export async function authorized<T>(
  authorize: (refused?: Authorization) => Promise<Authorization>,
  work: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  const first = await authorize();
  try {
    return await work(plainAuthorization(first));
  } catch (thrown) {
    if ((thrown as Partial<SealedCaptureError> | undefined)?.status !== 401) throw thrown;
    const next = await authorize(first);
    if (JSON.stringify(next) === JSON.stringify(first)) throw thrown;
    return work(plainAuthorization(next));
  }
}

/**
 * The error for a provider's failure: its own code if it has no credentials, `configuration_invalid` for a bug of
 * the page. Most providers fetch a token, so that errors of `fetch`, other DOMExceptions, and errors of `JSON.parse` for a
 * network's sign-in page are `network_failed`, or `timeout` for the TimeoutError of an own time limit. Anything else, also an
 * HTTP library's own error, is `service_unreachable`: there was an answer, without a token.
 */
export function providerFailure(cause: unknown): SealedCaptureError {
  const {code, message} = failureAs('network_failed', cause);
  const isBug = isBugOfPage(cause);
  const own = lacksCredentials(code) ? code : codeOf(cause);
  const text = isBug ? `getToken threw ${String(cause)}` : message;
  return new SealedCaptureError(isBug ? 'configuration_invalid' : own, text.replace(SECRETS, '…'), {
    cause,
  });
}

function codeOf(cause: unknown): ErrorCode {
  if (cause instanceof DOMException) {
    return cause.name === 'TimeoutError' ? 'timeout' : 'network_failed';
  }
  const isOfNetwork = cause instanceof TypeError || cause instanceof SyntaxError;
  return isOfNetwork ? 'network_failed' : 'service_unreachable';
}

/**
 * Calls the page's provider with a time limit. Rejects with `timeout`, or with the error that `providerFailure`
 * returns.
 */
export async function authorizationInTime(
  authorization: ProtectionOptions['authorization'],
  signal: AbortSignal,
  refused?: Authorization,
): Promise<Authorization> {
  const late = AbortSignal.timeout(PROVIDER_TIMEOUT_MS);
  try {
    return await unlessAborted(AbortSignal.any([signal, late]), (within) =>
      authorization(within, refused),
    );
  } catch (cause) {
    const failure = providerFailure(cause);
    if (!signal.aborted && !late.aborted) throw failure;
    const code = signal.aborted ? 'aborted' : 'timeout';
    throw new SealedCaptureError(code, failure.message, {cause});
  }
}
