import type {Authorization} from '../../model/authorization.js';
import {SealedCaptureError, toSealedCaptureError, type ErrorCode} from '../../model/errors.js';
import type {ProtectionOptions} from '../../model/protection-config.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** How long a page's provider may take; with the service's own time, less than a lease. */
export const PROVIDER_TIMEOUT_MS = 20_000;

/** Tokens and keys are long runs of these; a message, which may be stored and shown, carries none of them on. */
const SECRETS = /[\w.+/=-]{32,}/g;

/** True where a client's credentials are not asked for again before its configuration changes. */
export const lacksCredentials = (code?: ErrorCode): boolean =>
  code === 'credentials_missing' || code === 'configuration_invalid';

/**
 * What a page's provider answers within its time. Rejects with what it says where it has nothing to give, else with
 * `timeout`, or, as most providers fetch a token and fail without a network, which is no answer of the service, with
 * `network_failed`.
 */
export async function authorizationInTime(
  authorization: ProtectionOptions['authorization'],
  signal: AbortSignal,
  refused?: Authorization,
  timeout = PROVIDER_TIMEOUT_MS,
): Promise<Authorization> {
  const late = AbortSignal.timeout(timeout);
  try {
    return await unlessAborted(AbortSignal.any([signal, late]), (within) =>
      authorization(within, refused),
    );
  } catch (cause) {
    const {code, message} = toSealedCaptureError(cause, 'network_failed');
    const failure = late.aborted ? 'timeout' : lacksCredentials(code) ? code : 'network_failed';
    throw new SealedCaptureError(
      signal.aborted ? 'aborted' : failure,
      message.replace(SECRETS, '…'),
      {cause},
    );
  }
}
