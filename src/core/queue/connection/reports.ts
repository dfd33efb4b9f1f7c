import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import {attemptsOf, type Failure, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {Connection} from './connection.js';
import type {Connections} from './connections.js';
import {withFailure, type Ledger} from '../store/ledger.js';

/** Reports captures and their failures to clients. */
export class Reports {
  readonly #ledger: Ledger;
  readonly #connections: Connections;
  readonly #toDeveloper: (problem: unknown) => void;

  constructor(ledger: Ledger, connections: Connections, toDeveloper: (problem: unknown) => void) {
    this.#ledger = ledger;
    this.#connections = connections;
    this.#toDeveloper = toDeveloper;
  }

  /** Calls a client. Reports its exception to the developer and returns false. */
  call(client: () => void): boolean {
    try {
      client();
      return true;
    } catch (thrown) {
      this.#toDeveloper(thrown);
      return false;
    }
  }

  /** Calls each client in the page. */
  callAll(call: (connection: Connection) => void): void {
    for (const connection of this.#connections) this.call(() => call(connection));
  }

  /**
   * Dispatches `capture`, before any other event, for a capture whose maker is not in the page: now, or once a
   * suitable client connects.
   */
  announce(detail: CaptureDetail): void {
    this.#ledger.note(detail.captureId, {unannounced: detail});
    this.announceAll();
  }

  announceAll(): void {
    for (const {job, unannounced} of this.#ledger.all) {
      const client = unannounced && this.#connections.receiverOf(job)?.client;
      if (!client) continue;
      this.#ledger.note(job.captureId, {unannounced: undefined});
      this.call(() => client.onCapture(unannounced, false));
      // No client was there when it turned out that the capture can be stored nowhere.
      if (job.state.name === 'failed') this.failureOnce(job, job.state.failure);
    }
  }

  /**
   * Reports that a capture needs a person or has used up its automatic retries. `willRetryAt` (epoch milliseconds)
   * is set if sealing continues by itself.
   */
  failure(
    job: Job,
    failure: Failure,
    receiver = this.#connections.receiverOf(job),
    willRetryAt?: number,
  ): void {
    const {captureId, mode, state, set} = job;
    const {code, message, status} = failure;
    if (receiver && (state.name === 'failed' || state.name === 'delivering'))
      this.#noteReported(job);
    this.call(() =>
      receiver?.client.onProtectError({
        captureId,
        mode,
        code,
        message,
        retryable: isRetryable(code),
        attempts: state.name === 'delivering' ? state.tries : attemptsOf(job),
        ...(willRetryAt && {willRetryAt: new Date(willRetryAt).toISOString()}),
        ...(status !== undefined && {status}),
        ...(set?.closing && {closes: set.job}),
      }),
    );
  }

  /**
   * Reports that a sealed file cannot be sent. `willRetryAt` (epoch milliseconds) is set if sending continues by
   * itself.
   */
  undelivered(job: Job, failure: Failure, willRetryAt?: number): void {
    const message = `The sealed file could not be delivered. ${failure.message}`;
    const reported = {...failure, code: 'delivery_failed', message} as const;
    this.failure(job, reported, this.#connections.receiverOf(job), willRetryAt);
  }

  /**
   * Reports a failure once in this visit: of a capture that waits for credentials without an attempt, or that
   * failed in another page.
   */
  failureOnce(job: Job, failure: Failure): void {
    if (this.#wasReported(job) || !this.#connections.receiverOf(job)) return;
    this.#noteReported(job);
    this.failure(job, failure);
  }

  /** Lets `failureOnce` report the capture's failures once more. */
  mayRepeat(captureId: string): void {
    this.#ledger.note(captureId, {reported: undefined});
  }

  /**
   * Reports at once that a capture could not be stored, because the page's own copy is then the only safe one, or
   * that it was stored but cannot be sealed. Pages of other accounts get no report.
   */
  keeping(job: Job, {name, failure}: Keeping, maker?: Connection): void {
    const shown = failure && name === 'nowhere' ? withFailure(job, failure) : job;
    if (!failure || this.#wasReported(shown)) return;
    const dueAt = shown.state.name === 'waiting' ? shown.state.dueAt : undefined;
    const away = maker?.account === job.account ? maker : undefined;
    this.failure(shown, failure, this.#connections.receiverOf(job) ?? away, dueAt);
  }

  #wasReported({captureId, state}: Job): boolean {
    return !!this.#ledger.get(captureId)?.reported?.includes(state.name);
  }

  #noteReported({captureId, state}: Job): void {
    const {reported = []} = this.#ledger.get(captureId) ?? {};
    this.#ledger.note(captureId, {reported: [...reported, state.name]});
  }
}
