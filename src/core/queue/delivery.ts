import {withoutManifest, type Failure, type Job} from '../../model/job.js';
import {isRetryable} from '../../model/errors.js';
import type {CaptureDetail} from '../../model/protection-config.js';
import type {QueueParts} from './queue-parts.js';
import type {ClientConnection} from './client-connection.js';

/** What was captured, also where it could be kept nowhere. */
export async function rawMedia(
  {known, ports}: QueueParts,
  captureId: string,
): Promise<Blob | undefined> {
  return known.get(captureId)?.unkept?.blob ?? (await ports.store.media(captureId));
}

/** Tells clients what happened: to the one that captured, else to another of the same mode and endpoint. */
export class Delivery {
  readonly #parts: QueueParts;
  readonly #delivered = new Set<string>();
  /** Captures that nobody in the page has heard of. */
  readonly #untold = new Map<string, CaptureDetail>();
  /** Captures, each with the state of which a failure was told already. */
  readonly #toldOf = new Set<string>();

  constructor(parts: QueueParts) {
    this.#parts = parts;
  }

  /**
   * Hands the sealed file over, exactly once in this visit, and forgets the capture once the client took it. Without a
   * receiver it stays sealed until one connects; one of an earlier visit, until the page has loaded.
   *
   * Where a page dies: before `sealed` is stored, the next visit asks for the same seal again; between that and the
   * removal, the next visit delivers, as the file counts as handed over only once it is removed; after it, nobody has
   * it any more. Two pages: one at a time holds the lock, and who comes second finds nothing stored and tells nothing.
   * A page that comes back from the browser's cache, where its locks had been taken, is such a second one.
   */
  async deliver(job: Job, blob?: Blob): Promise<void> {
    const {ports, signal, visits, known} = this.#parts;
    // A recording of an earlier visit that this one recovered has no maker here.
    const isForeign = job.recovered && !known.get(job.captureId)?.maker;
    const restored = job.visit !== visits.own || !!isForeign;
    // A page that is still loading may not listen yet.
    if (!this.receiverOf(job) || (restored && !ports.wakeUps.isLoaded)) return;
    await ports.locks.alone(`sealed-capture:delivery:${job.captureId}`, async () => {
      if (this.#delivered.has(job.captureId)) return;
      const current = await this.#stored(job, blob);
      if (current?.state.name !== 'sealed') return;
      const {manifest, sealedAt} = current.state;
      const protectedBlob = blob ?? (await ports.sealer.fill(current, manifest, signal));
      const receiver = this.receiverOf(job);
      // Or discarded meanwhile.
      if (!receiver || !known.get(job.captureId)) return;
      this.#delivered.add(job.captureId);
      this.tellUntold();
      known.set(withoutManifest(current), {spare: undefined});
      const {captureId, mode} = job;
      const taken = this.tell(() =>
        receiver.client.onProtected({captureId, mode, protectedBlob, sealedAt, restored}),
      );
      // Who threw may not have it: it stays sealed for the next visit.
      if (!taken) return;
      await ports.store.remove(captureId);
      this.#parts.storage.look();
    });
  }

  /**
   * What is kept tells whether another page has delivered it; not of what this page alone has, nor where the storage
   * broke under a file that is here.
   */
  async #stored(job: Job, blob?: Blob): Promise<Job | undefined> {
    const {known, ports} = this.#parts;
    if (blob && known.get(job.captureId)?.spare) return job;
    const stored = await ports.store.get(job.captureId).catch((thrown: unknown) => {
      if (blob) return job;
      throw thrown;
    });
    // There was no room for the seal.
    return blob && stored ? job : stored;
  }

  /** Of a capture whose maker is not in the page: at once, or when somebody is. Before anything else of it is told. */
  tellCaptured(detail: CaptureDetail): void {
    this.#untold.set(detail.captureId, detail);
    this.tellUntold();
  }

  tellUntold(): void {
    for (const [captureId, detail] of this.#untold) {
      const job = this.#parts.known.get(captureId)?.job;
      const client = job && this.receiverOf(job)?.client;
      if (job && !client) continue;
      this.#untold.delete(captureId);
      if (client) this.tell(() => client.onCapture(detail));
    }
  }

  isDelivered(captureId: string): boolean {
    return this.#delivered.has(captureId);
  }

  /** The automatic retries have ended, or a person is needed; `willRetryAt` (epoch milliseconds) where sealing goes on. */
  tellFailure(
    job: Job,
    failure: Failure,
    receiver = this.receiverOf(job),
    willRetryAt?: number,
  ): void {
    const {captureId, mode, state} = job;
    const {code, message, status} = failure;
    if (receiver && state.name === 'failed') this.#toldOf.add(captureId + state.name);
    this.tell(() =>
      receiver?.client.onProtectError({
        captureId,
        mode,
        code,
        message,
        retryable: isRetryable(code),
        attempts: 'attempts' in state ? state.attempts : 0,
        ...(willRetryAt && {willRetryAt: new Date(willRetryAt).toISOString()}),
        ...(status !== undefined && {status}),
      }),
    );
  }

  /** Once in this visit: of a capture that waits for credentials without an attempt, or that was failed elsewhere. */
  tellFailureOnce(job: Job, failure: Failure): void {
    const told = job.captureId + job.state.name;
    if (this.#toldOf.has(told) || !this.receiverOf(job)) return;
    this.#toldOf.add(told);
    this.tellFailure(job, failure);
  }

  mayTellAgain(captureId: string): void {
    for (const name of ['waiting', 'failed']) this.#toldOf.delete(captureId + name);
  }

  changed(): void {
    for (const {client} of this.#parts.connections) this.tell(() => client.onChange());
  }

  /** A client's exception is its own: reported, and answered with false. */
  tell(call: () => void): boolean {
    try {
      call();
      return true;
    } catch (thrown) {
      this.#parts.ports.report(thrown);
      return false;
    }
  }

  /** Who is told of a capture; undefined while nobody is there. */
  receiverOf(job: Job): ClientConnection | undefined {
    const {known, connections} = this.#parts;
    const maker = known.get(job.captureId)?.maker;
    if (maker && connections.has(maker)) return maker;
    return [...connections].find((connection) => connection.accepts(job));
  }
}
