import {join} from 'node:path';
import type {FastifyBaseLogger} from 'fastify';
import type {Settings} from '../settings/settings.js';
import {EmbeddedStore} from './embedded-store.js';
import {LocalCounts, SharedCounts, type RequestCounts} from '../http/request-counts.js';
import type {ExpiringStore, LastingStore} from './expiring-store.js';
import {LastingFile} from './lasting-file.js';

type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;

/**
 * Where API keys and the secrets of tokens are: in Redis, or in the data folder. They are apart from the answers
 * there: those begin anew if their file is damaged.
 *
 * @throws {SettingsError} where it cannot be used
 */
export async function openLastingStore(
  {redis, dataFolder}: Pick<Settings, 'redis' | 'dataFolder'>,
  log?: Log,
): Promise<LastingStore> {
  if (redis === undefined) return LastingFile.open(join(dataFolder, 'keys.db'));
  // Loaded only where it is used.
  const {RedisStore} = await import('./redis-store.js');
  return RedisStore.open({
    url: redis,
    onLost: (error) => log?.error({err: error}, 'The connection to Redis is lost.'),
    onVolatile: (warning) => log?.warn(warning),
    onBack: () => log?.info('The connection to Redis is back.'),
  });
}

/** Where answers and nonces are: in the same Redis, or in the data folder. @throws {SettingsError} likewise */
export async function openStore(
  {redis, dataFolder, answersLimit}: Settings,
  lasting: LastingStore,
  log: Log,
): Promise<ExpiringStore> {
  if (redis !== undefined) return lasting;
  return EmbeddedStore.open({
    dataFolder,
    limit: answersLimit,
    onError: (error) => log.error({err: error}, 'The store of answers failed.'),
    onSpoiled: (count) =>
      log.warn(
        {count},
        'Answers were found spoiled in the store: their requests are sealed once more if they are repeated.',
      ),
    onLoss: (movedTo) =>
      log.warn(
        {movedTo},
        'The store of answers was damaged. A new one is used: requests of the last hours that are repeated are sealed once more.',
      ),
  });
}

/** Where requests are counted: where the store is Redis, for all services that share it; else for this process. */
export const countsOf = (store: ExpiringStore): RequestCounts =>
  'count' in store ? new SharedCounts(store as ExpiringStore & RequestCounts) : new LocalCounts();
