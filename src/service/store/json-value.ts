import type {Static, TSchema} from 'typebox';
import {Value} from 'typebox/value';
import {SettingsError} from '../settings/settings-error.js';
import type {LastingStore} from './expiring-store.js';

/** The JSON that a lasting store has under the name. @throws {SettingsError} where it is not of the schema */
export async function readJson<T extends TSchema>(
  store: LastingStore,
  name: string,
  schema: T,
): Promise<Static<T> | undefined> {
  const stored = await store.get(name);
  return stored && parseJson(stored, schema, name);
}

/**
 * Replaces the JSON under the name by what `change` makes of it, which may be called again where another process is
 * faster. Nothing changes where it gives undefined.
 *
 * @returns what is stored now
 */
export async function updateJson<T extends TSchema>(
  store: LastingStore,
  name: string,
  schema: T,
  change: (before: Static<T> | undefined) => Static<T> | undefined,
): Promise<Static<T> | undefined> {
  for (;;) {
    const from = await store.get(name);
    const to = change(from && parseJson(from, schema, name));
    if (to === undefined) return undefined;
    const value = Buffer.from(JSON.stringify(to));
    const isStored = from
      ? await store.replace(name, from, {value, lifetime: Infinity, keep: 'held'})
      : (await store.putIfAbsent(name, value, Infinity)) === undefined;
    if (isStored) return to;
  }
}

/** @param name what the message calls it */
export function parseJson<T extends TSchema>(
  text: Uint8Array | string,
  schema: T,
  name: string,
): Static<T> {
  try {
    const value: unknown = JSON.parse(text.toString());
    if (Value.Check(schema, value)) return value;
  } catch (error) {
    throw new SettingsError(`${name} is damaged: it is not JSON.`, {cause: error});
  }
  throw new SettingsError(`${name} is damaged: it does not hold what it should.`);
}
