import {openDB} from 'idb';
import {DatabaseConnection} from '../../../src/worker/storage/database-connection.js';

/** A raw connection of idb, as the connection under test gets it. */
type Connection = Awaited<ReturnType<typeof openDB>>;

/** A database of one test, with what pages do to it. */
export class TestDatabase {
  readonly name = `test-${crypto.randomUUID()}`;
  readonly connections: Connection[] = [];
  readonly durabilities: IDBTransactionDurability[] = [];
  /** Stores whose writing transactions the browser refuses, as there is no room. */
  full: readonly string[] = [];
  readonly #opened: DatabaseConnection[] = [];

  /** What a page has of it; a second one is another page, or the same after a reload. */
  open(): DatabaseConnection {
    const connection = new DatabaseConnection(this.name, this.#openAndRemember);
    this.#opened.push(connection);
    return connection;
  }

  /** Lets nobody else write to these stores, until the answer is called. */
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

  /** Hands over real connections, and remembers them and their transactions. */
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
            // Not every engine tells what it does; each is asked the same.
            this.durabilities.push(result.durability ?? options?.durability ?? 'default');
          }
          return result;
        };
      },
    });
  };
}
