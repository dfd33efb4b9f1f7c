import fp from 'fastify-plugin';
import {SettingsError} from './settings/settings-error.js';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Adds a part that {@link reload} reads again.
     * @param what the part, as the log names it
     */
    onReload: (what: string, read: () => Promise<void>) => void;
    /** @see RunningService.reload */
    reload: () => Promise<void>;
  }
}

/** Reloads parts of the service separately, so that a fault in one does not stop the others. */
export default fp(
  (app, _options, done) => {
    const parts = new Map<string, () => Promise<void>>();
    app.decorate('onReload', (what, read) => void parts.set(what, read));
    app.decorate('reload', async () => {
      const failures: string[] = [];
      for (const [what, read] of parts) {
        try {
          await read();
        } catch (err) {
          const reason =
            err instanceof SettingsError ? err.message : 'An unexpected error, see the log.';
          app.log.error({reason, err}, `Not read anew: ${what}.`);
          failures.push(...`Not read anew: ${what}. ${reason}`.split('\n'));
        }
      }
      if (failures.length > 0) throw new SettingsError(failures);
      app.log.info(
        'The certificates of the live environment and of the admin port, and the key of webhooks, were read anew.',
      );
    });
    done();
  },
  {name: 'reload'},
);
