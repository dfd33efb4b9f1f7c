import type {FastifyInstance} from 'fastify';
import {environments, type Environment} from '../environment.js';
import {daysBefore} from '../expiry-stages.js';
import type {Metrics} from '../metrics/metrics.js';
import {SettingsError} from '../settings/settings-error.js';
import type {Settings} from '../settings/settings.js';
import type {AnswerStore} from '../store/expiring-store.js';
import {readSigningKey, type SigningKey} from './signing-key.js';
import {Webhooks} from './webhooks.js';

/** Milliseconds between checks of the certificates. */
const CHECK_MS = 60 * 60_000;

export interface OpenWebhooks {
  webhooks: Webhooks;
  /**
   * Reads the key again, and checks the certificates.
   * @throws {SettingsError} if the key cannot be used; the earlier one then stays in use
   */
  reload: () => Promise<void>;
}

/**
 * Reads the signing key from the operator's settings.
 * @throws {SettingsError}
 */
export async function webhookKey({
  webhooksKeyFile,
  webhooksKeyId,
}: Pick<Settings, 'webhooksKeyFile' | 'webhooksKeyId'>): Promise<SigningKey> {
  if (webhooksKeyFile === undefined) {
    throw new SettingsError(
      'SEALED_CAPTURE_WEBHOOKS needs SEALED_CAPTURE_WEBHOOKS_KEY: a file with the secret or private key that webhooks are signed with. Make a secret: (umask 077; openssl rand -base64 48 > webhooks.key)',
    );
  }
  return readSigningKey(webhooksKeyFile, webhooksKeyId);
}

/**
 * Sends events until the service is closed; undefined if no address is configured.
 *
 * @param endOf returns the certificate that an environment seals with, and its expiry in epoch milliseconds
 * @throws {SettingsError} if the key cannot be used
 */
export async function openWebhooks(
  app: FastifyInstance,
  settings: Settings,
  store: AnswerStore,
  endOf: (environment: Environment) => {certificate: string; until: number} | undefined,
  metrics: Metrics,
): Promise<OpenWebhooks | undefined> {
  if (settings.webhooks.length === 0) return undefined;
  let key = await webhookKey(settings);
  const webhooks = new Webhooks(
    {
      destinations: settings.webhooks,
      lifetime: settings.webhooksLifetime,
      timeout: settings.webhooksTimeout,
      concurrency: settings.webhooksConcurrency,
      room: settings.webhooksRoom,
    },
    store,
    () => key,
    app.log,
    metrics,
  );
  const announceEnds = async () => {
    for (const environment of environments) {
      const end = endOf(environment);
      const days = end && daysBefore(end.until, Date.now());
      if (!days) continue;
      await webhooks.expiring(environment, {...end, days}).catch((error: unknown) => {
        app.log.error(
          {err: error, environment},
          'The end of a certificate could not be announced.',
        );
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
  app.log.info({keyid, alg}, 'Webhooks are sent, signed with this key.');
  return {
    webhooks,
    reload: async () => {
      key = await webhookKey(settings);
      await announceEnds();
    },
  };
}
