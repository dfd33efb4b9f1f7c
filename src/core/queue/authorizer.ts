import {isUnanswered, type SealedCaptureError} from '../../model/errors.js';
import {failureOf, type Job} from '../../model/job.js';
import {credentialsMissing} from '../credentials/authorized.js';
import type {Provider} from './attempt.js';
import type {Delivery} from './delivery.js';
import type {QueueParts} from './queue-parts.js';

/** Knows which clients have credentials for which endpoint, and reports where none has any. */
export class Authorizer {
  readonly #parts: QueueParts;
  readonly #delivery: Delivery;
  readonly #reported = new Set<string>();

  constructor(parts: QueueParts, delivery: Delivery) {
    this.#parts = parts;
    this.#delivery = delivery;
  }

  /** Endpoints that a client has credentials for. */
  endpoints(): string[] {
    const open = [...this.#parts.connections].filter((connection) =>
      connection.authorizationFor(connection.endpoint),
    );
    return [...new Set(open.map(({endpoint}) => endpoint))];
  }

  serves(endpoint: string): boolean {
    return this.endpoints().includes(endpoint);
  }

  /** The clients with credentials for the job's endpoint. The client that captured comes first. */
  providersFor({captureId, endpoint}: Job): Provider[] {
    const maker = this.#parts.ledger.get(captureId)?.maker;
    return [...this.#parts.connections]
      .sort((a, b) => +(b === maker) - +(a === maker))
      .flatMap((connection) => {
        const ask = connection.authorizationFor(endpoint);
        if (!ask) return [];
        // Another object once the configuration has changed.
        const {credentials} = connection;
        return {
          authorization: ask,
          onMissing: (error) => (credentials.missing = error),
          onError: this.#report,
        };
      });
  }

  readonly #report = ({code, message}: SealedCaptureError): void => {
    if (!isUnanswered(code) || this.#reported.has(message)) return;
    this.#reported.add(message);
    this.#parts.ports.report(`sealed-capture: protection: ${message}`);
  };

  /** Reports missing credentials once for each capture that waits for nothing else. */
  reportMissing(): void {
    const served = this.endpoints();
    for (const {job, maker} of this.#parts.ledger.all) {
      if (job.state.name !== 'waiting' || served.includes(job.endpoint)) continue;
      if (!maker || !this.#parts.connections.has(maker)) continue;
      const {target, credentials} = maker;
      const error = 'endpoint' in target ? (credentials.missing ?? credentialsMissing()) : target;
      const failure = failureOf(error);
      if (job.state.failure?.code !== failure.code) {
        this.#parts.ledger.set({...job, state: {...job.state, failure}});
      }
      this.#delivery.reportFailureOnce(job, failure);
    }
  }
}
