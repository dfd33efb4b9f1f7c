import {existsSync} from 'node:fs';
import {rename} from 'node:fs/promises';
import {join} from 'node:path';
import {isMissing, readPrivateFile} from '../files/private-files.js';
import type {LastingStore} from '../store/expiring-store.js';
import {LastingFile} from '../store/lasting-file.js';
import {idsOf, NAME, parseKeys, serializeKeys, type StoredKey} from './stored-key.js';

/**
 * Opens the store of keys, and migrates the keys of earlier files.
 *
 * @param given where the keys are; default: `keys.db` in the data folder (mode 0600)
 * @throws {SettingsError} if a file is damaged or readable by other users
 */
export async function openKeyStore(folder: string, given?: LastingStore): Promise<LastingStore> {
  const path = join(folder, 'keys.db');
  const store = given ?? (await LastingFile.open(path));
  const former = join(folder, 'keys.json');
  await takeOver(former, store, async () => parseKeys(await readPrivateFile(former), former));
  if (store instanceof LastingFile) return store;
  await takeOver(path, store, async () => {
    const file = await LastingFile.open(path);
    try {
      return parseKeys(await file.get(NAME));
    } finally {
      await file.close();
    }
  });
  return store;
}

/** Replaces the keys with the result of `make`, which is called again if another process changed them meanwhile. */
export async function changeKeys(
  store: LastingStore,
  make: (keys: StoredKey[]) => StoredKey[],
): Promise<StoredKey[]> {
  for (;;) {
    const from = await store.get(NAME);
    const keys = make(parseKeys(from));
    const value = serializeKeys(keys);
    const isStored = from
      ? await store.replace(NAME, from, {value, lifetime: Infinity, keep: 'held'})
      : (await store.putIfAbsent(NAME, value, Infinity)) === undefined;
    if (isStored) return keys;
  }
}

/**
 * Moves the keys of an earlier file into the store, and renames the file. A key that is revoked in either is
 * revoked. If this is interrupted, the next start repeats it.
 */
async function takeOver(
  path: string,
  store: LastingStore,
  read: () => Promise<StoredKey[]>,
): Promise<void> {
  if (!existsSync(path)) return;
  // Of two keys with the same text, the later one counts.
  const former = [...new Map((await read()).map((key) => [key.digest, key])).values()];
  const formerById = byIds(former);
  await changeKeys(store, (keys) => {
    const known = keys.map((key) => {
      const {revokedAt} = oneAmong(formerById, key) ?? {};
      return {...(revokedAt && {revokedAt}), ...key};
    });
    const knownById = byIds(known);
    return [...known, ...former.filter((key) => !oneAmong(knownById, key))];
  });
  await rename(path, `${path}.taken-over`).catch((error: unknown) => {
    // Another process has migrated the file.
    if (!isMissing(error)) throw error;
  });
}

const byIds = (keys: readonly StoredKey[]): ReadonlyMap<string, StoredKey> =>
  new Map(keys.flatMap((key) => idsOf(key).map((id) => [id, key])));

/** The record of the same key, possibly from before its text was replaced. */
const oneAmong = (keys: ReadonlyMap<string, StoredKey>, key: StoredKey): StoredKey | undefined =>
  idsOf(key)
    .map((id) => keys.get(id))
    .find((one) => one !== undefined);
