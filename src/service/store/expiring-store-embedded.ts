import {randomBytes} from 'node:crypto';
import {setTimeout as sleep} from 'node:timers/promises';
import {crc32} from 'node:zlib';
import {open, type Database, type RootDatabase} from 'lmdb';
import type {ExpiringStore, Successor} from './expiring-store.js';

/** Values that are removed at a time, so that no request waits for more. */
const STEP = 128;
const SWEEP_MS = 1_000;
/** Expiry (float64, milliseconds of the epoch) and checksum (uint32) before each value. */
const HEADER = 12;

type Keep = Successor['keep'];

/** When a value's time ends. Its row holds the version, so that only that very value is removed. */
type TimeKey = [group: number, expiresAt: number, key: string];
const groups: Readonly<Record<Keep, number>> = {held: 0, 'while-room': 1};

interface Entry {
  value: Buffer;
  version: number;
  isGone: boolean;
}

export interface EmbeddedStoreOptions {
  /** Most bytes that values may take on disk; those that may go then go, oldest first. */
  limit: number;
  flush: Flush;
  onError: (error: unknown) => void;
  /** Called whenever old values are looked for. */
  onSweep?: () => Promise<void>;
  /** Called when it is closed. */
  onClosed?: () => Promise<void>;
  /** How often old values are looked for, in milliseconds. */
  sweepEvery?: number;
}

/** What is kept under each key, and when it ends. */
interface Databases {
  root: RootDatabase<Buffer, string>;
  values: Database<Buffer, string>;
  times: Database<Buffer, TimeKey>;
}

/** When changes are written to disk: after each, or by the system whenever it likes, and once at the end. */
export type Flush = 'always' | 'at-close';

export function openDatabases(folder: string, flush: Flush): Databases {
  const root = open<Buffer, string>({
    path: folder,
    noSubdir: false,
    maxDbs: 2,
    // A commit is waited for, and its flush is not: each would take as long as many seals.
    ...(flush === 'always' ? {separateFlushed: true} : {overlappingSync: false, noSync: true}),
  });
  return {
    root,
    values: root.openDB('values', {
      encoding: 'binary',
      useVersions: true,
      // A manifest is mostly padding: three times as many fit, and less is written.
      compression: true,
    }),
    times: root.openDB('times', {encoding: 'binary'}),
  };
}

/**
 * Keeps values in an LMDB file, which several processes of one machine may share.
 *
 * A promise resolves once the change is committed: every process then sees it, and it outlives this one however it
 * ends. Who opens it must know whether the machine has kept what was not flushed: see `openStoreFile`.
 */
export class EmbeddedStore implements ExpiringStore {
  readonly #root: RootDatabase<Buffer, string>;
  readonly #values: Database<Buffer, string>;
  readonly #times: Database<Buffer, TimeKey>;
  readonly #options: EmbeddedStoreOptions;
  readonly #closing = new AbortController();
  readonly #sweeping: Promise<void>;

  /** @param folder there must be one; a file in it must not be damaged */
  constructor(folder: string, options: EmbeddedStoreOptions) {
    this.#options = options;
    const {root, values, times} = openDatabases(folder, options.flush);
    this.#root = root;
    this.#values = values;
    this.#times = times;
    this.#sweeping = this.#sweepForever();
  }

  async putIfAbsent(
    key: string,
    value: Uint8Array,
    lifetime: number,
  ): Promise<Uint8Array | undefined> {
    for (;;) {
      const found = this.#read(key);
      if (found && !found.isGone) return found.value;
      const to: Successor = {value, lifetime, keep: 'held'};
      if (await this.#write(key, to, found?.version ?? null)) return undefined;
      // Another was faster: this thread's view is older than that.
      this.#root.resetReadTxn();
    }
  }

  async replace(key: string, from: Uint8Array, to: Successor): Promise<boolean> {
    for (;;) {
      const found = this.#read(key);
      if (!found || found.isGone || !found.value.equals(from)) return false;
      if (await this.#write(key, to, found.version)) return true;
      this.#root.resetReadTxn();
    }
  }

  async remove(key: string, value: Uint8Array): Promise<void> {
    for (;;) {
      const found = this.#read(key);
      if (!found || !found.value.equals(value)) return;
      if (await this.#values.remove(key, found.version)) return;
      this.#root.resetReadTxn();
    }
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#sweeping;
    await this.#root.close();
    await this.#options.onClosed?.();
  }

  /** What is past its time, or damaged on disk, counts as gone. */
  #read(key: string): Entry | undefined {
    const found = this.#values.getEntry(key);
    if (!found) return undefined;
    const {value: stored, version = 0} = found;
    const value = stored.subarray(HEADER);
    const isWhole = stored.length >= HEADER && stored.readUInt32BE(8) === checksum(key, value);
    return {value, version, isGone: !isWhole || stored.readDoubleBE(0) <= Date.now()};
  }

  /** Writes where the key's version is still that one (null: where there is none). */
  async #write(key: string, to: Successor, ifVersion: number | null): Promise<boolean> {
    const {value, lifetime, keep} = to;
    const expiresAt = Date.now() + lifetime;
    const stored = Buffer.allocUnsafeSlow(HEADER + value.length);
    stored.writeDoubleBE(expiresAt, 0);
    stored.writeUInt32BE(checksum(key, value), 8);
    stored.set(value, HEADER);
    const id = randomBytes(6);
    // In one turn, and so in one transaction. Where the value is refused, its row is of a version that there never is.
    const [, isWritten] = await Promise.all([
      this.#times.put([groups[keep], expiresAt, key], id),
      // The types lack null, which stands for "there is none".
      this.#values.put(key, stored, versionOf(id), ifVersion as number),
    ]);
    return isWritten;
  }

  async #sweepForever(): Promise<void> {
    const {sweepEvery = SWEEP_MS, onSweep, onError} = this.#options;
    const {signal} = this.#closing;
    while (!signal.aborted) {
      await sleep(sweepEvery, undefined, {signal, ref: false}).catch(() => undefined);
      try {
        await onSweep?.();
        while (!signal.aborted && (await this.#sweep()));
      } catch (error) {
        onError(error);
      }
    }
  }

  /** Removes a few of those that are past their time, or too many. @returns whether there may be more */
  async #sweep(): Promise<boolean> {
    const now = Date.now();
    const rows = [
      ...this.#rows('held', now),
      ...this.#rows('while-room', this.size > this.#options.limit ? Infinity : now),
    ];
    await Promise.all(
      rows.flatMap(({key, value}) => [
        this.#values.remove(key[2], versionOf(value)),
        this.#times.remove(key),
      ]),
    );
    return rows.length > 0;
  }

  #rows(keep: Keep, until: number): {key: TimeKey; value: Buffer}[] {
    const group = groups[keep];
    const range = {start: [group, 0], end: [group, until], limit: STEP};
    return [...this.#times.getRange(range)];
  }

  /** Bytes that values take on disk now. */
  get size(): number {
    const {pageSize, treeBranchPageCount, treeLeafPageCount, overflowPages} =
      this.#values.getStats() as Record<string, number>;
    return pageSize! * (treeBranchPageCount! + treeLeafPageCount! + overflowPages!);
  }
}

/** Never 0, which stands for none. */
const versionOf = (id: Buffer): number => id.readUIntBE(0, 6) + 1;

/** With the key, so that no value is ever taken for another's. */
const checksum = (key: string, value: Uint8Array): number => crc32(value, crc32(key));
