import type {FastifyBaseLogger} from 'fastify';
import {openStoreFile, type StoreLoss} from './expiring-store-file.js';
import type {ExpiringStore} from './expiring-store.js';
import type {Settings} from '../settings/settings.js';

/** The store that the settings name. @throws {SettingsError} where it cannot be used */
export async function openStore(
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<ExpiringStore> {
  if (settings.redis !== undefined) {
    // Loaded only where it is used.
    const {RedisStore} = await import('./expiring-store-redis.js');
    return RedisStore.open({
      url: settings.redis,
      onLost: (error) => log.error({err: error}, 'The connection to Redis is lost.'),
      onBack: () => log.info('The connection to Redis is back.'),
    });
  }
  const onError = (error: unknown) => log.error({err: error}, 'The store of answers failed.');
  return openStoreFile({
    dataFolder: settings.dataFolder,
    limit: settings.answersLimit,
    onError,
    onLoss: ({reason, ...where}) =>
      log.warn(
        where,
        `The store of answers ${losses[reason]}. A new one is used: requests of the last hours that are repeated are sealed once more.`,
      ),
  });
}

const losses: Readonly<Record<StoreLoss['reason'], string>> = {
  'not-flushed': 'is incomplete since the machine went off',
  damaged: 'was damaged',
  'too-slow': 'took too long to read, and was not closed in order',
};
