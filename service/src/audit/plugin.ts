import fp from 'fastify-plugin';
import {measuredAudit} from '../metrics/measured.js';
import type {Audit} from './audit-log.js';
import {openLog} from './open-log.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Records seals and refusals before they are answered. Undefined: they are not recorded. */
    audit: Audit | undefined;
  }
}

/** Opens the audit log if the settings name its folder. It closes after the refusals that were counted are written. */
export default fp(
  async (app) => {
    const {auditFolder} = app.settings;
    if (auditFolder === undefined) {
      app.decorate('audit', undefined);
      return;
    }
    const log = await openLog(auditFolder);
    app.addHook('onClose', () => log.close());
    app.decorate('audit', measuredAudit(log, app.metrics));
  },
  {name: 'audit', dependencies: ['metrics']},
);
