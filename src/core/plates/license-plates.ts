import type {ProtectionQueue} from '../queue/protection-queue.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {released, type Job} from '@sealed-capture/seal/model/job/job.js';
import type {LicensePlateDetector} from '@sealed-capture/seal/model/protection-config.js';
import {sealablePlate, type SealablePlate} from '../metadata/adapter-values.js';
import type {Connection} from '../queue/connection/connection.js';
import {dueOnRelease, type QueueParts, rawMedia} from '../queue/queue-parts.js';
import {confirmed, detected, infoOf, plateNumberOf} from './license-plate.js';
import {intended, type CaptureRecord} from '../queue/store/ledger.js';
import {OneAtATime} from '../async/one-at-a-time.js';
import type {CaptureSummary} from '../queue/queue-client.js';
import {oldestFirst} from '../queue/summaries.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** Milliseconds that a detector may take for one picture. */
const TIMEOUT_MS = 20_000;

/** Has the plates of held pictures read, one after another, and confirmed by a person. */
export class LicensePlates {
  readonly #parts: QueueParts;
  readonly #timeout: number;
  readonly #reading = new OneAtATime(
    () => this.#readAll(),
    () => undefined,
  );

  constructor(parts: QueueParts, timeout = TIMEOUT_MS) {
    this.#parts = parts;
    this.#timeout = timeout;
  }

  /**
   * Starts to read the plates that no detector has read in this visit: those of new captures first, then the oldest
   * first.
   */
  start(): void {
    this.#reading.run();
  }

  /** State of the detector's work on a capture, for display. */
  readingOf(capture: CaptureRecord): CaptureSummary['plateReading'] {
    if (capture.isPlateRead) return 'done';
    return this.#readerOf(capture) && 'underway';
  }

  /** Confirms a plate. Rejects with `capture_unknown` if the capture is not held any more. */
  async confirm({client}: Connection, captureId: string, text: string): Promise<void> {
    const plateNumber = plateNumberOf(text);
    const {ledger} = this.#parts;
    const isConfirmed = await ledger.amend(captureId, (job) => {
      const held = confirmed(job, plateNumber);
      const isReleased = held && client.config.autoProtect !== false;
      return isReleased ? released(held, dueOnRelease(this.#parts, captureId)) : held;
    });
    if (isConfirmed) return;
    throw new SealedCaptureError('capture_unknown', 'No capture with this id is held back here.');
  }

  async #readAll(): Promise<void> {
    for (let next = this.#next(); next; next = this.#next()) await this.#read(next);
  }

  #next(): CaptureRecord | undefined {
    const {ledger, ports, visits, signal} = this.#parts;
    if (signal.aborted) return undefined;
    const unread = ledger.all
      .filter((capture) => this.#readerOf(capture))
      .sort((a, b) => oldestFirst(a.job, b.job));
    const isNew = ({job}: CaptureRecord): boolean => job.visit === visits.own;
    // A page that is still loading may not have added its listeners for captures of earlier visits.
    return unread.find(isNew) ?? (ports.wakeUps.isLoaded ? unread[0] : undefined);
  }

  /** The client whose detector reads a capture: its owner or, if that is not in the page, another one with a detector. */
  #readerOf(capture: CaptureRecord): Connection | undefined {
    const {visit, state, metadata} = intended(capture);
    if (state.name !== 'held' || state.awaits !== 'license-plate') return undefined;
    if (capture.isPlateRead) return undefined;
    // A plate that was read in an earlier visit counts; in this visit, the page may set the field for every
    // capture.
    const {detectedPlateNumber} = metadata.features?.licensePlateInfo ?? {};
    if (detectedPlateNumber && visit !== this.#parts.visits.own) return undefined;
    const hasDetector = ({client: {config}}: Connection): boolean => !!config.licensePlateDetector;
    return this.#parts.connections.receiverOf(capture.job, hasDetector);
  }

  /**
   * Stores what the detector reads, then reports it to the client, unless the client has left or the plate was
   * confirmed meanwhile.
   */
  async #read(capture: CaptureRecord): Promise<void> {
    const {captureId} = capture.job;
    const connection = this.#readerOf(capture);
    const detector = connection?.client.config.licensePlateDetector;
    if (!detector) return;
    const {ledger} = this.#parts;
    const signal = AbortSignal.any([connection.signal, this.#parts.signal]);
    // If the storage fails, the person types the plate.
    const picture = await rawMedia(this.#parts, captureId).catch(() => undefined);
    const plate = picture && (await this.#detect(detector, picture, signal));
    // The client has left. Another client's detector may read this picture later.
    if (signal.aborted) return;
    const note = (job: Job): Job | undefined => detected(job, plate);
    // If the storage fails, the person still confirms the plate.
    const isNoted = await ledger.amend(captureId, note).catch(() => true);
    ledger.note(captureId, {isPlateRead: true});
    ledger.changed();
    if (!isNoted) return;
    const licensePlateInfo = plate && infoOf(plate);
    const detail = {captureId, mode: 'image', ...(plate && {licensePlateInfo})} as const;
    this.#parts.reports.call(() => connection.client.onLicensePlate?.(detail));
  }

  async #detect(
    detector: LicensePlateDetector,
    picture: Blob,
    signal: AbortSignal,
  ): Promise<SealablePlate | undefined> {
    const {report} = this.#parts.ports;
    const refuse = (problem: string): void => report(`sealed-capture: ${problem}.`);
    try {
      const either = AbortSignal.any([signal, AbortSignal.timeout(this.#timeout)]);
      const answer = await unlessAborted(either, (signal) => detector.detect(picture, signal));
      return sealablePlate(answer, refuse);
    } catch (thrown) {
      if (!signal.aborted) report(`sealed-capture: licensePlateDetector failed${reasonOf(thrown)}`);
      return undefined;
    }
  }
}

/**
 * Describes a detector's failure. For the package's own files, the message names the missing file; for other
 * exceptions only their name is kept, because a message may contain the plate.
 */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof SealedCaptureError) return ` (${thrown.code}): ${thrown.message}`;
  return thrown instanceof Error || thrown instanceof DOMException ? `: ${thrown.name}.` : '.';
}

/**
 * Has the plates of the queue's pictures read. Called by `createCameraSession`, and for pages without a camera of
 * this package.
 */
export function readPlates(queue: ProtectionQueue): void {
  queue.readPlatesBy((...parts) => new LicensePlates(...parts));
}
