import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {Connection} from './connection.js';
import {PresentClients} from './present-clients.js';
import type {Ledger} from '../store/ledger.js';

/** The connections of clients that are in the page. */
export class Connections implements Iterable<Connection> {
  readonly #all = new Set<Connection>();
  readonly #ledger: Pick<Ledger, 'get'>;

  constructor(ledger: Pick<Ledger, 'get'>) {
    this.#ledger = ledger;
  }

  [Symbol.iterator](): Iterator<Connection> {
    return this.#all.values();
  }

  /** Adds the connection until it is released; `onReleased` is called then. */
  add(connection: Connection, onReleased: () => void = () => undefined): void {
    this.#all.add(connection);
    connection.signal.addEventListener('abort', () => {
      this.#all.delete(connection);
      onReleased();
    });
  }

  /** These clients, with `further` ones that may have been released. */
  present(...further: Connection[]): PresentClients {
    return new PresentClients(new Set([...this.#all, ...further]));
  }

  /** The client that is notified of a capture; undefined if none is connected. See {@link PresentClients.receiverOf}. */
  receiverOf(job: Job, fits?: (connection: Connection) => boolean): Connection | undefined {
    return this.present().receiverOf(this.#concerned(job), fits);
  }

  /** The client of the element that a capture belongs to; undefined if that is not in the page. */
  ownerOf(job: Job): Connection | undefined {
    return this.present().ownerOf(this.#concerned(job));
  }

  #concerned(job: Job): {job: Job; maker?: Connection} {
    return {job, maker: this.#ledger.get(job.captureId)?.maker};
  }
}
