import {SealedCaptureError} from '../model/errors.js';
import {released, type Job} from '../model/job.js';
import type {LicensePlateDetector} from '../model/protection-config.js';
import {sealablePlate, type SealablePlate} from './adapter-values.js';
import type {Amendments} from './amendments.js';
import type {ClientConnection} from './client-connection.js';
import type {Delivery, QueueParts} from './delivery.js';
import {confirmed, detected, infoOf, plateNumberOf} from './license-plate.js';
import type {PlaceRenewals} from './place-renewals.js';
import {unlessAborted} from './unless-aborted.js';

/** How long a detector may take for one picture. */
const TIMEOUT_MS = 20_000;

/** Has the plates of pictures read, one after another, and confirmed. */
export class LicensePlates {
  readonly #parts: QueueParts;
  readonly #amendments: Amendments;
  readonly #renewals: PlaceRenewals;
  readonly #delivery: Delivery;
  readonly #timeout: number;
  #last: Promise<void> = Promise.resolve();

  constructor(
    parts: QueueParts,
    amendments: Amendments,
    renewals: PlaceRenewals,
    delivery: Delivery,
    timeout = TIMEOUT_MS,
  ) {
    this.#parts = parts;
    this.#amendments = amendments;
    this.#renewals = renewals;
    this.#delivery = delivery;
    this.#timeout = timeout;
  }

  /** Notes what the detector reads, then tells the client; unless that is gone, or somebody confirmed the plate. */
  read(
    connection: ClientConnection,
    detector: LicensePlateDetector,
    captureId: string,
    picture: Blob,
  ): void {
    this.#last = this.#last.then(async () => {
      const signal = AbortSignal.any([connection.signal, this.#parts.signal]);
      const plate = await this.#detect(detector, picture, signal);
      if (signal.aborted) return;
      const note = (job: Job): Job | undefined => detected(job, plate);
      // Where the storage broke, the person confirms it all the same.
      if (!(await this.#amendments.amend(captureId, note).catch(() => true))) return;
      const licensePlateInfo = plate && infoOf(plate);
      const detail = {captureId, mode: 'image', ...(plate && {licensePlateInfo})} as const;
      this.#delivery.tell(() => connection.client.onLicensePlate?.(detail));
    });
  }

  /** Rejects with `capture_unknown` where the capture is not held back any more. */
  async confirm({client}: ClientConnection, captureId: string, text: string): Promise<void> {
    const plateNumber = plateNumberOf(text);
    const isConfirmed = await this.#amendments.amend(captureId, (job) => {
      const held = confirmed(job, plateNumber);
      const isReleased = held && client.config.autoProtect !== false;
      return isReleased ? released(held, this.#renewals.dueAt(captureId)) : held;
    });
    if (isConfirmed) return;
    throw new SealedCaptureError('capture_unknown', 'No capture with this id is held back here.');
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
      // By name alone: its message may tell the plate.
      if (!signal.aborted)
        refuse(`licensePlateDetector failed: ${(thrown as Partial<Error>)?.name}`);
      return undefined;
    }
  }
}
