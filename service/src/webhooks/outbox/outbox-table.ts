import type {DatabaseSyncInstance} from '@photostructure/sqlite';
import {
  ADDRESS_GONE,
  sizeOf,
  type DeadLetter,
  type Deliveries,
  type LeasedDelivery,
  type NewDelivery,
  type Selection,
  type Settlement,
} from './outbox.js';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS deliveries (
    eventId TEXT NOT NULL,
    destination TEXT NOT NULL,
    type TEXT NOT NULL,
    origin TEXT NOT NULL,
    body TEXT NOT NULL,
    size INTEGER NOT NULL,
    giveUpAt REAL NOT NULL,
    attempts INTEGER NOT NULL DEFAULT 0,
    dueAt REAL NOT NULL,
    diedAt REAL,
    reason TEXT NOT NULL DEFAULT '',
    status INTEGER,
    UNIQUE (eventId, destination)
  );
  CREATE INDEX IF NOT EXISTS dueDeliveries ON deliveries (destination, dueAt) WHERE diedAt IS NULL;
  CREATE INDEX IF NOT EXISTS deadDeliveries ON deliveries (destination, diedAt) WHERE diedAt IS NOT NULL;
  CREATE TABLE IF NOT EXISTS deliveryBytes (destination TEXT PRIMARY KEY, bytes INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TRIGGER IF NOT EXISTS deliveryAdded AFTER INSERT ON deliveries BEGIN
    INSERT INTO deliveryBytes VALUES (NEW.destination, NEW.size)
      ON CONFLICT (destination) DO UPDATE SET bytes = bytes + NEW.size;
  END;
  CREATE TRIGGER IF NOT EXISTS deliveryRemoved AFTER DELETE ON deliveries BEGIN
    UPDATE deliveryBytes SET bytes = bytes - OLD.size WHERE destination = OLD.destination;
  END;`;

const TABLE = `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'deliveries'`;
const ADD = `INSERT OR IGNORE INTO deliveries (eventId, destination, type, origin, body, size, giveUpAt, dueAt)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const BYTES = 'SELECT bytes FROM deliveryBytes WHERE destination = ?';
const DROP_OLDEST = `DELETE FROM deliveries WHERE rowid = (
  SELECT rowid FROM deliveries WHERE destination = ? AND diedAt IS NOT NULL ORDER BY diedAt LIMIT 1)`;
const LEASE = `UPDATE deliveries SET attempts = attempts + 1, dueAt = ? WHERE rowid IN (
  SELECT rowid FROM deliveries WHERE destination = ? AND diedAt IS NULL AND dueAt <= ? ORDER BY dueAt LIMIT ?)
  RETURNING *`;
const NEXT = 'SELECT min(dueAt) AS dueAt FROM deliveries WHERE destination = ? AND diedAt IS NULL';
const DELIVERED = 'DELETE FROM deliveries WHERE eventId = ? AND destination = ?';
const FAILED = `UPDATE deliveries SET dueAt = ?, diedAt = ?, reason = ?, status = ?
  WHERE eventId = ? AND destination = ? AND attempts = ? AND diedAt IS NULL`;
const DEAD = 'SELECT * FROM deliveries WHERE diedAt IS NOT NULL ORDER BY diedAt, eventId';
const REVIVE = `UPDATE deliveries SET diedAt = NULL, attempts = 0, dueAt = ?, giveUpAt = ?
  WHERE diedAt IS NOT NULL`;
const DISCARD = 'DELETE FROM deliveries WHERE diedAt IS NOT NULL';
const OF_EVENT = ' AND eventId = ?';

interface Row extends NewDelivery {
  attempts: number;
  diedAt: number | null;
  reason: string;
  status: number | null;
}

/**
 * Deliveries in a SQLite file. Calls are synchronous, do what {@link Outbox} says, and must be made within a
 * transaction.
 */
export class OutboxTable {
  readonly #database: DatabaseSyncInstance;
  readonly #add;
  readonly #bytes;
  readonly #lease;
  readonly #next;
  readonly #delivered;
  readonly #failed;

  constructor(database: DatabaseSyncInstance) {
    this.#database = database;
    if (!database.prepare(TABLE).get()) database.exec(SCHEMA);
    this.#add = database.prepare(ADD);
    this.#bytes = database.prepare(BYTES);
    this.#lease = database.prepare(LEASE);
    this.#next = database.prepare(NEXT);
    this.#delivered = database.prepare(DELIVERED);
    this.#failed = database.prepare(FAILED);
  }

  /** @returns the number for which there was no room */
  add({items, room, dueAt}: Deliveries): number {
    let dropped = 0;
    for (const item of items) {
      const size = sizeOf(item);
      if (!this.#makeRoom(item.destination, room - size)) {
        dropped += 1;
        continue;
      }
      const {eventId, destination, type, origin, body, giveUpAt} = item;
      this.#add.run(eventId, destination, type, origin, body, size, giveUpAt, dueAt);
    }
    return dropped;
  }

  lease(destination: string, most: number, now: number, until: number): LeasedDelivery[] {
    return (this.#lease.all(until, destination, now, most) as unknown as Row[]).map(leased);
  }

  nextDue(destination: string): number | undefined {
    return (this.#next.get(destination) as {dueAt: number | null}).dueAt ?? undefined;
  }

  settle({eventId, destination, attempts}: LeasedDelivery, settlement: Settlement): void {
    if (settlement.name === 'delivered') {
      this.#delivered.run(eventId, destination);
      return;
    }
    const {at, failure} = settlement;
    const diedAt = settlement.name === 'dead' ? at : null;
    const {reason, status = null} = failure;
    this.#failed.run(at, diedAt, reason, status, eventId, destination, attempts);
  }

  tidy(destinations: readonly string[], now: number, forgetBefore: number): void {
    this.#database.prepare(`${DISCARD} AND diedAt < ?`).run(forgetBefore);
    const others = destinations.map(() => '?').join(', ');
    this.#database
      .prepare(
        `UPDATE deliveries SET diedAt = ?, reason = ? WHERE diedAt IS NULL AND dueAt <= ? AND giveUpAt <= ? AND destination NOT IN (${others})`,
      )
      .run(now, ADDRESS_GONE, now, now, ...destinations);
  }

  deadLetters(): DeadLetter[] {
    return (this.#database.prepare(DEAD).all() as unknown as Row[]).map(
      ({diedAt, reason, status, ...row}) => ({
        ...leased({...row, diedAt, reason, status}),
        diedAt: diedAt ?? 0,
        reason,
        ...(status !== null && {status}),
      }),
    );
  }

  revive(selection: Selection, now: number, giveUpAt: number): number {
    return this.#change(REVIVE, selection, now, giveUpAt);
  }

  discard(selection: Selection): number {
    return this.#change(DISCARD, selection);
  }

  #change(sql: string, selection: Selection, ...values: number[]): number {
    const {changes} =
      selection === 'all'
        ? this.#database.prepare(sql).run(...values)
        : this.#database.prepare(sql + OF_EVENT).run(...values, selection.eventId);
    return Number(changes);
  }

  /** Deletes old dead letters as needed; returns whether the address then has at most this many bytes. */
  #makeRoom(destination: string, most: number): boolean {
    for (;;) {
      const {bytes} = (this.#bytes.get(destination) as {bytes: number} | undefined) ?? {bytes: 0};
      if (bytes <= most) return true;
      if (this.#database.prepare(DROP_OLDEST).run(destination).changes === 0) return false;
    }
  }
}

const leased = ({eventId, type, destination, origin, body, giveUpAt, attempts}: Row) => ({
  eventId,
  type,
  destination,
  origin,
  body,
  giveUpAt,
  attempts,
});
