/**
 * Roles of an API key.
 *
 * seal: `POST seal`. claim-capture: its seals may claim that a camera or microphone of this package captured the
 * file. protect: `POST protect` and `POST add-timestamp`. inspect: `POST inspect` and `POST inspect-set`. redact: `POST redact`. mint:
 * `POST tokens`.
 */
export const roles = ['seal', 'claim-capture', 'protect', 'inspect', 'redact', 'mint'] as const;
export type Role = (typeof roles)[number];

/**
 * The known roles among the given ones, each once and in the order of {@link roles}. A later version may have
 * others.
 */
export function rolesAmong(given: Iterable<string>): Role[] {
  const named = new Set(given);
  return roles.filter((role) => named.has(role));
}

/** All roles, with or without `claim-capture`: the roles of keys that were made without a choice. */
export const allRoles = (mayClaimCapture: boolean): Role[] =>
  roles.filter((role) => mayClaimCapture || role !== 'claim-capture');
