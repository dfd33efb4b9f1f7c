/**
 * What an API key may be used for.
 *
 * seal: `POST seal`. claim-capture: its seals may say that a camera or microphone of this package captured the file.
 * protect: `POST protect` and `POST add-timestamp`. inspect: `POST inspect`. redact: `POST redact`. mint: `POST tokens`.
 */
export const roles = ['seal', 'claim-capture', 'protect', 'inspect', 'redact', 'mint'] as const;
export type Role = (typeof roles)[number];

/** Those of the given that there are, once each and in the order of {@link roles}: a later version may know others. */
export function rolesAmong(given: Iterable<string>): Role[] {
  const named = new Set(given);
  return roles.filter((role) => named.has(role));
}

/** Every role, with or without that of claiming captures: what keys have that were made without a choice of roles. */
export const allRoles = (mayClaimCapture: boolean): Role[] =>
  roles.filter((role) => mayClaimCapture || role !== 'claim-capture');
