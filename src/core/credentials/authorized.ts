import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError, failureAs, type ErrorCode} from '../../model/errors.js';
import {isBugOfPage} from '../async/bug-of-page.js';
import type {ProtectionOptions} from '../../model/protection-config.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** How long a page's provider may take; with the service's own time, less than a lease. */
export const PROVIDER_TIMEOUT_MS = 20_000;

/** Tokens and keys are long runs of these; a message, which may be stored and shown, carries none of them on. */
const SECRETS = /[\w.+/=-]{32,}/g;

export const credentialsMissing = (): SealedCaptureError =>
  new SealedCaptureError(
    'credentials_missing',
    'Set apiKey or protection, so that captures can be sealed.',
  );

/** True where a client's credentials are not asked for again before its configuration changes. */
export const lacksCredentials = (code?: ErrorCode): boolean =>
  code === 'credentials_missing' || code === 'configuration_invalid';

/**
 * Does what needs authorization. Where the service answers 401, does it once more with a new authorization, unless
 * that is the same: a token may have been revoked, or have run out by the service's clock.
 */
export async function authorized<T>(
  authorize: (refused?: Authorization) => Promise<Authorization>,
  work: (authorization: Authorization) => Promise<T>,
): Promise<T> {
  const first = await authorize();
  try {
    return await work(first);
  } catch (thrown) {
    if ((thrown as Partial<SealedCaptureError> | undefined)?.status !== 401) throw thrown;
    const next = await authorize(first);
    if (JSON.stringify(next) === JSON.stringify(first)) throw thrown;
    return work(next);
  }
}

/**
 * What a provider's failure means: its own code where it has no credentials, `configuration_invalid` for a bug of the
 * page, else `network_failed`: most providers fetch a token.
 */
export function providerFailure(cause: unknown): SealedCaptureError {
  const {code, message} = failureAs('network_failed', cause);
  const isBug = isBugOfPage(cause);
  const own = lacksCredentials(code) ? code : 'network_failed';
  const said = isBug ? `getToken threw ${String(cause)}` : message;
  return new SealedCaptureError(isBug ? 'configuration_invalid' : own, said.replace(SECRETS, '…'), {
    cause,
  });
}

/**
 * What a page's provider answers within its time. Rejects with `timeout`, or with what its failure means: see
 * `providerFailure`.
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
