import {SettingsError} from '../../settings/settings-error.js';
import type {Client} from './redis-client.js';

const NEVER = 'noeviction';

/**
 * Refuses a Redis that evicts: API keys, nonces and answers would be deleted before their time.
 *
 * @returns a warning if it writes nothing to disk
 * @throws {SettingsError}
 */
export async function checkPolicy(client: Client): Promise<string | undefined> {
  const policy = fieldOf(await infoOf(client, 'memory'), 'maxmemory_policy');
  if (policy !== undefined && policy !== NEVER) {
    throw new SettingsError(
      `The Redis that SEALED_CAPTURE_REDIS names may evict what it holds (maxmemory-policy ${policy}): API keys would be lost, and captures sealed twice. Set maxmemory-policy noeviction there.`,
    );
  }
  const isAppending = fieldOf(await infoOf(client, 'persistence'), 'aof_enabled') === '1';
  if (isAppending) return undefined;
  // Providers may forbid CONFIG; they have their own backups.
  const save = await client.configGet('save').catch(() => undefined);
  if (save === undefined || String(save['save'] ?? '') !== '') return undefined;
  return 'The Redis that SEALED_CAPTURE_REDIS names writes nothing to disk: once it ends, all API keys are lost, and captures that are sent again are sealed anew. Set appendonly yes there.';
}

/** Empty if the credentials do not allow it. */
const infoOf = (client: Client, section: string): Promise<unknown> =>
  client.info(section).catch(() => '');

const fieldOf = (info: unknown, name: string): string | undefined =>
  new RegExp(`^${name}:(\\S+)`, 'm').exec(String(info))?.[1];
