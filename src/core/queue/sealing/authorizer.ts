import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import type {Job} from '@sealed-capture/seal/model/job/job.js';
import {isBugOfPage} from '../../async/bug-of-page.js';
import type {Provider} from './attempt.js';
import type {Connection, Served} from '../connection/connection.js';
import type {QueueParts} from '../queue-parts.js';
import type {CaptureRecord} from '../store/ledger.js';
import {whyUnsealed, type Circumstances} from '../why-unsealed.js';
import type {Silences} from './silences.js';

const REFUSED = 'The service refused the credentials of an element. Those of others are tried.';

/** A unique key for endpoint and account. */
export const keyOf = ({endpoint, account = ''}: Served): string => `${endpoint} ${account}`;

/** Knows which clients have credentials for which endpoint, and reports captures for which none has any. */
export class Authorizer {
  readonly #parts: QueueParts;
  readonly #silences: Silences;
  readonly #reported = new Set<string>();
  /** Credentials that the service did not accept. */
  readonly #refused = new Set<unknown>();

  constructor(parts: QueueParts, silences: Silences) {
    this.#parts = parts;
    this.#silences = silences;
  }

  /** Endpoints, each with one account, for which a client has credentials. */
  served(): Served[] {
    const served = new Map<string, Served>();
    for (const connection of this.#parts.connections) {
      const {endpoint, account} = connection;
      if (connection.authorizationFor(endpoint))
        served.set(keyOf({endpoint, account}), {endpoint, account});
    }
    return [...served.values()];
  }

  serves(wanted: Served): boolean {
    return this.served().some((served) => keyOf(served) === keyOf(wanted));
  }

  /** True if the client has credentials for its endpoint, and the service has not refused them in this visit. */
  isUnrefused(connection: Connection): boolean {
    const {endpoint, credentialsId} = connection;
    return !!connection.authorizationFor(endpoint) && !this.#refused.has(credentialsId);
  }

  /**
   * The clients of the job's account with credentials for its endpoint: that of its element first, and last those whose
   * credentials were refused.
   */
  providersFor(job: Job): Provider[] {
    const {endpoint, account} = job;
    const {connections} = this.#parts;
    const owner = connections.ownerOf(job);
    const rank = (one: Connection): number =>
      +(one !== owner) + 2 * +this.#refused.has(one.credentialsId);
    const known = new Set<unknown>();
    const providers: Provider[] = [...connections]
      .filter((connection) => connection.account === account)
      .sort((a, b) => rank(a) - rank(b))
      .flatMap((connection) => {
        const authorization = connection.authorizationFor(endpoint);
        const {state, credentialsId} = connection;
        // Elements with the same credentials are one.
        if (!authorization || known.has(credentialsId)) return [];
        known.add(credentialsId);
        return {
          authorization,
          onMissing: (error) => connection.lackCredentials(error, state),
          onAccepted: () => this.#refused.delete(credentialsId),
          onRefused: () => {
            this.#refused.add(credentialsId);
            if (providers.length > 1) this.#reportOnce(REFUSED);
          },
          onError: this.#report,
        };
      });
    return providers;
  }

  readonly #report = ({code, message, cause}: SealedCaptureError): void => {
    const isBug = isBugOfPage(cause);
    if (!isBug && !isUnanswered(code)) return;
    this.#reportOnce(message, isBug ? cause : undefined);
  };

  #reportOnce(message: string, problem: unknown = `sealed-capture: protection: ${message}`): void {
    if (this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#parts.ports.report(problem);
  }

  /** Reports missing credentials once for each capture that waits for nothing else. */
  reportMissing(): void {
    const {ledger, reports} = this.#parts;
    const {all} = ledger;
    const circumstances = this.circumstancesOf(all);
    for (const record of all) {
      const why = whyUnsealed(record, circumstances);
      if (why.name !== 'no-credentials' || !why.problem) continue;
      const {job} = record;
      const {problem: failure} = why;
      if (job.state.name === 'waiting' && job.state.failure?.code !== failure.code) {
        ledger.set({...job, state: {...job.state, failure}});
      }
      reports.failureOnce(job, failure);
    }
  }

  /** What keeps these captures from being sealed, as far as it concerns several of them. */
  circumstancesOf(
    records: readonly CaptureRecord[],
    present = this.#parts.connections.present(),
  ): Circumstances {
    const {ledger, ports} = this.#parts;
    return {
      present,
      served: this.served(),
      unanswered: this.#silences.among(records),
      isOnline: ports.wakeUps.isOnline,
      obstacle: ledger.obstacle,
    };
  }
}
