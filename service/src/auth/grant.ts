import type {FastifyRequest} from 'fastify';
import type {Problem} from '@sealed-capture/seal/model/problem.js';
import {ProblemError} from '../http/problems.js';
import type {KeyLimits} from '../keys/key-limits.js';
import type {ActiveKey} from '../keys/known-keys.js';
import type {Role} from '../keys/roles.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that the request was authenticated with; empty before that. */
    keyId: string;
    /** What the key allows the request to do; undefined before authentication. */
    grant: Grant | undefined;
  }
  interface FastifyContextConfig {
    /** The role that the request's key must have. Each route that needs a key names one. */
    role?: Role;
  }
}

/** How a request was authenticated. */
export type Way = 'key' | 'token' | 'signature';

/** What a request may do with its key. */
export interface Grant {
  way: Way;
  roles: ReadonlySet<Role>;
  /** Origins for which tokens may be minted; undefined for any. */
  origins: readonly string[] | undefined;
  /** Epoch milliseconds from which the key is refused. */
  expiresAt: number;
  limits: KeyLimits;
}

/**
 * Stores what the request may do.
 * @param narrowed the roles of its token, if those are fewer than the key's
 */
export function grant(
  request: FastifyRequest,
  {id, roles, origins, expiresAt, limits}: ActiveKey,
  way: Way,
  narrowed?: readonly Role[],
): void {
  request.keyId = id;
  const granted = narrowed ? new Set(narrowed.filter((role) => roles.has(role))) : roles;
  request.grant = {way, roles: granted, origins, expiresAt, limits};
}

/**
 * Checks that the request's key allows it.
 * @throws {ProblemError} 403 if the key is for pages of other origins, or lacks the role
 */
export function requireGrant(request: FastifyRequest): void {
  const {origins, way} = request.grant ?? {};
  const {origin} = request.headers;
  // A request without Origin comes from a program. Only a signed one is accepted, because the secret is not for
  // pages. Browsers send Origin with each POST.
  const isFromThere = origin === undefined ? way === 'signature' : origins?.includes(origin);
  if (origins && !isFromThere) {
    throw new ProblemError(
      403,
      'This API key is for pages of certain origins, and the request comes from elsewhere. Its operator can add origins.',
      {reason: 'origin_not_allowed'},
    );
  }
  const {role} = request.routeOptions.config;
  if (role) requireRole(request, role);
}

/**
 * Checks a role of the request's key or token.
 * @throws {ProblemError} 403 if it is missing
 */
export function requireRole(
  {grant: granted}: FastifyRequest,
  role: Role,
  {detail, errors}: {detail?: string; errors?: Problem['errors']} = {},
): void {
  if (granted?.roles.has(role)) return;
  const text = `This API key or token lacks the role ${JSON.stringify(role)}. Its operator can add it.`;
  throw new ProblemError(403, detail ?? text, {errors, reason: 'role_missing', role});
}
