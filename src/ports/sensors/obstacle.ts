import type {MotionPermissionState} from './motion-permission.js';
import type {UnavailableReason} from '@sealed-capture/seal/model/capture-metadata.js';
import {policyAllows} from '../permissions/permissions-policy.js';

/** The reason for absent values in each state of the motion permission. */
export const refusals: Partial<Record<MotionPermissionState, UnavailableReason>> = {
  denied: 'permission_denied',
  'not-requested': 'permission_not_requested',
};

/** Where a source is looked up: the page's window. */
export interface SourceTarget {
  readonly isSecureContext: boolean;
  readonly document: object;
}

/**
 * An obstacle that is known before the browser is asked. Insecure pages come first, because most sources are
 * missing or report a refusal there.
 */
export function obstacle(
  {isSecureContext, document}: SourceTarget,
  isSupported: boolean,
  ...features: Parameters<typeof policyAllows>[0][]
): UnavailableReason | undefined {
  if (!isSecureContext) return 'insecure_context';
  if (!isSupported) return 'not_supported';
  return features.every((feature) => policyAllows(feature, document))
    ? undefined
    : 'policy_blocked';
}
