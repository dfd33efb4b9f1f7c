import fp from 'fastify-plugin';
import {serialNumberOf} from '../certificates/signing-identity.js';
import {environments, type Environment} from '../environment.js';
import {daysBefore} from '../expiry-stages.js';
import {webhookKey} from './signing-key.js';
import {Webhooks} from './webhooks.js';

declare module 'fastify' {
  interface FastifyInstance {
    /** Announces seals and inspections to receivers. Undefined: there are none. */
    webhooks: Webhooks | undefined;
  }
}

/** Milliseconds between checks of the certificates. */
const CHECK_MS = 60 * 60_000;

/**
 * Sends events until the service is closed, if the settings name addresses. Rejects with a SettingsError if the key
 * that signs them cannot be used.
 */
export default fp(
  async (app) => {
    const {log, metrics, settings, stores} = app;
    if (settings.webhooks.length === 0) {
      app.decorate('webhooks', undefined);
      return;
    }
    let key = await webhookKey(settings);
    const webhooks = new Webhooks(
      {
        destinations: settings.webhooks,
        lifetime: settings.webhooksLifetime,
        timeout: settings.webhooksTimeout,
        concurrency: settings.webhooksConcurrency,
        room: settings.webhooksRoom,
      },
      stores.answers,
      () => key,
      log,
      metrics,
    );
    app.decorate('webhooks', webhooks);
    /** The certificate that an environment seals with, and its expiry in epoch milliseconds. */
    const endOf = (environment: Environment) => {
      const signer = app.environments.sealer(environment)?.identity.signer;
      const until = app.environments.validity(environment)?.until;
      return signer && until !== undefined
        ? {certificate: serialNumberOf(signer), until}
        : undefined;
    };
    const announceEnds = async () => {
      for (const environment of environments) {
        const end = endOf(environment);
        const days = end && daysBefore(end.until, Date.now());
        if (!days) continue;
        await webhooks.expiring(environment, {...end, days}).catch((error: unknown) => {
          log.error({err: error, environment}, 'The end of a certificate could not be announced.');
        });
      }
    };
    const timer = setInterval(() => void announceEnds(), CHECK_MS).unref();
    app.addHook('onClose', async () => {
      clearInterval(timer);
      await webhooks.close();
    });
    await announceEnds();
    const {keyid, alg} = key;
    log.info({keyid, alg}, 'Webhooks are sent, signed with this key.');
    app.onReload('the key of webhooks', async () => {
      key = await webhookKey(settings);
      await announceEnds();
    });
  },
  {name: 'webhooks', dependencies: ['metrics', 'reload', 'store', 'certificates']},
);
