import {existsSync} from 'node:fs';
import {rename} from 'node:fs/promises';
import {join} from 'node:path';
import {isMissing, readPrivateFile} from '../files/private-files.js';
import type {LastingStore} from '../store/expiring-store.js';
import {LastingFile} from '../store/lasting-file.js';
import {idsOf, NAME, parseKeys, serializeKeys, type StoredKey} from './stored-key.js';

/**
 * Opens the store of keys, and takes over the keys of files that were in use before.
 *
 * @param given where the keys are; by default, `keys.db` in the data folder (mode 0600)
 * @throws {SettingsError} where a file is damaged or open to other users
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

/** Replaces the keys by what `make` makes of them, which is called again where another process is faster. */
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
 * Moves the keys of a file that was in use before into the store, and renames the file. What was revoked in either
 * is revoked. Where this ends halfway, the next start does it once more.
 */
async function takeOver(
  path: string,
  store: LastingStore,
  read: () => Promise<StoredKey[]>,
): Promise<void> {
  if (!existsSync(path)) return;
  // Of two that were made from the same text, the later one counts.
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
    // Another process was faster.
    if (!isMissing(error)) throw error;
  });
}

const byIds = (keys: readonly StoredKey[]): ReadonlyMap<string, StoredKey> =>
  new Map(keys.flatMap((key) => idsOf(key).map((id) => [id, key])));

/** The same key's record, which may be of before its text was replaced. */
const oneAmong = (keys: ReadonlyMap<string, StoredKey>, key: StoredKey): StoredKey | undefined =>
  idsOf(key)
    .map((id) => keys.get(id))
    .find((one) => one !== undefined);
