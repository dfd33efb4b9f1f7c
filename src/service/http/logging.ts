import {randomBytes} from 'node:crypto';
import type {FastifyInstance, FastifyRequest, FastifyServerOptions} from 'fastify';
import {SettingsError} from '../settings/settings-error.js';
import type {LogLevel} from '../settings/settings.js';

/** Where log lines go; any stream will do. */
export interface LogDestination {
  write(line: string): void;
}

/**
 * One JSON line per request, when it is done: which process answered, what was asked, how it ended, how long it took, with
 * whose key (its id). Never bodies, headers, query strings, places or keys: what is not put in need not be
 * taken out again.
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

/** Names requests, as `reqId`: unique among all processes, also those that run on other machines or after a restart. */
export function requestIds(): () => string {
  const prefix = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${prefix}-${++count}`;
}

// An alias, since Fastify wants an index signature that interfaces do not have.
type DescribedError = {
  type: string;
  code: string;
  message: string;
  /** Of SQLite. */
  errcode?: number;
  stack: string;
  cause?: DescribedError;
};

/**
 * Messages can quote what a client sent; the code and the place in our sources say enough. Those about what the operator
 * has set up quote no client, and are needed.
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
 * Adds the line, and names it in the answer (`X-Request-Id`), so that a client can tell its operator which one it is. A server
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

/** The route's pattern: a path that no route has could hold anything. */
const routeOf = (request: FastifyRequest): string => request.routeOptions?.url ?? '(none)';

const isFrame = (line: string): boolean => /^\s+at /.test(line);
