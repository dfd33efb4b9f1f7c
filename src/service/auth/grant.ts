import type {FastifyRequest} from 'fastify';
import type {Problem} from '../../model/problem.js';
import {ProblemError} from '../http/problems.js';
import type {KeyLimits} from '../keys/key-limits.js';
import type {ActiveKey} from '../keys/known-keys.js';
import type {Role} from '../keys/roles.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Id of the key that the request was made with, in whichever way; empty before it was checked. */
    keyId: string;
    /** What that lets the request do; undefined before it was checked. */
    grant: Grant | undefined;
  }
  interface FastifyContextConfig {
    /** What the request's key has to be for. Each route that needs a key names one. */
    role?: Role;
  }
}

/** How a request shows its key. */
export type Way = 'key' | 'token' | 'signature';

/** What the key of a request allows. */
export interface Grant {
  way: Way;
  roles: ReadonlySet<Role>;
  /** Origins that tokens may be minted for; undefined: any. */
  origins: readonly string[] | undefined;
  /** Epoch milliseconds from which the key is refused. */
  expiresAt: number;
  limits: KeyLimits;
}

/** Notes what the request may do. @param narrowed the roles of its token, where that has fewer than its key */
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
 * Holds a request to what its key may do.
 * @throws {ProblemError} 403 where the key is for pages of other origins, or not for this
 */
export function requireGrant(request: FastifyRequest): void {
  const {origins, way} = request.grant ?? {};
  const {origin} = request.headers;
  // Whoever signs holds the secret, which no page needs: a program sends no Origin. Browsers send one with each POST.
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

/** @throws {ProblemError} 403 where the request's key, or its token, is not for that */
export function requireRole(
  {grant: granted}: FastifyRequest,
  role: Role,
  {detail, errors}: {detail?: string; errors?: Problem['errors']} = {},
): void {
  if (granted?.roles.has(role)) return;
  const text = `This API key or token lacks the role ${JSON.stringify(role)}. Its operator can add it.`;
  throw new ProblemError(403, detail ?? text, {errors, reason: 'role_missing', role});
}
