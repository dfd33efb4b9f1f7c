import type {ProtectionQueue} from '../queue/protection-queue.js';
import {SealedCaptureError} from '../../model/errors.js';
import {released, type Job} from '../../model/job.js';
import type {LicensePlateDetector} from '../../model/protection-config.js';
import {sealablePlate, type SealablePlate} from '../metadata/adapter-values.js';
import type {ClientConnection} from '../queue/client-connection.js';
import type {Clients} from '../delivery/clients.js';
import {dueOnRelease, type QueueParts, rawMedia} from '../queue/queue-parts.js';
import {confirmed, detected, infoOf, plateNumberOf} from './license-plate.js';
import {intended, type CaptureRecord} from '../queue/ledger.js';
import {OneAtATime} from '../async/one-at-a-time.js';
import type {CaptureSummary} from '../queue/queue-client.js';
import {oldestFirst} from '../queue/summaries.js';
import {unlessAborted} from '../async/unless-aborted.js';

/** How long a detector may take for one picture. */
const TIMEOUT_MS = 20_000;

/** Has the plates of pictures read, one after another, and confirmed. */
export class LicensePlates {
  readonly #parts: QueueParts;
  readonly #clients: Clients;
  readonly #timeout: number;
  readonly #reading = new OneAtATime(
    () => this.#readAll(),
    () => undefined,
  );

  constructor(parts: QueueParts, clients: Clients, timeout = TIMEOUT_MS) {
    this.#parts = parts;
    this.#clients = clients;
    this.#timeout = timeout;
  }

  /** Has the plates read that no detector has looked at in this visit: of new captures first, and oldest first. */
  start(): void {
    this.#reading.run();
  }

  /** What a detector does with a capture, for people. */
  readingOf(capture: CaptureRecord): CaptureSummary['plateReading'] {
    if (capture.isPlateRead) return 'done';
    return this.#readerOf(capture) && 'underway';
  }

  /** Rejects with `capture_unknown` where the capture is not held back any more. */
  async confirm({client}: ClientConnection, captureId: string, text: string): Promise<void> {
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
    // A page that is still loading may not listen yet for what it has forgotten.
    return unread.find(isNew) ?? (ports.wakeUps.isLoaded ? unread[0] : undefined);
  }

  /** Whose detector is to look at it: its maker's, else another's that sees it. */
  #readerOf(capture: CaptureRecord): ClientConnection | undefined {
    const {visit, state, metadata} = intended(capture);
    if (state.name !== 'held' || !state.awaits || capture.isPlateRead) return undefined;
    // In an earlier visit; in this one it is what the page says of every capture.
    const {detectedPlateNumber} = metadata.features?.licensePlateInfo ?? {};
    if (detectedPlateNumber && visit !== this.#parts.visits.own) return undefined;
    const able = [...this.#parts.connections].filter(
      (connection) => connection.client.config.licensePlateDetector && connection.sees(capture),
    );
    return able.find((connection) => connection === capture.maker) ?? able[0];
  }

  /** Notes what the detector reads, then tells the client; unless that is gone, or somebody confirmed the plate. */
  async #read(capture: CaptureRecord): Promise<void> {
    const {captureId} = capture.job;
    const connection = this.#readerOf(capture);
    const detector = connection?.client.config.licensePlateDetector;
    if (!detector) return;
    const {ledger} = this.#parts;
    const signal = AbortSignal.any([connection.signal, this.#parts.signal]);
    // Where the storage broke, the person types it.
    const picture = await rawMedia(this.#parts, captureId).catch(() => undefined);
    const plate = picture && (await this.#detect(detector, picture, signal));
    // Another client may have it read.
    if (signal.aborted) return;
    const note = (job: Job): Job | undefined => detected(job, plate);
    // Where the storage broke, the person confirms it all the same.
    const isNoted = await ledger.amend(captureId, note).catch(() => true);
    ledger.note(captureId, {isPlateRead: true});
    ledger.changed();
    if (!isNoted) return;
    const licensePlateInfo = plate && infoOf(plate);
    const detail = {captureId, mode: 'image', ...(plate && {licensePlateInfo})} as const;
    this.#clients.call(() => connection.client.onLicensePlate?.(detail));
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

/** Of ours what is missing, by its address; of others the name alone: a message may tell the plate. */
function reasonOf(thrown: unknown): string {
  if (thrown instanceof SealedCaptureError) return ` (${thrown.code}): ${thrown.message}`;
  return thrown instanceof Error || thrown instanceof DOMException ? `: ${thrown.name}.` : '.';
}

/** Has the plates of the queue's pictures read: by `createCameraSession`, and for pages without a camera of ours. */
export function readPlates(queue: ProtectionQueue): void {
  queue.readPlatesBy((...parts) => new LicensePlates(...parts));
}
