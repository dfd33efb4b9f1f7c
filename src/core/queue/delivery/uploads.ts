import {
  isUnreached,
  SealedCaptureError,
  toSealedCaptureError,
} from '@sealed-capture/seal/model/errors.js';
import {isOutOfTime, outOfTime} from '@sealed-capture/seal/model/errors/out-of-time.js';
import {locationOf} from '@sealed-capture/seal/model/delivery/response.js';
import {
  delivered,
  failureOf,
  withoutManifest,
  type Failure,
  type Job,
} from '@sealed-capture/seal/model/job/job.js';
import type {
  DeliveryContext,
  FileDelivery,
  ProtectionConfig,
} from '@sealed-capture/seal/model/protection-config.js';
import {afterSending} from '@sealed-capture/seal/model/job/retries.js';
import {unlessAborted} from '../../async/unless-aborted.js';
import {sends, type Connection} from '../connection/connection.js';
import type {FileSender, QueueParts} from '../queue-parts.js';
import {ownWords} from '../summaries.js';
import {previewBudgetOf, retentionOf} from './retention.js';
import {SendLimit} from './send-limit.js';

/** Files that are sent at the same time. Each may be in memory while it is sent. */
const AT_A_TIME = 2;
/** Milliseconds after which the page's own `send` is given up if it has reported no progress. */
const SILENCE_MS = 5 * 60_000;
/**
 * Until the first progress report, the time limit grows with the file: `fetch` reports no progress, and mobile
 * networks are slow.
 */
const SLOWEST_BYTES_PER_MS = 16;
/** Milliseconds of failures after which they are reported to the page, although the file is sent again. */
const REPORT_AFTER_MS = 60_000;

/**
 * Sends sealed files to the page's own storage. Each file waits for a free slot, and after a failure for its retry
 * time.
 */
export class Uploads implements FileSender {
  readonly #parts: QueueParts;
  readonly #toAddress: (url: string) => FileDelivery;
  readonly #silence: number;
  readonly #byAddress = new Map<string, FileDelivery>();
  readonly #waiting: (() => void)[] = [];
  readonly #limit = new SendLimit();
  /** Files that the storage has answered with failures, in epoch milliseconds. */
  readonly #failing = new Map<string, {since: number; isReported: boolean}>();
  #sending = 0;

  /**
   * @param toAddress creates the sender for the address in `deliverTo`; throws if that is no valid address
   * @param silence milliseconds without progress after which a page's own code is given up; longer for a large file
   *   for which no progress was reported yet
   */
  constructor(parts: QueueParts, toAddress: (url: string) => FileDelivery, silence = SILENCE_MS) {
    this.#parts = parts;
    this.#toAddress = toAddress;
    this.#silence = silence;
    const {ports, signal} = parts;
    ports.wakeUps.whenOffline(() => this.#onOffline(), signal);
  }

  /**
   * Aborts requests when the network is lost: they could hang for minutes. They start again when the network is
   * back.
   */
  #onOffline(): void {
    for (const {activity} of this.#parts.ledger.all) {
      if (activity.name === 'sending') activity.controller.abort(networkLost());
    }
  }

  async send(job: Job, unstored?: Blob): Promise<void> {
    const {ports, ledger, signal} = this.#parts;
    const {captureId} = job;
    await this.#turn();
    try {
      const current = unstored ? job : await ports.store.get(captureId);
      // While the file waited for its slot, its element may have left the page, or another account may have signed
      // in.
      const receiver = this.#parts.connections.receiverOf(job);
      // Another page has sent it, or it was discarded.
      if (current?.state.name !== 'delivering' || !ledger.get(captureId)) {
        if (current) ledger.set(withoutManifest(current), {deliverAgainAt: undefined});
        else ledger.delete(captureId);
        return;
      }
      const {manifest, sealedAt, sent, dueAt} = current.state;
      if (!receiver || !(sent || sends(receiver))) {
        return ledger.note(captureId, {deliverAgainAt: undefined, unstoredFile: unstored});
      }
      if (sent) return await this.#done(current, receiver, sent.location);
      const isRetry = ledger.get(captureId)?.isRetry;
      // Another page has tried while this one waited, and the server asked that page to wait.
      if (!isRetry && !isSameTry(job, current))
        return ledger.set(withoutManifest(current), {deliverAgainAt: dueAt});
      const now = ports.clock.now();
      const mayBeginAt = this.#limit.mayBeginAt(captureId, now);
      if (mayBeginAt > now && !isRetry) {
        return ledger.note(captureId, {deliverAgainAt: mayBeginAt, unstoredFile: unstored});
      }
      try {
        const file = unstored ?? (await ports.sealer.fill(current, manifest, signal));
        const location = await this.#send(current, file, sealedAt, receiver);
        await this.#done(current, receiver, location);
      } catch (thrown) {
        const {code} = toSealedCaptureError(thrown, 'delivery_failed');
        if (code === 'storage_unavailable' || code === 'worker_unavailable') throw thrown;
        await this.#putBack(current, thrown, unstored);
      }
    } catch (thrown) {
      if (signal.aborted) return;
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
    file: Blob,
    sealedAt: string,
    receiver: Connection,
  ): Promise<string | undefined> {
    const {ledger, signal} = this.#parts;
    const {captureId, mode} = job;
    // While the file was read, another account with another storage may have signed in.
    if (receiver.account !== job.account) {
      throw new SealedCaptureError('aborted', 'The account is another one now.');
    }
    const controller = new AbortController();
    const total = file.size;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const expectWithin = (patience: number): void => {
      clearTimeout(timer);
      timer = setTimeout(() => controller.abort(silent(patience)), patience);
    };
    const onProgress = (sent: number, of = total): void => {
      const activity = ledger.get(captureId)?.activity;
      // Progress of an attempt that was given up.
      if (activity?.name !== 'sending' || activity.controller !== controller) return;
      expectWithin(this.#silence);
      ledger.note(captureId, {activity: {name: 'sending', controller, sent, total: of}});
      ledger.changed();
    };
    const isRetry = ledger.get(captureId)?.isRetry;
    this.#limit.count(captureId, this.#parts.ports.clock.now());
    ledger.set(withoutManifest(job), {
      activity: {name: 'sending', controller, sent: 0, total},
      isRetry: undefined,
      deliverAgainAt: undefined,
      unstoredFile: undefined,
    });
    expectWithin(this.#silence + Math.ceil(total / SLOWEST_BYTES_PER_MS));
    const within = AbortSignal.any([controller.signal, signal]);
    const context = {captureId, mode, sealedAt, signal: within, isRetry, onProgress};
    try {
      return await sendBy(this.#deliveryOf(receiver.client.config), file, context);
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

  async #done(job: Job, receiver: Connection, location?: string): Promise<void> {
    const {ports, ledger, storage} = this.#parts;
    const {captureId, mode} = job;
    const activity = {name: 'delivered'} as const;
    this.#limit.forget(captureId);
    this.#failing.delete(captureId);
    const now = ports.clock.now();
    const listedUntil = now + retentionOf(receiver.client.config);
    const next = {name: 'delivered', keptUntil: 0, listedUntil, location} as const;
    const done = withoutManifest(delivered(job, now, next));
    const previewBudget = previewBudgetOf(job, receiver.client.config, storage.state);
    const record = {captureId, now, next, previewBudget};
    try {
      const isListed = listedUntil > now && (await ports.store.handOver(record).catch(() => false));
      if (!isListed) await ports.store.remove(captureId);
    } catch (thrown) {
      // The next visit sends the file again; the page's storage stores each capture once.
      ports.report(thrown);
    }
    storage.measure();
    ledger.set(done, {activity, media: {name: 'stored'}, deliverAgainAt: undefined});
    const detail = {captureId, mode, ...(location && {location}), ...ownWords(job)};
    const hearer = this.#parts.connections.receiverOf(job) ?? receiver;
    if (hearer.account !== job.account) return;
    this.#parts.reports.call(() => hearer.client.onDelivered?.(detail));
  }

  /**
   * Schedules the next attempt, or leaves it to a person. Reported to the page: failures that need a person, a
   * `send` that hangs, the first response that does not confirm the storage, and once what has gone on for a minute; a
   * server that answers so by mistake would otherwise receive the file ten times before anybody is told.
   */
  async #putBack(job: Job, thrown: unknown, unstored?: Blob): Promise<void> {
    const {ports, ledger, signal} = this.#parts;
    const {captureId} = job;
    if (signal.aborted || !ledger.get(captureId)) return;
    const failure = failureBy(thrown);
    const isAborted = failure.code === 'aborted';
    if (!(thrown instanceof SealedCaptureError || isAborted)) ports.report(thrown);
    const now = ports.clock.now();
    const next = isAborted ? job : afterSending(job, failure, now, ports.random.number());
    const {dueAt = now, tries = 0} = next.state.name === 'delivering' ? next.state : {};
    // If the storage fails, this page continues with what it knows.
    if (!unstored) await ledger.amend(captureId, () => next).catch(ports.report);
    ledger.set(withoutManifest(next), {
      activity: {name: 'idle'},
      deliverAgainAt: dueAt,
      unstoredFile: unstored,
    });
    if (isAborted) return;
    const isUnclear = failure.code === 'response_invalid' && tries === 1;
    const isReported = this.#failing.get(captureId)?.isReported;
    const isOverdue = this.#isOverdue(captureId, failure, now);
    if (dueAt === Infinity) this.#parts.reports.undelivered(next, failure);
    else if ((isOutOfTime(thrown) && !isReported) || isUnclear || isOverdue) {
      this.#failing.set(captureId, {since: now, isReported: true});
      this.#parts.reports.undelivered(next, failure, dueAt);
    }
  }

  /** True if a storage that can be reached has failed for a minute, and none of its failures was reported. */
  #isOverdue(captureId: string, {code}: Failure, now: number): boolean {
    const known = this.#failing.get(captureId);
    if (isUnreached(code)) {
      if (known) this.#failing.set(captureId, {...known, since: now});
      return false;
    }
    const {since, isReported} = known ?? {since: now, isReported: false};
    this.#failing.set(captureId, {since, isReported});
    return !isReported && now - since >= REPORT_AFTER_MS;
  }
}

/** True if the stored job has not changed since this page began to wait for its slot. */
const isSameTry = ({state: known}: Job, {state}: Job): boolean =>
  known.name === 'delivering' &&
  state.name === 'delivering' &&
  known.dueAt === state.dueAt &&
  known.tries === state.tries;

/**
 * Calls the delivery's `send`. Resolves to the file's location if `send` returns one. Rejects at once when the
 * signal is aborted, otherwise with the error of `send`.
 */
export async function sendBy(
  delivery: FileDelivery,
  file: Blob,
  context: DeliveryContext,
): Promise<string | undefined> {
  const {signal} = context;
  try {
    return await unlessAborted(signal, async () =>
      locationOf(await delivery.send(file, context), file),
    );
  } catch (thrown) {
    if (signal.aborted || failureBy(thrown).code !== 'aborted') throw thrown;
    // Not retryable: an immediate retry would be given up in the same way.
    const message = 'delivery.send() gave up by itself.';
    throw new SealedCaptureError('delivery_failed', message, {cause: thrown});
  }
}

const networkLost = (): SealedCaptureError =>
  new SealedCaptureError('network_failed', 'The network was lost while the file was sent.');

const silent = (silence: number): SealedCaptureError =>
  outOfTime(
    'delivery_failed',
    `delivery.send() neither settled nor reported progress for ${Math.round(silence / 1000)} seconds.`,
  );

/**
 * The failure for an exception of the page's own code. Only its name is kept, because its message may contain a
 * secret.
 */
export function failureBy(thrown: unknown): Failure {
  if (thrown instanceof SealedCaptureError) return failureOf(thrown);
  if (thrown instanceof DOMException && thrown.name === 'AbortError') {
    return {code: 'aborted', message: 'It was given up.'};
  }
  const name = thrown instanceof Error ? thrown.name : typeof thrown;
  return {code: 'delivery_failed', message: `delivery.send() failed: ${name}.`};
}
