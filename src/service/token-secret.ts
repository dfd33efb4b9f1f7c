import {randomBytes} from 'node:crypto';
import {join} from 'node:path';
import type {Environment} from '../model/environment.js';
import {withFileLock} from './file-lock.js';
import {readIfPresent, readPrivateFile, writePrivateFile} from './private-files.js';
import {SettingsError} from './settings-error.js';

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
  return withFileLock(path, async () => {
    const kept = await readIfPresent(path, readPrivateFile);
    const secret = kept === undefined ? randomBytes(SECRET_BYTES) : Buffer.from(kept, 'base64url');
    if (secret.length !== SECRET_BYTES) {
      throw new SettingsError(`${path} is damaged. Remove it, and the service makes another.`);
    }
    if (kept === undefined) await writePrivateFile(path, `${secret.toString('base64url')}\n`);
    return secret;
  });
}
