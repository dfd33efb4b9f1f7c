import type {OutboxTable} from './outbox-table.js';
import type {
  DeadLetter,
  Deliveries,
  LeasedDelivery,
  Outbox,
  Selection,
  Settlement,
} from './outbox.js';

type Work = <T>(work: (table: OutboxTable) => T) => Promise<T>;

/** An outbox in the same file as the answers. */
export class SqliteOutbox implements Outbox {
  readonly #read: Work;
  readonly #change: Work;

  /**
   * @param read runs read-only work
   * @param change runs work in a transaction
   */
  constructor(read: Work, change: Work) {
    this.#read = read;
    this.#change = change;
  }

  async add(deliveries: Deliveries): Promise<void> {
    deliveries.onStored(await this.#change((table) => table.add(deliveries)));
  }

  lease(destination: string, most: number, now: number, until: number): Promise<LeasedDelivery[]> {
    return this.#change((table) => table.lease(destination, most, now, until));
  }

  nextDue(destination: string): Promise<number | undefined> {
    return this.#read((table) => table.nextDue(destination));
  }

  settle(delivery: LeasedDelivery, settlement: Settlement): Promise<void> {
    return this.#change((table) => table.settle(delivery, settlement));
  }

  tidy(destinations: readonly string[], now: number, forgetBefore: number): Promise<void> {
    return this.#change((table) => table.tidy(destinations, now, forgetBefore));
  }

  deadLetters(): Promise<DeadLetter[]> {
    return this.#read((table) => table.deadLetters());
  }

  revive(selection: Selection, now: number, giveUpAt: number): Promise<number> {
    return this.#change((table) => table.revive(selection, now, giveUpAt));
  }

  discard(selection: Selection): Promise<number> {
    return this.#change((table) => table.discard(selection));
  }
}
