import {STATUS_CODES} from 'node:http';
import type {
  FastifyError,
  FastifyReply,
  FastifyRequest,
  FastifySchemaValidationError,
} from 'fastify';
import {weightOf} from './accept.js';
import {PROBLEM_MEDIA_TYPE, type Problem} from '@sealed-capture/seal/model/problem.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Errors have no body, unless the request accepts problem details. */
    emptyErrors?: boolean;
  }
}

/** See {@link Problem}. */
export type ProblemReason =
  | 'key_expired'
  | 'role_missing'
  | 'origin_not_allowed'
  | 'quota_used'
  | 'too_many_in_flight';

interface ProblemOptions extends ErrorOptions {
  errors?: Problem['errors'];
  needed?: number;
  reason?: ProblemReason;
  role?: string;
  headers?: Record<string, string>;
}

/** Thrown anywhere in a request, it is sent as problem details (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly statusCode: number;
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    detail: string,
    {errors, needed, reason, role, headers, cause}: ProblemOptions = {},
  ) {
    super(detail, {cause});
    this.statusCode = status;
    this.headers = headers ?? {};
    this.problem = {
      type: 'about:blank',
      title: STATUS_CODES[status] ?? 'Error',
      status,
      detail,
      ...(errors && {errors}),
      ...(needed !== undefined && {needed}),
      ...(reason !== undefined && {reason}),
      ...(role !== undefined && {role}),
    };
  }
}

/**
 * A 503 that asks the client to retry, because the service is at its limit.
 * @param seconds when to retry
 */
export const overloaded = (detail: string, cause?: unknown, seconds = 1): ProblemError =>
  new ProblemError(503, detail, {cause, headers: {'retry-after': String(seconds)}});

/** Texts for errors of Fastify and its plugins; other errors keep only their status. */
const details: Readonly<Record<string, string>> = {
  FST_ERR_CTP_INVALID_JSON_BODY: 'The body is not JSON, or has a member named "__proto__".',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The body is empty; it must be JSON.',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The body is not as long as Content-Length says.',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The body is larger than this endpoint accepts.',
  FST_ERR_CTP_INVALID_MEDIA_TYPE:
    'This endpoint does not accept this Content-Type. /openapi.json names those that it does.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'The body must be multipart/form-data.',
  FST_REQ_FILE_TOO_LARGE: 'The media are larger than this service accepts.',
  FST_PARTS_LIMIT: 'The form has too many parts.',
  FST_FILES_LIMIT: 'The form has too many files.',
  FST_INVALID_JSON_FIELD_ERROR:
    'A part of the form is not JSON, as its type says, or has a member named "__proto__".',
  FST_FIELDS_LIMIT: 'The form has too many fields.',
  FST_PROTO_VIOLATION: 'A part of the form must not be named like a member of Object.prototype.',
  FST_PREMATURE_CLOSE: 'The form ends too early.',
  FST_ERR_BAD_URL: 'The path is not a valid URL path.',
};

/** What the client is told of an error. An unknown error becomes a 500 without details. */
export function toProblem(error: FastifyError | Error): ProblemError {
  if (error instanceof ProblemError) return error;
  if ('validation' in error && error.validation) return invalid(error.validation);
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500;
  // The convention of http-errors: the author of the error meant its text for the client.
  if (status >= 400 && 'expose' in error && error.expose === true) {
    return new ProblemError(status, error.message, {cause: error});
  }
  const code = 'code' in error ? error.code : '';
  if (status >= 400 && status < 500) {
    const detail = details[code] ?? 'The request cannot be accepted.';
    return new ProblemError(status, detail, {cause: error});
  }
  return new ProblemError(500, 'The service failed to answer. Try again later.', {cause: error});
}

function invalid(validation: FastifySchemaValidationError[]): ProblemError {
  const errors = validation.map((one) => ({
    pointer: pointer(one),
    detail: one.message ?? 'is not valid',
  }));
  return new ProblemError(400, 'The request is not of the agreed form.', {errors});
}

/** JSON Pointer to the refused member; a missing or surplus member is named itself. */
function pointer({instancePath, params}: FastifySchemaValidationError): string {
  const member = params.missingProperty ?? params.additionalProperty ?? params.propertyName;
  if (typeof member !== 'string') return instancePath;
  return pointerTo(instancePath, member);
}

/** JSON Pointer to a member (RFC 6901). A client may have chosen its name, of any length. */
export const pointerTo = (pointer: string, member: string): string =>
  `${pointer}/${member.slice(0, 256).replaceAll('~', '~0').replaceAll('/', '~1')}`;

/** Sends the problem, without a body if the route says so and the Accept header does not name problem details. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError) {
  reply.code(error.statusCode).headers(error.headers);
  const {emptyErrors} = request.routeOptions.config;
  if (emptyErrors && weightOf(PROBLEM_MEDIA_TYPE, request.headers.accept) === 0)
    return reply.send();
  return reply
    .header('content-type', PROBLEM_MEDIA_TYPE)
    .serializer((payload: string) => payload)
    .send(JSON.stringify(error.problem));
}
