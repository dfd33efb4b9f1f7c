import {randomBytes} from 'node:crypto';
import type {FastifyInstance, FastifyRequest, FastifyServerOptions} from 'fastify';
import {SettingsError} from '../settings/settings-error.js';
import type {LogLevel} from '../settings/settings.js';

/** Where log lines are written; any stream will do. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * One JSON line per request, when it is done: the process, the route, the status, the duration and the key's id. It
 * never contains bodies, headers, query strings, locations or keys.
 */
export function loggerOptions(
  level: LogLevel,
  stream?: LogDestination,
): FastifyServerOptions['logger'] {
  return {
    level,
    ...(stream && {stream}),
    base: {pid: process.pid},
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: (request: FastifyRequest) => ({method: request.method, route: routeOf(request)}),
      res: ({statusCode}) => ({statusCode}),
      err: describeError,
    },
  };
}

/**
 * Returns a function that makes request ids (`reqId`), which are unique among all processes, also on other machines
 * and after a restart.
 */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${++count}`;
}

// A type alias, because Fastify requires an index signature, which interfaces do not have.
type DescribedError = {
  type: string;
  code: string;
  message: string;
  /** SQLite's error code. */
  errcode?: number;
  stack: string;
  cause?: DescribedError;
};

/**
 * Describes an error for the log. Messages may quote what a client sent, so only the code and the position in the
 * source are logged. Messages about the operator's own files and settings quote no client, and are logged.
 */
function describeError(error: Error & {code?: string; errcode?: number}): DescribedError {
  return {
    type: error.name,
    code: error.code ?? '',
    message: error instanceof SettingsError ? error.message : '',
    ...(error.errcode !== undefined && {errcode: error.errcode}),
    stack: (error.stack ?? '').split('\n').filter(isFrame).join('\n'),
    ...(error.cause instanceof Error && {cause: describeError(error.cause)}),
  };
}

/**
 * Logs each request, and names its id in the answer (`X-Request-Id`), by which a client can refer to it. A server
 * error is logged where it is answered, with its stack.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    request.log.info({
      method: request.method,
      route: routeOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(request.keyId && {key: request.keyId}),
    });
    done();
  });
}

/** The route's pattern. Unknown paths are not logged, because they may contain anything. */
const routeOf = (request: FastifyRequest): string => request.routeOptions?.url ?? '(none)';

const isFrame = (line: string): boolean => /^\s+at /.test(line);
