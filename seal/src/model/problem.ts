import Type, {type Static} from 'typebox';

/** Media type of every error body (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** RFC 9457 problem details; `errors`, `needed`, `reason` and `role` are this service's own members. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  /** The refused fields: JSON Pointer and reason. */
  errors: Type.Optional(Type.Array(Type.Object({pointer: Type.String(), detail: Type.String()}))),
  /** Bytes that the manifest needs, if manifestSize was too small. */
  needed: Type.Optional(Type.Integer()),
  /**
   * Why credentials are refused, if a program can react to it: key_expired (401); role_missing, origin_not_allowed
   * (403); quota_used, too_many_in_flight (429).
   */
  reason: Type.Optional(Type.String()),
  /** The role that the API key or token lacks. */
  role: Type.Optional(Type.String()),
});
export type Problem = Static<typeof Problem>;
