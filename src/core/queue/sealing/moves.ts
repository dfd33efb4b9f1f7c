import {canMove, moved, type Job} from '@sealed-capture/seal/model/job/job.js';
import {lacksCredentials} from '../../credentials/authorized.js';
import {isServed, type ClientConnection} from '../client-connection.js';
import type {Clients} from '../clients.js';
import {dueOnRelease, type QueueParts} from '../queue-parts.js';
import type {Authorizer} from './authorizer.js';

/** Moves captures to the endpoint of their element, and has those tried again whose credentials were refused. */
export class Moves {
  readonly #parts: QueueParts;
  readonly #clients: Clients;
  readonly #authorizer: Authorizer;
  readonly #onMoved: () => void;

  /** `onMoved` is called when a capture may be due. */
  constructor(parts: QueueParts, clients: Clients, authorizer: Authorizer, onMoved: () => void) {
    this.#parts = parts;
    this.#clients = clients;
    this.#authorizer = authorizer;
    this.#onMoved = onMoved;
  }

  /**
   * Moves captures of the client's element that are not sealed to its endpoint, and has those tried again to which
   * `isReleased` applies. Captures whose credentials were refused there, also of other elements, are tried again if the client has others.
   */
  async follow(
    connection: ClientConnection,
    isReleased: (job: Job) => boolean = () => false,
  ): Promise<void> {
    const {ledger} = this.#parts;
    const {endpoint, account} = connection;
    if (!endpoint) return;
    const present = this.#clients.present();
    const hasOthers = this.#authorizer.isUnrefused(connection);
    for (const record of ledger.all) {
      if (connection.signal.aborted) return;
      const {job, activity} = record;
      const isOwn = present.ownerOf(record) === connection;
      // One without valid credentials was accepted nowhere: it follows its element's correction wherever that leads.
      const isFree = (isUnasked(job) || isRefused(job)) && job.endpoint !== endpoint;
      const isElsewhere = isOwn && (isFree || canMove(job, endpoint));
      const isServedNow = hasOthers && isRefused(job) && isServed(job, {endpoint, account});
      if (!isElsewhere && !isServedNow && !(isOwn && isReleased(job))) continue;
      // The page may have changed the configuration again since the loop began.
      if (connection.endpoint !== endpoint || connection.account !== account) return;
      // The attempt continues at the new endpoint.
      if (isElsewhere && activity.name === 'asking') activity.controller.abort();
      const {captureId} = job;
      const next = (stored: Job): Job | undefined =>
        moved(
          stored,
          isElsewhere ? endpoint : stored.endpoint,
          dueOnRelease(this.#parts, captureId),
        );
      if (isElsewhere) this.#clients.mayReportAgain(captureId);
      await ledger.amend(captureId, next).catch(() => undefined);
      this.#onMoved();
    }
  }

  async followAll(): Promise<void> {
    for (const connection of this.#parts.connections) await this.follow(connection);
  }
}

/** True if the job waits because there were no valid credentials. */
export const isLacking = ({state}: Job): boolean =>
  state.name === 'waiting' && lacksCredentials(state.failure?.code);

/** True if it does, and no service was ever asked for a seal. */
const isUnasked = (job: Job): boolean =>
  isLacking(job) && !('asked' in job.state && job.state.asked);

/** True if the service has refused the job's credentials. */
export const isRefused = ({state}: Job): boolean =>
  state.name === 'failed' && state.failure.code === 'unauthorized';
