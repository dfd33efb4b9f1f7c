import type {ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../core/protection.js';
import type {LicensePlateDetail} from '../../model/protection-config.js';
import {drawExcerpt} from './thumbnail.js';

/** What this visit knows of a photo whose plate is not confirmed yet. */
interface Known {
  /** Until it is drawn. */
  photo?: Blob;
  picture?: HTMLCanvasElement;
  isReading?: boolean;
  /** As the person typed it. */
  typed?: string;
}

/** A photo whose plate a person is asked for. */
export interface PlateQuestion {
  captureId: string;
  capturedAt: string;
  /** Absent for a photo of an earlier visit. */
  picture?: HTMLCanvasElement;
  /** `missing`: the detector found no plate. Absent where there is one, or nothing is known. */
  note?: 'reading' | 'missing';
  plate: string;
  /** How many more are asked for after this one. */
  more: number;
}

export const awaitsPlate = ({progress}: CaptureSummary): boolean =>
  progress.name === 'held' && progress.awaits === 'license-plate';

/** Asks for the plate of each photo that waits for it, oldest first, so that no new photo takes what was typed. */
export class PlateQuestions {
  readonly #host: ReactiveControllerHost;
  readonly #known = new Map<string, Known>();

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** A photo whose plate is being read. */
  taken(captureId: string, photo: Blob) {
    this.#change(captureId, {photo, isReading: true});
  }

  /** The detector has answered. */
  async read({captureId, licensePlateInfo}: LicensePlateDetail) {
    const photo = this.#known.get(captureId)?.photo;
    this.#change(captureId, {isReading: false, photo: undefined});
    if (!photo) return;
    try {
      const picture = await drawExcerpt(photo, licensePlateInfo?.boundingBox);
      // It may be confirmed by now.
      if (this.#known.has(captureId)) this.#change(captureId, {picture});
    } catch (error) {
      // The plate can be confirmed without it.
      console.warn('The photo has no excerpt.', error);
    }
  }

  typed(captureId: string, typed: string) {
    this.#change(captureId, {typed});
  }

  /** The photo to ask for now. What is known of confirmed and discarded ones is forgotten. */
  next(captures: readonly CaptureSummary[]): PlateQuestion | undefined {
    const waiting = captures.filter(awaitsPlate);
    const [first] = waiting;
    if (!first) return undefined;
    const {captureId, capturedAt, licensePlateInfo: info} = first;
    const {typed, picture, isReading} = this.#known.get(captureId) ?? {};
    const found = info?.plateNumber ?? info?.detectedPlateNumber;
    return {
      captureId,
      capturedAt,
      picture,
      note: isReading ? 'reading' : isReading === false && !found ? 'missing' : undefined,
      plate: typed ?? found ?? '',
      more: waiting.length - 1,
    };
  }

  /** Keeps nothing of photos that wait no more. */
  forget(captures: readonly CaptureSummary[]) {
    for (const [captureId, {isReading}] of this.#known) {
      const capture = captures.find((candidate) => candidate.captureId === captureId);
      if (capture ? !awaitsPlate(capture) : !isReading) this.#known.delete(captureId);
    }
  }

  #change(captureId: string, more: Known) {
    this.#known.set(captureId, {...this.#known.get(captureId), ...more});
    this.#host.requestUpdate();
  }
}
