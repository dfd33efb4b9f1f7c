import {
  SIGNATURE_ALGORITHM,
  SIGNATURE_TAG,
} from '@sealed-capture/seal/model/seal/message-signature.js';
import {ProblemError, type ProblemReason} from '../http/problems.js';

/** Ways to authenticate, as values of `WWW-Authenticate` (RFC 9110, section 11.6.1). */
const challenges = {
  key: 'ApiKey header="X-API-Key"',
  token: 'Bearer error="invalid_token"',
  signature: `Signature tag="${SIGNATURE_TAG}", alg="${SIGNATURE_ALGORITHM}"`,
} as const;

/**
 * A 401 problem that tells the developer what was wrong. It quotes nothing of the request.
 *
 * @param way the kind of authentication that the request has to use
 */
export const unauthorized = (
  way: keyof typeof challenges,
  detail: string,
  cause?: unknown,
  reason?: ProblemReason,
): ProblemError =>
  new ProblemError(401, detail, {cause, reason, headers: {'www-authenticate': challenges[way]}});
