import type {ExpiringTable} from './expiring-table.js';
import {takeAmong} from './tallies.js';

// Tallies in a table. Each call must be made within a transaction.

/** @see Tallies.add */
export function addInTable(
  table: ExpiringTable,
  name: string,
  by: number,
  lifetime: number,
): number {
  const found = table.get(name);
  const value = Number(found?.toString() ?? 0) + by;
  put(table, name, String(value), found, lifetime);
  return value;
}

/** @see Tallies.take */
export function takeInTable(
  table: ExpiringTable,
  name: string,
  holder: string,
  most: number,
  lifetime: number,
): boolean {
  const found = table.get(name);
  const slots = slotsIn(found);
  const isTaken = takeAmong(slots, holder, {most, lifetime, now: Date.now()});
  if (isTaken) putSlots(table, name, slots, found);
  return isTaken;
}

/** @see Tallies.free */
export function freeInTable(table: ExpiringTable, name: string, holder: string): void {
  const found = table.get(name);
  const slots = slotsIn(found);
  if (!found || !slots.delete(holder)) return;
  if (slots.size === 0) table.remove(name, found);
  else putSlots(table, name, slots, found);
}

/** Written by {@link takeInTable} only, and protected by the table's checksum. */
const slotsIn = (value: Buffer | undefined): Map<string, number> =>
  new Map(value && (JSON.parse(value.toString()) as [string, number][]));

/** Stores the slots until the last of them expires. */
function putSlots(
  table: ExpiringTable,
  name: string,
  slots: ReadonlyMap<string, number>,
  from: Buffer | undefined,
): void {
  const last = Math.max(...slots.values());
  put(table, name, JSON.stringify([...slots]), from, last - Date.now());
}

function put(
  table: ExpiringTable,
  name: string,
  text: string,
  from: Buffer | undefined,
  lifetime: number,
): void {
  const value = Buffer.from(text);
  if (from) table.replace(name, from, {value, lifetime, keep: 'held'});
  else table.putIfAbsent(name, value, lifetime);
}
