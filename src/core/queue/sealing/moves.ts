import {canMove, moved, type Job} from '@sealed-capture/seal/model/job/job.js';
import {lacksCredentials} from '../../credentials/authorized.js';
import {isServed, type Connection} from '../connection/connection.js';
import {dueOnRelease, type QueueParts} from '../queue-parts.js';
import type {SetupChecks} from '../setup-checks.js';
import type {Authorizer} from './authorizer.js';

/** Acts on changes of the clients' accounts, endpoints and credentials. */
export class Moves {
  readonly #parts: QueueParts;
  readonly #authorizer: Authorizer;
  readonly #setup: SetupChecks;
  readonly #loop: {check(): void; sealNow(): void};

  constructor(
    parts: QueueParts,
    authorizer: Authorizer,
    setup: SetupChecks,
    loop: {check(): void; sealNow(): void},
  ) {
    this.#parts = parts;
    this.#authorizer = authorizer;
    this.#setup = setup;
    this.#loop = loop;
  }

  /** Acts on a client's configuration. `isRenewed`: it names another account, endpoint, key or storage than before. */
  async rebind(connection: Connection, isRenewed: boolean): Promise<void> {
    this.giveUpForeign();
    if (isRenewed) this.#setup.renewed(connection);
    if (isRenewed) this.#deliverAgain(connection);
    await this.follow(
      connection,
      (job) => isLacking(job) || (isRenewed && (isRefused(job) || lacksRole(job))),
    );
    this.#loop.sealNow();
  }

  /** Has the files sent that wait for this client's storage: it may be another one. */
  #deliverAgain(connection: Connection): void {
    const {ledger, connections, ports} = this.#parts;
    for (const {job} of ledger.all) {
      if (job.state.name !== 'delivering' || connections.receiverOf(job) !== connection) continue;
      ledger.note(job.captureId, {deliverAgainAt: ports.clock.now()});
    }
  }

  /**
   * Gives up attempts whose account has no client any more: they would be sealed with another account's
   * credentials.
   */
  giveUpForeign(): void {
    const {ledger, connections} = this.#parts;
    const {accounts} = connections.present();
    for (const {job, activity} of ledger.all) {
      if (activity.name !== 'asking' && activity.name !== 'sending') continue;
      if (!accounts.has(job.account)) activity.controller.abort();
    }
  }

  /**
   * Moves captures of the client's element that are not sealed to its endpoint, and has those tried again to which
   * `isReleased` applies. Captures whose credentials were refused there, also of other elements, are tried again if the client has others.
   */
  async follow(
    connection: Connection,
    isReleased: (job: Job) => boolean = () => false,
  ): Promise<void> {
    const {ledger} = this.#parts;
    const {endpoint, account} = connection;
    if (!endpoint) return;
    const present = this.#parts.connections.present();
    const hasOthers = this.#authorizer.isUnrefused(connection);
    for (const record of ledger.all) {
      if (connection.signal.aborted) return;
      const {job, activity} = record;
      const isOwn = present.ownerOf(record) === connection;
      // A capture without valid credentials was accepted nowhere, so it moves to whatever endpoint its element names now.
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
      if (isElsewhere) this.#parts.reports.mayRepeat(captureId);
      await ledger.amend(captureId, next).catch(() => undefined);
      this.#loop.check();
    }
  }

  async followAll(): Promise<void> {
    for (const connection of this.#parts.connections) await this.follow(connection);
  }
}

/** True if the job waits because there were no valid credentials. */
export const isLacking = ({state}: Job): boolean =>
  state.name === 'waiting' && lacksCredentials(state.failure?.code);

/** True if the job waits because there were no valid credentials, and no service was ever asked for its seal. */
const isUnasked = (job: Job): boolean =>
  isLacking(job) && !('asked' in job.state && job.state.asked);

/** True if the service has refused the job's credentials. */
export const isRefused = ({state}: Job): boolean =>
  state.name === 'failed' && state.failure.code === 'unauthorized';

/**
 * True if the job's credentials may not do this. They are good for other captures, so only other ones help; a chosen file would be
 * sent whole for nothing.
 */
const lacksRole = ({state}: Job): boolean =>
  state.name === 'failed' && state.failure.code === 'role_missing';
