import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import type {Environment} from '../../model/environment.js';
import {withFileLock} from '../files/file-lock.js';
import {readIfPresent, readPrivateFile, writePrivateFile} from '../files/private-files.js';
import {SettingsError} from '../settings/settings-error.js';

const SECRET_BYTES = 32;

/**
 * What the environment's tokens are signed with: made on first start, and kept in the data folder (mode 0600), so
 * that tokens outlive a restart and pass in every service that shares the folder.
 *
 * @throws {SettingsError} where the file is damaged or open to other users
 */
export async function tokenSecret(
  dataFolder: string,
  environment: Environment,
): Promise<Uint8Array> {
  const path = join(dataFolder, `token-secret-${environment}`);
  // Only who makes it needs the lock: no start waits for one that is not about making it.
  return (await read(path)) ?? withFileLock(path, async () => (await read(path)) ?? make(path));
}

async function read(path: string): Promise<Uint8Array | undefined> {
  const kept = await readIfPresent(path, readPrivateFile);
  if (kept === undefined) return undefined;
  const secret = Buffer.from(kept, 'base64url');
  if (secret.length !== SECRET_BYTES) {
    throw new SettingsError(`${path} is damaged. Remove it, and the service makes another.`);
  }
  return secret;
}

async function make(path: string): Promise<Uint8Array> {
  const secret = randomBytes(SECRET_BYTES);
  await writePrivateFile(path, `${secret.toString('base64url')}\n`);
  return secret;
}
