import type {SealedCaptureError} from '../../../model/errors.js';
import {isUnanswered} from '../../../model/errors/retryable.js';
import {failureOf, type Job} from '../../../model/job/job.js';
import {credentialsMissing} from '../../credentials/authorized.js';
import {isBugOfPage} from '../../async/bug-of-page.js';
import type {Provider} from './attempt.js';
import {isServed, type Served} from '../client-connection.js';
import type {Clients} from '../clients.js';
import type {QueueParts} from '../queue-parts.js';

/** A unique key for endpoint and account. */
export const keyOf = ({endpoint, account = ''}: Served): string => `${endpoint} ${account}`;

/** Knows which clients have credentials for which endpoint, and reports captures for which none has any. */
export class Authorizer {
  readonly #parts: QueueParts;
  readonly #clients: Clients;
  readonly #reported = new Set<string>();

  constructor(parts: QueueParts, clients: Clients) {
    this.#parts = parts;
    this.#clients = clients;
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

  /** The clients of the job's account with credentials for its endpoint, the one that captured first. */
  providersFor({captureId, endpoint, account}: Job): Provider[] {
    const maker = this.#parts.ledger.get(captureId)?.maker;
    return [...this.#parts.connections]
      .filter((connection) => connection.account === account)
      .sort((a, b) => +(b === maker) - +(a === maker))
      .flatMap((connection) => {
        const ask = connection.authorizationFor(endpoint);
        if (!ask) return [];
        // The object is replaced when the configuration changes.
        const {credentials} = connection;
        return {
          authorization: ask,
          onMissing: (error) => (credentials.missing = error),
          onError: this.#report,
        };
      });
  }

  readonly #report = ({code, message, cause}: SealedCaptureError): void => {
    const isBug = isBugOfPage(cause);
    if (!(isBug || isUnanswered(code)) || this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#parts.ports.report(isBug ? cause : `sealed-capture: protection: ${message}`);
  };

  /** Reports missing credentials once for each capture that waits for nothing else. */
  reportMissing(): void {
    const served = this.served();
    for (const {job, maker} of this.#parts.ledger.all) {
      if (job.state.name !== 'waiting' || served.some((one) => isServed(job, one))) continue;
      if (!maker || !this.#parts.connections.has(maker)) continue;
      if (maker.account !== job.account) continue;
      const {target, credentials} = maker;
      const error = 'endpoint' in target ? (credentials.missing ?? credentialsMissing()) : target;
      const failure = failureOf(error);
      if (job.state.failure?.code !== failure.code) {
        this.#parts.ledger.set({...job, state: {...job.state, failure}});
      }
      this.#clients.reportFailureOnce(job, failure);
    }
  }
}
