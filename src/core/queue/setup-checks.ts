import type {Authorization} from '@sealed-capture/seal/model/authorization.js';
import {
  isRefusal,
  SealedCaptureError,
  toSealedCaptureError,
  type ErrorCode,
} from '@sealed-capture/seal/model/errors.js';
import {failureOf, type Failure} from '@sealed-capture/seal/model/job/job.js';
import {
  SECRET_IN_PAGE,
  type ProtectionOptions,
} from '@sealed-capture/seal/model/protection-config.js';
import {pause} from '../async/pause.js';
import {
  authorizationInTime,
  authorized,
  credentialsMissing,
  lacksCredentials,
} from '../credentials/authorized.js';
import type {Connection} from './connection/connection.js';
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
  'role_missing',
  'storage_unavailable',
  'unauthorized',
];

/** What a service has answered about credentials, for all elements that have them. */
interface Answer {
  endpoint: string;
  credentialsId: unknown;
  at: number;
  outcome: Promise<Failure | undefined>;
}

/** Answers that are remembered. */
const REMEMBERED = 10;
/** Requests to one service in a minute: a page may make new credentials with each of its renderings. */
const MOST_A_MINUTE = 5;

/**
 * Finds out before the first capture what will keep captures from being sealed or stored: when a person first sees an
 * element, once for each address with its credentials, and again when they change, or when the page wakes up without a good
 * answer.
 */
export class SetupChecks {
  readonly #parts: QueueParts;
  /** The clients whose element was seen, with what was found for them. */
  readonly #found = new Map<Connection, Failure | undefined>();
  readonly #reported = new Set<string>();
  #answers: Answer[] = [];

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /** What was found for a client; undefined if it is nothing, or not known yet. */
  problemOf(connection: Connection): Failure | undefined {
    const failure = this.#found.get(connection);
    if (!failure || !telling.includes(failure.code)) return undefined;
    const isAboutKeys = isRefusal(failure.code) || lacksCredentials(failure.code);
    return isAboutKeys && this.#areOthersServing(connection) ? undefined : failure;
  }

  /** Warns the page's developer once if a client has a secret that others can read. */
  warnOfSecret({client: {config}}: Connection): void {
    const {apiSecret, protection} = config;
    if (protection ? protection.hasSecret : apiSecret) this.#reportOnce(SECRET_IN_PAGE);
  }

  /** Called when a person sees the client's element. */
  seen(connection: Connection): void {
    if (this.#found.has(connection)) return;
    this.#found.set(connection, undefined);
    connection.signal.addEventListener('abort', () => this.#found.delete(connection));
    void this.#check(connection);
  }

  /** Called when the client has got another address or other credentials. */
  renewed(connection: Connection): void {
    if (this.#found.has(connection)) void this.#check(connection);
  }

  /** Called when the network or the person is back: checks again what was not good, or not answered. */
  again(): void {
    const now = this.#parts.ports.clock.now();
    this.#answers = this.#answers.filter(({at}) => now - at < AGAIN_MS);
    for (const [connection, failure] of this.#found) if (failure) void this.#check(connection);
  }

  /** Called when a service has sealed a capture. */
  sealedAt(endpoint: string): void {
    for (const [connection, failure] of this.#found) {
      const isOver =
        failure && connection.endpoint === endpoint && !ofDevice.includes(failure.code);
      if (isOver) this.#note(connection, undefined);
    }
  }

  async #check(connection: Connection): Promise<void> {
    const {renewals, signal} = connection;
    // Starting the worker would delay the camera.
    await connection.opened;
    if (!connection.authorizationFor(connection.endpoint)) await pause(GRACE_MS, signal);
    const failure = await this.#find(connection).catch((thrown: unknown) =>
      failureOf(toSealedCaptureError(thrown, 'internal_error')),
    );
    // Otherwise, another check has begun.
    if (!signal.aborted && connection.renewals === renewals) this.#note(connection, failure);
  }

  /** Resolves to, or rejects with, what keeps captures from being sealed or stored, if it can be known now. */
  async #find(connection: Connection): Promise<Failure | undefined> {
    const {store} = this.#parts.ports;
    // First, because what is said of the others promises that captures are kept.
    await store.has('').catch((thrown: unknown) => {
      if (toSealedCaptureError(thrown, 'internal_error').code === 'storage_unavailable')
        throw thrown;
    });
    const {target} = connection;
    if (!('endpoint' in target)) throw target;
    const {authorization} = target;
    if (!authorization) throw credentialsMissing();
    return this.#answerFor(connection, authorization);
  }

  #answerFor(
    {endpoint, credentialsId}: Connection,
    authorization: ProtectionOptions['authorization'],
  ): Promise<Failure | undefined> {
    const now = this.#parts.ports.clock.now();
    const there = this.#answers.filter((one) => one.endpoint === endpoint);
    const known = there.find((one) => one.credentialsId === credentialsId);
    if (known) return known.outcome;
    const isTooMuch = there.filter(({at}) => now - at < AGAIN_MS).length >= MOST_A_MINUTE;
    if (isTooMuch) return Promise.resolve(undefined);
    const outcome = this.#ask(endpoint, authorization).then(
      () => undefined,
      (thrown: unknown) => failureOf(toSealedCaptureError(thrown, 'internal_error')),
    );
    const answer = {endpoint, credentialsId, at: now, outcome};
    this.#answers = [...this.#answers, answer].slice(-REMEMBERED);
    void outcome.then((failure) => {
      if (!failure || telling.includes(failure.code)) return;
      // It was no answer: the next wake-up asks again.
      this.#answers = this.#answers.filter((one) => one !== answer);
    });
    return outcome;
  }

  async #ask(endpoint: string, authorization: ProtectionOptions['authorization']): Promise<void> {
    // Not the signal of the client: others may wait for the same answer.
    const {
      ports: {sealer},
      signal,
    } = this.#parts;
    const authorize = (refused?: Authorization): Promise<Authorization> =>
      authorizationInTime(authorization, signal, refused);
    const ahead = await authorized(authorize, (given) =>
      sealer.check(endpoint, given, signal),
    ).catch((thrown: unknown) => {
      // The page's own provider says that nobody is signed in: that is no fault.
      if ((thrown as SealedCaptureError).code !== 'credentials_missing') throw thrown;
      return undefined;
    });
    if (Math.abs(ahead ?? 0) >= CLOCK_TOLERANCE_MS) {
      throw new SealedCaptureError('clock_wrong', wrongClock(ahead!));
    }
  }

  /** True if another client has credentials for the same address and account that were not refused. */
  #areOthersServing(connection: Connection): boolean {
    const {endpoint, account} = connection;
    return [...this.#parts.connections].some(
      (other) =>
        other !== connection &&
        other.account === account &&
        !!other.authorizationFor(endpoint) &&
        !isRefusal(this.#found.get(other)?.code),
    );
  }

  #note(connection: Connection, failure: Failure | undefined): void {
    const before = this.#found.get(connection);
    this.#found.set(connection, failure);
    if (before?.code === failure?.code) return;
    // Of others, too: a refusal here may be the last hope of another element.
    for (const each of this.#found.keys()) this.#report(each);
    this.#parts.ledger.changed();
  }

  /** Tells the page's developer, once. */
  #report(connection: Connection): void {
    const found = this.#found.get(connection);
    // What the page has set up wrongly is a bug even if captures can be sealed with the credentials of others.
    const isBug = found?.code === 'configuration_invalid';
    const problem = isBug ? found : this.problemOf(connection);
    // The worker has already reported a wrong origin.
    if (!problem || problem.code === 'origin_not_allowed') return;
    const {code, message, status} = problem;
    const refused = `The service at ${connection.endpoint} refuses the credentials of this page (status ${status}): ${message}`;
    const text = `sealed-capture: ${isRefusal(code) ? refused : message}`;
    this.#reportOnce(text);
  }

  #reportOnce(text: string): void {
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
