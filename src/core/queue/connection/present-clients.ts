import {isSameElement, type CaptureSource} from '@sealed-capture/seal/model/job/capture-source.js';
import {canMove} from '@sealed-capture/seal/model/job/job.js';
import {isClosing} from '@sealed-capture/seal/model/job/job-set.js';
import type {Account} from '../../credentials/accounts.js';
import type {Connection, Served} from './connection.js';
import type {CaptureRecord} from '../store/ledger.js';

interface Present extends Served {
  connection: Connection;
  source?: CaptureSource;
}

type Concerned = Pick<CaptureRecord, 'job' | 'maker'>;

/**
 * The clients that are connected now, and which of them a capture concerns. Their configurations are read once for many
 * captures.
 */
export class PresentClients {
  readonly #all: readonly Present[];

  constructor(connections: Iterable<Connection>) {
    this.#all = [...connections].map((connection) => {
      const {endpoint, account, client} = connection;
      return {connection, endpoint, account, source: client.source};
    });
  }

  /** The accounts that are signed in. */
  get accounts(): ReadonlySet<Account> {
    return new Set(this.#all.map(({account}) => account));
  }

  /**
   * The client of the element that the capture belongs to: the one that made it or, if that has left the page, the same
   * element of another visit. Undefined if neither is here.
   */
  ownerOf({job, maker}: Concerned): Connection | undefined {
    const able = this.#all.filter(({account}) => account === job.account);
    const owner =
      able.find(({connection}) => connection.element === maker?.element) ??
      able.find(({source}) => isSameElement(source, job.source));
    return owner?.connection;
  }

  /**
   * The client that is notified of a capture: its owner; without one, a client of its account for the same mode and endpoint;
   * of any mode for a closing record, which microphones have, too. If none seals there, an unsealed capture is shown by a client of the page that it was made in.
   *
   * @param fits false for clients that are not considered
   */
  receiverOf(
    record: Concerned,
    fits: (connection: Connection) => boolean = () => true,
  ): Connection | undefined {
    const owner = this.ownerOf(record);
    if (owner) return fits(owner) ? owner : undefined;
    const {job} = record;
    const able = this.#all.filter(
      ({connection, account}) =>
        account === job.account &&
        (isClosing(job) || (connection.client.mode ?? job.mode) === job.mode) &&
        fits(connection),
    );
    const there = able.filter(({endpoint}) => endpoint === job.endpoint);
    const {page = ''} = job.source ?? {};
    const receivers = there.length
      ? there
      : able.filter(({source, endpoint}) => source?.page === page && canMove(job, endpoint));
    const receiver = receivers.find(({connection}) => connection.client.mode) ?? receivers[0];
    return receiver?.connection;
  }

  /**
   * True for captures that the client lists: those that it is notified of; of a provider, those of the elements inside it,
   * also if these have left the page.
   */
  listedBy(connection: Connection): (record: Concerned) => boolean {
    const {account, client} = connection;
    return (record) => {
      const receiver = this.receiverOf(record);
      if (client.mode) return receiver === connection;
      const {job, maker} = record;
      if (job.account !== account) return false;
      const left = maker?.client.within?.length ? maker : receiver;
      return receiver === connection || isWithin(this.ownerOf(record) ?? left, connection);
    };
  }
}

/** True if `outer` is the client itself, or a provider around its element. */
export const isWithin = (client: Connection | undefined, outer: Connection): boolean =>
  client?.element === outer.element || !!client?.client.within?.includes(outer.element);
