import type {MotionPermissionState} from './motion-permission.js';
import type {UnavailableReason} from '../../model/capture-metadata.js';
import {policyAllows} from '../permissions/permissions-policy.js';

/** Why there are no values while the permission for motion is in this state. */
export const refusals: Partial<Record<MotionPermissionState, UnavailableReason>> = {
  denied: 'permission_denied',
  'not-requested': 'permission_not_requested',
};

/** Where a source is asked for: the page's window. */
export interface SourceTarget {
  readonly isSecureContext: boolean;
  readonly document: object;
}

/**
 * What is known to stand in the way before the browser is asked. Insecure pages come first: there most sources are
 * missing, or say that they were denied.
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
