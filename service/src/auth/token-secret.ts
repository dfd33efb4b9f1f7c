import {randomBytes} from 'node:crypto';
import {rm} from 'node:fs/promises';
import {join} from 'node:path';
import type {Environment} from '../environment.js';
import {readIfPresent, readPrivateFile} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';
import type {LastingStore} from '../store/expiring-store.js';

const SECRET_BYTES = 32;

/**
 * The secret that signs the environment's tokens. It is made at the first start and stored, so that tokens stay
 * valid after a restart and in every service that shares the store. The file of the first version is migrated.
 *
 * @throws {SettingsError} if that file is damaged or readable by other users
 */
export async function tokenSecret(
  store: LastingStore,
  dataFolder: string,
  environment: Environment,
): Promise<Uint8Array> {
  const path = join(dataFolder, `token-secret-${environment}`);
  const file = await readIfPresent(path, readPrivateFile);
  const own = file === undefined ? randomBytes(SECRET_BYTES) : Buffer.from(file, 'base64url');
  if (own.length !== SECRET_BYTES) {
    throw new SettingsError(`${path} is damaged. Remove it, and the service makes another secret.`);
  }
  const secret = (await store.putIfAbsent(`token-secret:${environment}`, own, Infinity)) ?? own;
  await rm(path, {force: true});
  return secret;
}
