import type {Authorization} from '../model/authorization.js';
import {toSealedCaptureError} from '../model/errors.js';
import type {ProtectionOptions} from '../model/protection-config.js';
import {unlessAborted} from './unless-aborted.js';

/** How long a page's provider may take; with the service's own time, less than a lease. */
const TIMEOUT_MS = 20_000;

/**
 * What a page's provider answers within its time. Rejects with what it says, with `timeout`, or, as most providers
 * fetch a token and fail without a network, which is no answer of the service, with `network_failed`.
 */
export async function authorizationInTime(
  authorization: ProtectionOptions['authorization'],
  signal: AbortSignal,
  timeout = TIMEOUT_MS,
): Promise<Authorization> {
  const late = AbortSignal.timeout(timeout);
  try {
    return await unlessAborted(AbortSignal.any([signal, late]), authorization);
  } catch (thrown) {
    throw toSealedCaptureError(thrown, late.aborted ? 'timeout' : 'network_failed');
  }
}
