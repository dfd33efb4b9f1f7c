import {join} from 'node:path';
import type {FastifyBaseLogger} from 'fastify';
import type {Settings} from '../settings/settings.js';
import {EmbeddedStore} from './embedded-store.js';
import {
  LocalCounts,
  SharedCounts,
  type CountingStore,
  type RequestCounts,
} from '../http/request-counts.js';
import {seldom} from '../http/log-seldom.js';
import {SettingsError} from '../settings/settings-error.js';
import type {Outbox} from '../webhooks/outbox/outbox.js';
import type {AnswerStore, ExpiringStore} from './expiring-store.js';
import {LocalTallies, SharedTallies, type Tallies} from './tallies.js';
import {LastingFile} from './lasting-file.js';
import type {RedisStore} from './redis/redis-store.js';

type Log = Pick<FastifyBaseLogger, 'error' | 'warn' | 'info'>;

/**
 * Opens the store of API keys and token secrets: Redis, or a file in the data folder. That file is separate from
 * the answers, which are dropped if their file is damaged.
 *
 * @throws {SettingsError} if it cannot be used
 */
export async function openLastingStore(
  {redis, dataFolder}: Pick<Settings, 'redis' | 'dataFolder'>,
  log?: Log,
): Promise<LastingFile | RedisStore> {
  if (redis === undefined) return LastingFile.open(join(dataFolder, 'keys.db'));
  // Imported only if it is used.
  const {RedisStore} = await import('./redis/redis-store.js');
  return RedisStore.open({
    url: redis,
    onLost: (error) => log?.error({err: error}, 'The connection to Redis is lost.'),
    onVolatile: (warning) => log?.warn(warning),
    onBack: () => log?.info('The connection to Redis is back.'),
  });
}

/**
 * Opens the store of sets: the same Redis, or a file in the data folder. If that is damaged, new sets begin: a service
 * that numbers nothing helps nobody, and a new set has another id.
 *
 * @throws {SettingsError} if it cannot be used
 */
export async function openSets(
  {dataFolder}: Pick<Settings, 'dataFolder'>,
  lasting: LastingFile | RedisStore,
  log: Log,
): Promise<LastingFile | RedisStore> {
  if ('outbox' in lasting) return lasting;
  return LastingFile.open(join(dataFolder, 'sets.db'), {
    durability: 'lasting-log',
    onLoss: (movedTo) =>
      log.warn(
        {movedTo},
        'The store of sets was damaged. A new one is used: the next capture of each set begins a new set.',
      ),
  });
}

/**
 * Opens the store of answers, nonces and webhook deliveries: the same Redis, or a file in the data folder.
 * @throws {SettingsError} if it cannot be used
 */
export async function openStore(
  {dataFolder, answersLimit}: Pick<Settings, 'dataFolder' | 'answersLimit'>,
  lasting: LastingFile | RedisStore,
  log: Log,
): Promise<AnswerStore> {
  if ('outbox' in lasting) return lasting;
  const isToBeLogged = seldom();
  return EmbeddedStore.open({
    dataFolder,
    limit: answersLimit,
    onError: (error) => {
      if (isToBeLogged('failed')) log.error({err: error}, 'The store of answers failed.');
    },
    onSpoiled: (count) =>
      log.warn(
        {count},
        'Answers were found spoiled in the store: their requests are sealed once more if they are repeated.',
      ),
    onLoss: (movedTo) =>
      log.warn(
        {movedTo},
        'The store of answers was damaged. A new one is used: requests of the last hours that are repeated are sealed once more, and webhooks that were not delivered yet are lost.',
      ),
  });
}

/**
 * Opens the webhook deliveries, for a command beside the service.
 * @throws {SettingsError} if they cannot be used
 */
export async function openOutbox(
  settings: Pick<Settings, 'redis' | 'dataFolder' | 'answersLimit'>,
): Promise<{outbox: Outbox; close: () => Promise<void>}> {
  const {redis, dataFolder, answersLimit} = settings;
  const lasting = redis === undefined ? undefined : await openLastingStore(settings);
  const store =
    lasting && 'outbox' in lasting
      ? lasting
      : await EmbeddedStore.open({
          dataFolder,
          limit: answersLimit,
          upkeepEvery: 0,
          onError: () => undefined,
          // The deliveries are lost with it.
          onLoss: (movedTo) => {
            throw new SettingsError(
              `The store of webhooks was damaged. It was moved to ${movedTo}.`,
            );
          },
        });
  return {outbox: store.outbox, close: () => store.close()};
}

/** Counts of requests: shared if the store is Redis, otherwise of this process. */
export const countsOf = (store: ExpiringStore): RequestCounts =>
  'count' in store ? new SharedCounts(store as ExpiringStore & CountingStore) : new LocalCounts();

/** Slots and daily numbers, counted in the store by all services that share it. */
export const talliesOf = (store: ExpiringStore): Tallies =>
  'take' in store ? new SharedTallies(store as ExpiringStore & Tallies) : new LocalTallies();
