import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {environments} from '../../environment.js';
import {NAME, parseKeys, rolesOf, type StoredKey} from '../../keys/stored-key.js';
import type {Settings} from '../../settings/settings.js';
import {openLastingStore} from '../../store/open-stores.js';

/**
 * Warns of environments without a key that may seal, and of pages that may use a key but not read answers. The live
 * environment counts if it has a certificate.
 *
 * @throws {SettingsError} if the store of keys cannot be used
 */
export async function keyWarnings(settings: Settings): Promise<string[]> {
  const hasLive = existsSync(join(settings.liveFolder, 'signer.pem'));
  const now = Date.now();
  const keys = (await storedKeys(settings)).filter(
    ({revokedAt, expiresAt}) =>
      revokedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > now),
  );
  const maySeal = (key: StoredKey) =>
    rolesOf(key).some((role) => role === 'seal' || role === 'protect');
  const without = environments.filter(
    (environment) =>
      (environment === 'sandbox' || hasLive) &&
      !keys.some((key) => key.environment === environment && maySeal(key)),
  );
  return [
    ...without.map(
      (environment) =>
        `The ${environment} environment seals nothing: no API key of it is valid and may seal. Make one: sealed-capture-service keys create --environment ${environment}`,
    ),
    ...originWarnings(settings, keys),
  ];
}

async function storedKeys(settings: Settings): Promise<StoredKey[]> {
  // Opening it would make the file.
  const isMade = existsSync(join(settings.dataFolder, 'keys.db'));
  if (settings.redis === undefined && !isMade) return [];
  const store = await openLastingStore(settings);
  try {
    return parseKeys(await store.get(NAME));
  } finally {
    await store.close();
  }
}

function originWarnings({allowedOrigins}: Settings, keys: readonly StoredKey[]): string[] {
  if (allowedOrigins.includes('*')) return [];
  const named = new Set(keys.flatMap(({origins = []}) => origins));
  const missing = [...named].filter((origin) => !allowedOrigins.includes(origin));
  const unless = "Only a page of the service's own origin needs no entry there.";
  if (missing.length > 0) {
    return [
      `Pages of ${missing.join(', ')} may use an API key, and SEALED_CAPTURE_ALLOWED_ORIGINS does not name them: their browsers refuse the answers. ${unless}`,
    ];
  }
  const isForPages = keys.some((key) => rolesOf(key).includes('claim-capture'));
  return isForPages && allowedOrigins.length === 0
    ? [
        `API keys are for pages (role claim-capture), and SEALED_CAPTURE_ALLOWED_ORIGINS names no origin: browsers refuse the answers to them. ${unless}`,
      ]
    : [];
}
