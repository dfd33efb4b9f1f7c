import {SealedCaptureError, toSealedCaptureError, type ErrorCode} from '../../model/errors.js';
import {failureOf, type Failure} from '../../model/job/job.js';
import {pause} from '../async/pause.js';
import {authorizationInTime, authorized, credentialsMissing} from '../credentials/authorized.js';
import type {ClientConnection, Served} from './client-connection.js';
import type {QueueParts} from './queue-parts.js';

/** Milliseconds that a page has to set credentials after its element is seen: frameworks set them a little later. */
const GRACE_MS = 3_000;
/** Shortest time in milliseconds between two checks of the same setting. */
const AGAIN_MS = 60_000;
/** Difference of the device's clock from the service's in milliseconds that makes the time of a capture wrong. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** Codes that say something of the page's settings or the device. With all others, a later capture may well be sealed. */
const telling: readonly ErrorCode[] = [
  'clock_wrong',
  'configuration_invalid',
  'credentials_missing',
  'origin_not_allowed',
  'request_rejected',
  'response_invalid',
  'storage_unavailable',
  'unauthorized',
];

/** A setting that was checked, for all elements that have it. */
interface Checked {
  endpoint: string;
  credentialsId: unknown;
  at: number;
  outcome: Promise<Failure | undefined>;
}

/**
 * Finds out before the first capture what will keep captures from being sealed or stored: when a person first sees an
 * element, once for each address with its credentials, and again when they change, or when the page wakes up with a
 * problem.
 */
export class SetupChecks {
  readonly #parts: QueueParts;
  readonly #serves: (served: Served) => boolean;
  readonly #seen = new Set<ClientConnection>();
  readonly #problems = new Map<ClientConnection, Failure>();
  readonly #reported = new Set<string>();
  #checked: Checked[] = [];

  /** @param serves true if any client has credentials for the endpoint and account */
  constructor(parts: QueueParts, serves: (served: Served) => boolean) {
    this.#parts = parts;
    this.#serves = serves;
  }

  /** What was found for a client; undefined if it is nothing, or not known yet. */
  problemOf(connection: ClientConnection): Failure | undefined {
    return this.#problems.get(connection);
  }

  /** Called when a person sees the client's element. */
  seen(connection: ClientConnection): void {
    if (this.#seen.has(connection)) return;
    this.#seen.add(connection);
    connection.signal.addEventListener('abort', () => {
      this.#seen.delete(connection);
      this.#problems.delete(connection);
    });
    void this.#check(connection);
  }

  /** Called when the client has got another address or other credentials. */
  renewed(connection: ClientConnection): void {
    if (this.#seen.has(connection)) void this.#check(connection);
  }

  /** Called when the network or the person is back: checks again where there was a problem. */
  again(): void {
    const now = this.#parts.ports.clock.now();
    this.#checked = this.#checked.filter(({at}) => now - at < AGAIN_MS);
    for (const connection of this.#problems.keys()) void this.#check(connection);
  }

  /** Called when a service has sealed a capture. */
  sealedAt(endpoint: string): void {
    for (const [connection, {code}] of this.#problems) {
      const isOver = connection.endpoint === endpoint && !ofDevice.includes(code);
      if (isOver) this.#note(connection, undefined);
    }
  }

  async #check(connection: ClientConnection): Promise<void> {
    const {renewals, signal} = connection;
    // Starting the worker would delay the camera.
    await connection.opened;
    if (!connection.authorizationFor(connection.endpoint)) await pause(GRACE_MS, signal);
    const failure = await this.#outcomeFor(connection);
    // Otherwise, another check has begun.
    if (signal.aborted || connection.renewals !== renewals) return;
    if (failure?.code === 'unauthorized' && this.#areOthersServing(connection)) return;
    this.#note(connection, failure);
  }

  #outcomeFor(connection: ClientConnection): Promise<Failure | undefined> {
    const {endpoint, credentialsId} = connection;
    const known = this.#checked.find(
      (one) => one.endpoint === endpoint && one.credentialsId === credentialsId,
    );
    if (known) return known.outcome;
    const outcome = this.#find(connection).then(
      (failure) => failure,
      (thrown: unknown) => failureOf(toSealedCaptureError(thrown, 'internal_error')),
    );
    const at = this.#parts.ports.clock.now();
    this.#checked.push({endpoint, credentialsId, at, outcome});
    return outcome;
  }

  /** Rejects with what keeps captures from being sealed, if it can be known now. */
  async #find(connection: ClientConnection): Promise<Failure | undefined> {
    const {target, account} = connection;
    if (!('endpoint' in target)) throw target;
    const {endpoint, authorization} = target;
    // Not that of the client: others may wait for the same outcome.
    const {
      ports: {sealer, store},
      signal,
    } = this.#parts;
    if (!authorization) {
      if (this.#serves({endpoint, account})) return undefined;
      throw credentialsMissing();
    }
    const ask = (refused?: Parameters<typeof authorization>[1]) =>
      authorizationInTime(authorization, signal, refused);
    const ahead = await authorized(ask, (given) => sealer.check(endpoint, given, signal)).catch(
      (thrown: unknown) => {
        // The page's own provider says that nobody is signed in: that is no fault.
        if ((thrown as SealedCaptureError).code !== 'credentials_missing') throw thrown;
        return undefined;
      },
    );
    await store.has('');
    if (Math.abs(ahead ?? 0) < CLOCK_TOLERANCE_MS) return undefined;
    throw new SealedCaptureError('clock_wrong', wrongClock(ahead!));
  }

  #areOthersServing({endpoint, account, credentialsId}: ClientConnection): boolean {
    return [...this.#parts.connections].some(
      (other) =>
        other.credentialsId !== credentialsId &&
        other.account === account &&
        !!other.authorizationFor(endpoint),
    );
  }

  #note(connection: ClientConnection, found: Failure | undefined): void {
    const failure = found && telling.includes(found.code) ? found : undefined;
    const before = this.#problems.get(connection);
    if (failure) this.#problems.set(connection, failure);
    else this.#problems.delete(connection);
    if (before?.code === failure?.code) return;
    if (failure) this.#report(connection, failure);
    this.#parts.ledger.changed();
  }

  /** Tells the page's developer, once. */
  #report({endpoint}: ClientConnection, {code, message, status}: Failure): void {
    // The worker has said it.
    if (code === 'origin_not_allowed') return;
    const refused = `The service at ${endpoint} refuses the credentials of this page (status ${status}): ${message}`;
    const text = `sealed-capture: ${code === 'unauthorized' ? refused : message}`;
    if (this.#reported.has(text)) return;
    this.#reported.add(text);
    this.#parts.ports.report(text);
  }
}

/** Problems that a seal does not disprove. */
const ofDevice: readonly ErrorCode[] = ['clock_wrong', 'storage_unavailable'];

function wrongClock(ahead: number): string {
  const minutes = Math.round(Math.abs(ahead) / 60_000);
  return `This device's clock is ${minutes} minutes ${ahead > 0 ? 'behind' : 'ahead of'} the service's: captures say a wrong time.`;
}
