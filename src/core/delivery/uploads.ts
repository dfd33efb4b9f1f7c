import {SealedCaptureError} from '../../model/errors.js';
import {
  delivered,
  failureOf,
  withoutManifest,
  type Failure,
  type Job,
  type JobState,
} from '../../model/job.js';
import type {FileDelivery, ProtectionConfig} from '../../model/protection-config.js';
import {afterSending} from '../../model/retry.js';
import {unlessAborted} from '../async/unless-aborted.js';
import type {ClientConnection} from '../queue/client-connection.js';
import type {FileSender, QueueParts, UploadReports} from '../queue/queue-parts.js';
import {ownWords} from '../queue/summaries.js';

/** Files that are sent at a time: each is in memory, or on its way through it. */
const AT_A_TIME = 2;
/** How long a page's own code may take between two signs of progress. */
const SILENCE_MS = 5 * 60_000;

/** Sends sealed files to the page's own storage. Each waits for its turn, and after a failure for its time. */
export class Uploads implements FileSender {
  readonly #parts: QueueParts;
  readonly #reports: UploadReports;
  readonly #toAddress: (url: string) => FileDelivery;
  readonly #silence: number;
  readonly #byAddress = new Map<string, FileDelivery>();
  readonly #waiting: (() => void)[] = [];
  #sending = 0;

  /**
   * @param toAddress what sends to `deliverTo`; throws where that is none
   * @param silence milliseconds without progress after which a page's own code is given up
   */
  constructor(
    parts: QueueParts,
    reports: UploadReports,
    toAddress: (url: string) => FileDelivery,
    silence = SILENCE_MS,
  ) {
    this.#parts = parts;
    this.#reports = reports;
    this.#toAddress = toAddress;
    this.#silence = silence;
  }

  async send(job: Job, receiver: ClientConnection, unstored?: Blob): Promise<void> {
    const {ports, ledger} = this.#parts;
    const {captureId} = job;
    await this.#turn();
    try {
      const current = unstored ? job : await ports.store.get(captureId);
      // Another page has sent it, or a person discarded it.
      if (current?.state.name !== 'delivering' || !ledger.get(captureId)) {
        if (current) ledger.set(withoutManifest(current), {deliverAgainAt: undefined});
        return;
      }
      try {
        const location = await this.#send(current, current.state, receiver, unstored);
        await this.#done(current, receiver, location);
      } catch (thrown) {
        await this.#putBack(current, thrown, unstored);
      }
    } catch (thrown) {
      // The storage cannot be read now.
      ports.report(thrown);
      ledger.note(captureId, {deliverAgainAt: ports.clock.now() + this.#silence});
    } finally {
      this.#sending--;
      this.#waiting.shift()?.();
    }
  }

  async #turn(): Promise<void> {
    if (this.#sending >= AT_A_TIME) await new Promise<void>((go) => this.#waiting.push(go));
    this.#sending++;
  }

  async #send(
    job: Job,
    {manifest, sealedAt}: Extract<JobState, {name: 'delivering'}>,
    receiver: ClientConnection,
    unstored?: Blob,
  ): Promise<string | undefined> {
    const {ports, ledger, signal} = this.#parts;
    const {captureId, mode} = job;
    const file = unstored ?? (await ports.sealer.fill(job, manifest, signal));
    // It waited for its turn: somebody else may have signed in, and have a storage of their own.
    if (receiver.account !== job.account) {
      throw new SealedCaptureError('aborted', 'The account is another one now.');
    }
    const delivery = this.#deliveryOf(receiver.client.config);
    const controller = new AbortController();
    const total = file.size;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(silent(this.#silence)), this.#silence);
    };
    const onProgress = (sent: number, of = total): void => {
      heard();
      if (ledger.get(captureId)?.activity.name !== 'sending') return;
      ledger.note(captureId, {activity: {name: 'sending', controller, sent, total: of}});
      ledger.changed();
    };
    ledger.set(withoutManifest(job), {
      activity: {name: 'sending', controller, sent: 0, total},
      deliverAgainAt: undefined,
      unstoredFile: undefined,
    });
    heard();
    const within = AbortSignal.any([controller.signal, signal]);
    const context = {captureId, mode, sealedAt, signal: within, onProgress};
    try {
      const answer = await unlessAborted(within, () => delivery.send(file, context));
      return answer?.location;
    } finally {
      clearTimeout(timer);
    }
  }

  #deliveryOf({delivery, deliverTo = ''}: ProtectionConfig): FileDelivery {
    if (delivery) return delivery;
    const known = this.#byAddress.get(deliverTo) ?? this.#toAddress(deliverTo);
    this.#byAddress.set(deliverTo, known);
    return known;
  }

  async #done(job: Job, receiver: ClientConnection, location?: string): Promise<void> {
    const {ports, ledger, storage} = this.#parts;
    const {captureId, mode} = job;
    const activity = {name: 'delivered'} as const;
    const done = withoutManifest(delivered(job, ports.clock.now(), 0));
    try {
      // Where this fails, the next visit sends it once more: the page's storage keeps each once.
      await ports.store.remove(captureId).catch(ports.report);
      storage.measure();
    } finally {
      ledger.set(done, {activity, media: {name: 'stored'}});
    }
    const detail = {captureId, mode, ...(location && {location}), ...ownWords(job)};
    if (receiver.account !== job.account) return;
    this.#reports.call(() => receiver.client.onDelivered?.(detail));
  }

  /** Until its time, or until a person wants it; that, and code that hangs, is told. */
  async #putBack(job: Job, thrown: unknown, unstored?: Blob): Promise<void> {
    const {ports, ledger, signal} = this.#parts;
    const {captureId} = job;
    const isGivenUp = ledger.get(captureId)?.activity.name !== 'sending';
    if (signal.aborted || !ledger.get(captureId)) return;
    const failure = failureBy(thrown);
    const isAborted = failure.code === 'aborted' || isGivenUp;
    const now = ports.clock.now();
    const next = isAborted ? job : afterSending(job, failure, now, ports.random.number());
    const {dueAt} = 'dueAt' in next.state ? next.state : {dueAt: now};
    // Where the storage breaks, this page goes on with what it knows.
    if (!unstored) await ledger.amend(captureId, () => next).catch(ports.report);
    ledger.set(withoutManifest(next), {
      activity: {name: 'idle'},
      deliverAgainAt: dueAt,
      unstoredFile: unstored,
    });
    if (isAborted) return;
    if (dueAt === Infinity) this.#reports.reportUndelivered(next, failure);
    else if (isSilence(thrown)) this.#reports.reportUndelivered(next, failure, dueAt);
  }
}

const silent = (silence: number): SealedCaptureError =>
  new SealedCaptureError(
    'delivery_failed',
    `delivery.send() neither ended nor told of progress for ${silence / 1000} seconds.`,
    {cause: new DOMException('The time is over.', 'TimeoutError')},
  );

const isSilence = (thrown: unknown): boolean =>
  thrown instanceof SealedCaptureError &&
  thrown.cause instanceof DOMException &&
  thrown.cause.name === 'TimeoutError';

/** What a page's own code throws says little of itself: by its name alone, as its message may tell a secret. */
function failureBy(thrown: unknown): Failure {
  if (thrown instanceof SealedCaptureError) return failureOf(thrown);
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return {code: 'aborted', message: 'It was given up.'};
  }
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return {code: 'delivery_failed', message: `delivery.send() failed: ${name}.`};
}
