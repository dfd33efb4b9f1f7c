import {isRetryable} from '@sealed-capture/seal/model/errors/retryable.js';
import {attemptsOf, type Failure, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {ClientConnection} from './client-connection.js';
import {PresentClients} from './present-clients.js';
import {withFailure} from './store/ledger.js';
import type {QueueParts, UploadReports} from './queue-parts.js';

/** Reports captures to clients. */
export class Clients implements UploadReports {
  readonly #parts: QueueParts;

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /**
   * Dispatches `capture`, before any other event, for a capture whose maker is not in the page: now, or once a
   * suitable client connects.
   */
  announce(detail: CaptureDetail): void {
    this.#parts.ledger.note(detail.captureId, {unannounced: detail});
    this.announceAll();
  }

  announceAll(): void {
    for (const {job, unannounced} of this.#parts.ledger.all) {
      const client = unannounced && this.receiverOf(job)?.client;
      if (!client) continue;
      this.#parts.ledger.note(job.captureId, {unannounced: undefined});
      this.call(() => client.onCapture(unannounced, false));
      // No client was there when it turned out that the capture can be stored nowhere.
      if (job.state.name === 'failed') this.reportFailureOnce(job, job.state.failure);
    }
  }

  /**
   * Reports that a capture needs a person or has used up its automatic retries. `willRetryAt` (epoch milliseconds)
   * is set if sealing continues by itself.
   */
  reportFailure(
    job: Job,
    failure: Failure,
    receiver = this.receiverOf(job),
    willRetryAt?: number,
  ): void {
    const {captureId, mode, state} = job;
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
      }),
    );
  }

  /**
   * Reports that a sealed file cannot be sent. `willRetryAt` (epoch milliseconds) is set if sending continues by
   * itself.
   */
  reportUndelivered(job: Job, failure: Failure, willRetryAt?: number): void {
    const message = `The sealed file could not be delivered. ${failure.message}`;
    const told = {...failure, code: 'delivery_failed', message} as const;
    this.reportFailure(job, told, this.receiverOf(job), willRetryAt);
  }

  /**
   * Reports a failure once in this visit: of a capture that waits for credentials without an attempt, or that
   * failed in another page.
   */
  reportFailureOnce(job: Job, failure: Failure): void {
    if (this.#wasReported(job) || !this.receiverOf(job)) return;
    this.#noteReported(job);
    this.reportFailure(job, failure);
  }

  /**
   * Reports at once that a capture could not be stored, because the page's own copy is then the only safe one, or
   * that it was stored but cannot be sealed. Pages of other accounts get no report.
   */
  reportKeeping(job: Job, {name, failure}: Keeping, maker?: ClientConnection): void {
    const shown = failure && name === 'nowhere' ? withFailure(job, failure) : job;
    if (!failure || this.#wasReported(shown)) return;
    const dueAt = shown.state.name === 'waiting' ? shown.state.dueAt : undefined;
    const away = maker?.account === job.account ? maker : undefined;
    this.reportFailure(shown, failure, this.receiverOf(job) ?? away, dueAt);
  }

  #wasReported({captureId, state}: Job): boolean {
    return !!this.#parts.ledger.get(captureId)?.reported?.includes(state.name);
  }

  #noteReported({captureId, state}: Job): void {
    const {reported = []} = this.#parts.ledger.get(captureId) ?? {};
    this.#parts.ledger.note(captureId, {reported: [...reported, state.name]});
  }

  mayReportAgain(captureId: string): void {
    this.#parts.ledger.note(captureId, {reported: undefined});
  }

  /** Calls a client. Reports its exception to the developer and returns false. */
  call(client: () => void): boolean {
    try {
      client();
      return true;
    } catch (thrown) {
      this.#parts.ports.report(thrown);
      return false;
    }
  }

  /** The connected clients, with `further` ones that may have been released. */
  present(...further: ClientConnection[]): PresentClients {
    return new PresentClients(new Set([...this.#parts.connections, ...further]));
  }

  /** The client that is told of a capture; undefined if none is connected. See {@link PresentClients.receiverOf}. */
  receiverOf(
    job: Job,
    fits?: (connection: ClientConnection) => boolean,
  ): ClientConnection | undefined {
    const maker = this.#parts.ledger.get(job.captureId)?.maker;
    return this.present().receiverOf({job, maker}, fits);
  }

  /** The client of the element that a capture belongs to; undefined if that is not in the page. */
  ownerOf(job: Job): ClientConnection | undefined {
    const maker = this.#parts.ledger.get(job.captureId)?.maker;
    return this.present().ownerOf({job, maker});
  }
}
