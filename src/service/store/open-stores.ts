import {join} from 'node:path';
import type {FastifyBaseLogger} from 'fastify';
import type {Settings} from '../settings/settings.js';
import {EmbeddedStore} from './embedded-store.js';
import {LocalCounts, SharedCounts, type RequestCounts} from '../http/request-counts.js';
import {seldom} from '../http/log-seldom.js';
import {SettingsError} from '../settings/settings-error.js';
import type {Outbox} from '../webhooks/outbox.js';
import type {AnswerStore, ExpiringStore} from './expiring-store.js';
import {LocalTallies, SharedTallies, type Tallies} from './tallies.js';
import {LastingFile} from './lasting-file.js';
import type {RedisStore} from './redis-store.js';

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
): Promise<LastingFile | RedisStore> {
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

/** Where answers, nonces and undelivered webhooks are: in the same Redis, or in the data folder. @throws {SettingsError} likewise */
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

/** What webhooks are to deliver, for a command beside the service. @throws {SettingsError} where it cannot be used */
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
          // What it is for is gone with it.
          onLoss: (movedTo) => {
            throw new SettingsError(
              `The store of webhooks was damaged. It was moved to ${movedTo}.`,
            );
          },
        });
  return {outbox: store.outbox, close: () => store.close()};
}

/** Where requests are counted: where the store is Redis, for all services that share it; else for this process. */
export const countsOf = (store: ExpiringStore): RequestCounts =>
  'count' in store ? new SharedCounts(store as ExpiringStore & RequestCounts) : new LocalCounts();

/** Where slots and numbers of a day are counted: in the store, with all services that share it. */
export const talliesOf = (store: ExpiringStore): Tallies =>
  'take' in store ? new SharedTallies(store as ExpiringStore & Tallies) : new LocalTallies();
