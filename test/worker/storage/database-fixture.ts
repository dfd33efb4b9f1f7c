import {openDB} from 'idb';
import {DatabaseConnection} from '../../../src/worker/storage/database-connection.js';

/** A raw connection of idb, as passed to the connection under test. */
type Connection = Awaited<ReturnType<typeof openDB>>;

/** A database of one test, with the actions of pages. */
export class TestDatabase {
  readonly name = `test-${crypto.randomUUID()}`;
  readonly connections: Connection[] = [];
  readonly durabilities: IDBTransactionDurability[] = [];
  /** Stores whose write transactions the browser refuses for lack of space. */
  full: readonly string[] = [];
  readonly #opened: DatabaseConnection[] = [];

  /** A connection of a page. A second one is that of another page, or of the same page after a reload. */
  open(): DatabaseConnection {
    const connection = new DatabaseConnection(this.name, this.#openAndRemember);
    this.#opened.push(connection);
    return connection;
  }

  /** Blocks other writes to these stores until the returned function is called. */
  async hold(first: string, ...further: readonly string[]): Promise<() => Promise<void>> {
    const raw = await openDB(this.name);
    this.connections.push(raw);
    const held = raw.transaction([first, ...further], 'readwrite');
    let isHeld = true;
    const goOn = async (): Promise<void> => {
      while (isHeld) await held.objectStore(first).count();
    };
    void goOn();
    return () => {
      isHeld = false;
      return held.done;
    };
  }

  async close(): Promise<void> {
    for (const connection of this.#opened) connection.close();
    for (const connection of this.connections) connection.close();
    await new Promise<void>((resolve) => {
      const deletion = indexedDB.deleteDatabase(this.name);
      deletion.onsuccess = deletion.onerror = deletion.onblocked = () => resolve();
    });
  }

  /** Returns real connections, and remembers them and their transactions. */
  readonly #openAndRemember: typeof openDB = async (...parameters) => {
    const connection = await openDB(...parameters);
    this.connections.push(connection as unknown as Connection);
    return new Proxy(connection, {
      get: (target, property) => {
        const value: unknown = Reflect.get(target, property);
        if (typeof value !== 'function') return value;
        return (...given: unknown[]): unknown => {
          const [names, mode] = given;
          if (mode === 'readwrite' && this.full.some((name) => [names].flat().includes(name))) {
            throw new DOMException('No room.', 'QuotaExceededError');
          }
          const result: unknown = Reflect.apply(value, target, given);
          if (result instanceof IDBTransaction && result.mode === 'readwrite') {
            const [, , options] = given as Parameters<IDBDatabase['transaction']>;
            // Not every engine reports the durability, so the requested one is used then.
            this.durabilities.push(result.durability ?? options?.durability ?? 'default');
          }
          return result;
        };
      },
    });
  };
}
