import type {Authorization} from '../model/authorization.js';
import {SealedCaptureError} from '../model/errors.js';
import {failureOf, type Job} from '../model/job.js';
import {authorizationInTime} from './authorization-in-time.js';
import type {Delivery, QueueParts} from './delivery.js';

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

  /** Headers that authenticate one request. The client that captured is asked first. */
  async authorize(job: Job, signal: AbortSignal): Promise<Authorization> {
    const connections = [...this.#parts.connections];
    const maker = this.#parts.known.get(job.captureId)?.maker;
    const preferred = maker && connections.includes(maker) ? [maker, ...connections] : connections;
    for (const connection of preferred) {
      const authorization = connection.authorizationFor(job.endpoint);
      if (!authorization) continue;
      return authorizationInTime(authorization, signal, this.#timeout);
    }
    throw credentialsMissing();
  }

  /** The endpoint's clients are not asked again before their configuration changes. */
  foundMissing({endpoint}: Job): void {
    for (const connection of this.#parts.connections) {
      if (connection.endpoint === endpoint) connection.lacksCredentials = true;
    }
  }

  /** Once for each capture that waits for nothing else. */
  tellOfMissing(): void {
    const served = this.endpoints();
    for (const {job, maker} of [...this.#parts.known.values()]) {
      if (job.state.name !== 'waiting' || served.includes(job.endpoint)) continue;
      if (!maker || !this.#parts.connections.has(maker)) continue;
      const {target} = maker;
      const failure = failureOf('endpoint' in target ? credentialsMissing() : target);
      if (job.state.failure?.code !== failure.code) {
        this.#parts.known.set({...job, state: {...job.state, failure}});
      }
      this.#delivery.tellOfMissingCredentials(job, failure);
    }
  }
}
