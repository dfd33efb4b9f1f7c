import Type, {type Static} from 'typebox';

/** Media type of every error body (RFC 9457). */
export const PROBLEM_MEDIA_TYPE = 'application/problem+json';

/** RFC 9457 problem details; `errors` and `needed` are this service's own members. */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.Optional(Type.String()),
  /** The fields that were refused: JSON Pointer and why. */
  errors: Type.Optional(Type.Array(Type.Object({pointer: Type.String(), detail: Type.String()}))),
  /** Bytes that the manifest needs, where manifestSize was too small. */
  needed: Type.Optional(Type.Integer()),
});
export type Problem = Static<typeof Problem>;
