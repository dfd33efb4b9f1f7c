import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type {FastifyInstance, FastifyRequest} from 'fastify';
import {networkOf} from './client-network.js';
import {paceOpenRequests} from '../limits/open-pace.js';
import {overloaded, ProblemError} from './problems.js';
import {keyName, rateLimitStore, type RequestCounts} from './request-counts.js';
import type {Settings} from '../settings/settings.js';

const MINUTE_MS = 60_000;
/** Seconds after which clients of an overloaded service should retry. */
const RETRY_S = 5;
/** Health routes answer even when the service is overloaded. */
const ALWAYS = ['/healthz', '/readyz'];

/** Sets security headers, CORS and rate limits, for all routes that are registered afterwards. */
export async function secure(
  app: FastifyInstance,
  settings: Settings,
  counts: RequestCounts,
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {'default-src': ["'none'"], 'frame-ancestors': ["'none'"]},
    },
    // CORS decides whether a page of another origin may read an answer.
    crossOriginResourcePolicy: {policy: 'cross-origin'},
  });
  const anyOrigin = settings.allowedOrigins.includes('*');
  await app.register(cors, {
    // Pages of the service's own origin need no CORS.
    origin: anyOrigin ? '*' : [...settings.allowedOrigins],
    methods: ['GET', 'POST'],
    allowedHeaders: [
      'Accept',
      'Authorization',
      'Content-Digest',
      'Content-Type',
      'Idempotency-Key',
      'Signature',
      'Signature-Input',
      'X-API-Key',
    ],
    exposedHeaders: [
      // Lets a device whose clock is wrong sign by the service's time.
      'Date',
      'Idempotency-Replayed',
      'RateLimit-Limit',
      'RateLimit-Remaining',
      'RateLimit-Reset',
      'Retry-After',
      'WWW-Authenticate',
      'X-Request-Id',
    ],
    maxAge: 3600,
  });
  const perMinute = ({grant, keyId}: FastifyRequest) =>
    keyId === ''
      ? settings.openRequestsPerMinute
      : (grant?.limits.perMinute ?? settings.requestsPerMinute);
  await app.register(rateLimit, {
    max: perMinute,
    allowList: (request) => perMinute(request) === 0,
    timeWindow: MINUTE_MS,
    enableDraftSpec: true,
    // Credentials were checked before, so that an invented key gets no allowance of its own.
    keyGenerator: ({keyId, ip}) => (keyId === '' ? networkOf(ip) : keyName(keyId)),
    store: rateLimitStore(counts),
    errorResponseBuilder: () =>
      new ProblemError(
        429,
        'Too many requests with this key or from this address. Try again after the seconds that Retry-After names.',
      ),
  });
  paceOpenRequests(app);
}

/**
 * Refuses requests (503 with Retry-After) while the event loop is late or the heap is large, averaged over a
 * second; for all routes that are registered afterwards. Without a limit it measures nothing.
 */
export async function refuseOverload(app: FastifyInstance, settings: Settings): Promise<void> {
  const {eventLoopLimit, heapLimit} = settings;
  if (eventLoopLimit === 0 && heapLimit === 0) return;
  await app.register(underPressure, {
    maxEventLoopDelay: eventLoopLimit,
    maxHeapUsedBytes: heapLimit,
    sampleInterval: 1_000,
    pressureHandler: (request) =>
      ALWAYS.includes(request.routeOptions.url ?? '')
        ? Promise.resolve()
        : Promise.reject(
            overloaded('The service has more to do than it can. Try again.', undefined, RETRY_S),
          ),
  });
}
