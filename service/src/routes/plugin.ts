import fp from 'fastify-plugin';
import {environments} from '../environment.js';
import {environmentRoutes} from './environments/environment-routes.js';
import sealers from './environments/sealers.js';
import {healthOf} from './health/health-of.js';
import {healthRoute} from './health/health.js';
import {ocspRoute} from './ocsp.js';
import {readyRoute} from './health/ready.js';

/** The routes for the service's clients. */
export default fp(
  async (app) => {
    const health = healthOf(app);
    await app.register(healthRoute, health);
    await app.register(readyRoute, health);
    await app.register(ocspRoute, {
      prefix: '/protection/sandbox',
      authority: app.environments.sandboxAuthority,
      responder: app.environments.sandboxResponder,
    });
    await app.register(sealers);
    for (const environment of environments) {
      const prefix = environment === 'live' ? '/protection' : `/protection/${environment}`;
      await app.register(environmentRoutes, {prefix, environment});
    }
  },
  {
    name: 'routes',
    dependencies: ['http', 'certificates', 'auth', 'engine', 'limits', 'sets', 'audit', 'webhooks'],
  },
);
