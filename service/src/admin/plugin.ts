import fp from 'fastify-plugin';
import {Refusals} from '../http/refusals.js';
import {metricsRoute} from '../metrics/metrics-route.js';
import {healthOf} from '../routes/health/health-of.js';
import {healthRoute} from '../routes/health/health.js';
import {readyRoute} from '../routes/health/ready.js';
import {Siblings} from '../processes/siblings.js';
import {openAdminPort, type AdminPort} from './admin-port.js';
import {keysRoutes} from './keys-routes.js';
import {logLevelRoute} from './log-level-route.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Undefined if none is configured. It listens once the service does. */
    admin: AdminPort | undefined;
  }
}

/** Opens the admin port with its routes, if the settings name one. */
export default fp(
  async (app) => {
    const {audit, keys, log, metrics, settings, stores} = app;
    const siblings = Siblings.ofThisProcess();
    app.addHook('onClose', (_app, done) => {
      siblings.close();
      done();
    });
    const admin = await openAdminPort(app, settings, new Refusals(stores.counts, 0), {
      open: async (port) => {
        const health = healthOf(app);
        await port.register(healthRoute, health);
        await port.register(readyRoute, health);
        if ('collect' in metrics) await port.register(metricsRoute, {metrics, siblings});
      },
      restricted: async (port) => {
        await port.register(keysRoutes, {keys, audit});
        await port.register(logLevelRoute, {log, siblings});
      },
    });
    app.decorate('admin', admin);
    if (admin) app.onReload('those of the admin port', () => admin.reload());
  },
  {name: 'admin', dependencies: ['http', 'keys', 'certificates', 'audit', 'reload']},
);
