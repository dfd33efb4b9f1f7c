import type {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {isUnanswered} from '@sealed-capture/seal/model/errors/retryable.js';
import {failureOf, type Job} from '@sealed-capture/seal/model/job/job.js';
import {credentialsMissing} from '../../credentials/authorized.js';
import {isBugOfPage} from '../../async/bug-of-page.js';
import type {Provider} from './attempt.js';
import {isServed, type ClientConnection, type Served} from '../client-connection.js';
import type {Clients} from '../clients.js';
import {PresentClients} from '../present-clients.js';
import type {QueueParts} from '../queue-parts.js';

const REFUSED = 'The service refused the credentials of an element. Those of others are tried.';

/** A unique key for endpoint and account. */
export const keyOf = ({endpoint, account = ''}: Served): string => `${endpoint} ${account}`;

/** Knows which clients have credentials for which endpoint, and reports captures for which none has any. */
export class Authorizer {
  readonly #parts: QueueParts;
  readonly #clients: Clients;
  readonly #reported = new Set<string>();
  /** Credentials that the service did not accept. */
  readonly #refused = new Set<unknown>();

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

  /** True if the client has credentials for its endpoint, and the service has not refused them in this visit. */
  isUnrefused(connection: ClientConnection): boolean {
    const {endpoint, credentialsId} = connection;
    return !!connection.authorizationFor(endpoint) && !this.#refused.has(credentialsId);
  }

  /**
   * The clients of the job's account with credentials for its endpoint: that of its element first, and last those whose
   * credentials were refused.
   */
  providersFor(job: Job): Provider[] {
    const {captureId, endpoint, account} = job;
    const {connections, ledger} = this.#parts;
    const {maker} = ledger.get(captureId) ?? {};
    const owner = new PresentClients(connections).ownerOf({job, maker});
    const rank = (one: ClientConnection): number =>
      +(one !== owner) + 2 * +this.#refused.has(one.credentialsId);
    const known = new Set<unknown>();
    const providers: Provider[] = [...connections]
      .filter((connection) => connection.account === account)
      .sort((a, b) => rank(a) - rank(b))
      .flatMap((connection) => {
        const ask = connection.authorizationFor(endpoint);
        // The object is replaced when the configuration changes.
        const {credentials, credentialsId} = connection;
        // Elements with the same credentials are one.
        if (!ask || known.has(credentialsId)) return [];
        known.add(credentialsId);
        return {
          authorization: ask,
          onMissing: (error) => (credentials.missing = error),
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
    const served = this.served();
    const {ledger, connections} = this.#parts;
    const present = new PresentClients(connections);
    for (const record of ledger.all) {
      const {job, maker} = record;
      if (job.state.name !== 'waiting' || served.some((one) => isServed(job, one))) continue;
      const owner = maker && present.ownerOf(record);
      if (!owner) continue;
      const {target, credentials} = owner;
      const error = 'endpoint' in target ? (credentials.missing ?? credentialsMissing()) : target;
      const failure = failureOf(error);
      if (job.state.failure?.code !== failure.code) {
        ledger.set({...job, state: {...job.state, failure}});
      }
      this.#clients.reportFailureOnce(job, failure);
    }
  }
}
