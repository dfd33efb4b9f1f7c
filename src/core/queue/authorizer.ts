import type {Authorization} from '../../model/authorization.js';
import {isUnanswered, SealedCaptureError} from '../../model/errors.js';
import {failureOf, type Job} from '../../model/job.js';
import {attemptInTime} from '../credentials/attempt-in-time.js';
import {authorizationInTime, lacksCredentials} from '../credentials/authorization-in-time.js';
import {authorized} from '../credentials/authorized.js';
import type {ClientConnection} from './client-connection.js';
import type {Delivery} from './delivery.js';
import type {QueueParts} from './queue-parts.js';

export const credentialsMissing = (): SealedCaptureError =>
  new SealedCaptureError(
    'credentials_missing',
    'Set apiKey or protection, so that captures can be sealed.',
  );

/** Which endpoints can be asked, on whose behalf, and what is said where none of the clients can. */
export class Credentials {
  readonly #parts: QueueParts;
  readonly #delivery: Delivery;
  readonly #timeout?: number;
  readonly #reported = new Set<string>();

  constructor(parts: QueueParts, delivery: Delivery, timeout?: number) {
    this.#parts = parts;
    this.#delivery = delivery;
    this.#timeout = timeout;
  }

  /** Endpoints that a client has credentials for. */
  endpoints(): string[] {
    const open = [...this.#parts.connections].filter((connection) =>
      connection.authorizationFor(connection.endpoint),
    );
    return [...new Set(open.map(({endpoint}) => endpoint))];
  }

  serve(endpoint: string): boolean {
    return this.endpoints().includes(endpoint);
  }

  /**
   * Does what needs authorization: with that of the client that captured, else of another at its endpoint; after a
   * 401 once more with what is newer.
   */
  attempt<T>(
    job: Job,
    signal: AbortSignal,
    work: (authorization: Authorization, signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const attempt = async (within: AbortSignal) => {
      let missing = credentialsMissing();
      for (const connection of this.#connectionsFor(job)) {
        const ask = connection.authorizationFor(job.endpoint);
        if (!ask) continue;
        // Another object once the configuration has changed.
        const {credentials} = connection;
        try {
          return await authorized(
            (refused) => authorizationInTime(ask, within, refused).catch(this.#report),
            (authorization) => work(authorization, within),
          );
        } catch (thrown) {
          if (!(thrown instanceof SealedCaptureError) || !lacksCredentials(thrown.code)) {
            throw thrown;
          }
          credentials.missing = missing = thrown;
        }
      }
      throw missing;
    };
    return attemptInTime(signal, attempt, this.#timeout);
  }

  /** The client that captured comes first. */
  #connectionsFor({captureId}: Job): ClientConnection[] {
    const maker = this.#parts.known.get(captureId)?.maker;
    return [...this.#parts.connections].sort((a, b) => +(b === maker) - +(a === maker));
  }

  readonly #report = (error: SealedCaptureError): never => {
    const {code, message} = error;
    if (isUnanswered(code) && !this.#reported.has(message)) {
      this.#reported.add(message);
      this.#parts.ports.report(`sealed-capture: protection: ${message}`);
    }
    throw error;
  };

  /** Once for each capture that waits for nothing else. */
  tellOfMissing(): void {
    const served = this.endpoints();
    for (const {job, maker} of this.#parts.known.all) {
      if (job.state.name !== 'waiting' || served.includes(job.endpoint)) continue;
      if (!maker || !this.#parts.connections.has(maker)) continue;
      const {target, credentials} = maker;
      const error = 'endpoint' in target ? (credentials.missing ?? credentialsMissing()) : target;
      const failure = failureOf(error);
      if (job.state.failure?.code !== failure.code) {
        this.#parts.known.set({...job, state: {...job.state, failure}});
      }
      this.#delivery.tellFailureOnce(job, failure);
    }
  }
}
