const reasons: Record<string, string> = {
  permission_denied: 'Not allowed.',
  permission_not_requested: 'You were not asked for it yet.',
  not_supported: 'This browser does not give it.',
  not_available: 'No value right now.',
  timeout: 'No answer yet.',
  insecure_context: 'Only pages with https have it.',
  policy_blocked: 'This page may not ask.',
  disabled: 'Switched off on this page.',
  error: 'The sensor failed.',
};

/** What the list of what will be sealed says, beside the labels. */
export const contents = {
  captureWillBeSealed: 'What will be sealed',
  captureClose: 'Close',
  captureAllow: 'Allow',
  captureBlurred: (metres: number) =>
    metres < 1000 ? `Blurred to ${metres} m` : `Blurred to ${metres / 1000} km`,
  captureUnavailable: (reason: string) => reasons[reason] ?? `No value (${reason}).`,
};
