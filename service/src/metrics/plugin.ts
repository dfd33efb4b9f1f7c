import fp from 'fastify-plugin';
import {measureRequests} from './measure-requests.js';
import {noMetrics, openMetrics, type CollectedMetrics, type Metrics} from './metrics.js';
import {watchProcess} from './watch-process.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Ignores all measurements if there is no admin port, which is where they can be read. */
    metrics: Metrics | CollectedMetrics;
  }
}

/** Decorates the service with `metrics`, and measures its process and its requests. */
export default fp(
  async (app) => {
    if (app.settings.adminPort === undefined) {
      app.decorate('metrics', noMetrics);
      return;
    }
    const metrics = await openMetrics();
    app.decorate('metrics', metrics);
    measureRequests(app, metrics);
    watchProcess(app, metrics);
  },
  {name: 'metrics', decorators: {fastify: ['settings']}},
);
