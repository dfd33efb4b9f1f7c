import type {FastifyInstance, FastifyRequest} from 'fastify';
import {REPLAYED} from '../routes/capture-id.js';
import type {Metrics} from './metrics.js';

/** Routes whose 200 is a new seal. */
const SEALS = ['/seal', '/protect', '/redact', '/add-timestamp'];
const REPLAYED_HEADER = REPLAYED.toLowerCase();

/** Reports each answered request, and each seal that it made. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const {environment, route} = placeOf(request);
    metrics.record('sealed_capture_request_duration_seconds', reply.elapsedTime / 1000, {
      method: request.method,
      route,
      environment,
      status: reply.statusCode,
    });
    const isNew = reply.statusCode === 200 && !reply.hasHeader(REPLAYED_HEADER);
    if (isNew && environment !== 'none' && SEALS.includes(route)) {
      metrics.count('sealed_capture_seals', {operation: route.slice(1), environment});
    }
    done();
  });
}

/** The route's pattern without its environment. Unknown paths are not reported, because they may contain anything. */
function placeOf(request: FastifyRequest): {environment: string; route: string} {
  const url = request.routeOptions.url ?? '(none)';
  const [, sandbox, route] = /^\/protection(\/sandbox)?(\/.*)$/.exec(url) ?? [];
  if (route === undefined) return {environment: 'none', route: url};
  return {environment: sandbox ? 'sandbox' : 'live', route};
}
