/** Why a section has no values. Each reason corresponds to a signal of the browser. */
export const unavailableReasons = [
  'permission_denied',
  'permission_not_requested',
  'not_supported',
  'not_available',
  'timeout',
  'insecure_context',
  'policy_blocked',
  'disabled',
  'error',
] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];
