import type {FastifyBaseLogger} from 'fastify';
import {openStoreFile} from './expiring-store-file.js';
import type {ExpiringStore} from './expiring-store.js';
import type {Settings} from './settings.js';

/** The store that the settings name. @throws {SettingsError} where it cannot be used */
export async function openStore(
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<ExpiringStore> {
  const onError = (error: unknown) => log.error({err: error}, 'The store of answers failed.');
  return openStoreFile({
    dataFolder: settings.dataFolder,
    limit: settings.answersLimit,
    onError,
    onDamage: (movedTo) =>
      log.warn(
        {movedTo},
        'The store of answers was damaged, and a new one is used: repeated requests of the last hours are sealed once more.',
      ),
  });
}
