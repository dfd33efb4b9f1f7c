import {nothing, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../core/protection.js';
import type {LicensePlateDetail} from '../../model/protection-config.js';
import type {Localize} from '../strings/localize.js';
import {renderPlateForm, type PlateActions, type PlateQuestion} from './plate-form.js';
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

export const awaitsPlate = ({progress}: CaptureSummary): boolean =>
  progress.name === 'held' && progress.awaits === 'license-plate';

/** Asks for the plate of each photo that waits for it, oldest first, so that no new photo takes what was typed. */
export class PlateQuestions implements PlateActions {
  readonly #host: ReactiveControllerHost;
  readonly #note: (captureId: string, plateNumber: string) => Promise<void>;
  readonly #known = new Map<string, Known>();
  /** A plate is being noted: another press has to wait. */
  #isNoting = false;

  /** `note` notes what the person says. */
  constructor(
    host: ReactiveControllerHost,
    note: (captureId: string, plateNumber: string) => Promise<void>,
  ) {
    this.#host = host;
    this.#note = note;
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

  /** The form for the photo to ask for now. */
  render(captures: readonly CaptureSummary[], autoProtect: boolean, say: Localize) {
    const question = this.#next(captures);
    return question ? renderPlateForm(question, autoProtect, this, say) : nothing;
  }

  type(captureId: string, typed: string) {
    this.#change(captureId, {typed});
  }

  async confirm(captureId: string, plateNumber: string) {
    if (this.#isNoting) return;
    this.#isNoting = true;
    await this.#note(captureId, plateNumber).finally(() => {
      this.#isNoting = false;
    });
  }

  /** Keeps nothing of photos that wait no more. */
  forget(captures: readonly CaptureSummary[]) {
    for (const [captureId, {isReading}] of this.#known) {
      const capture = captures.find((candidate) => candidate.captureId === captureId);
      if (capture ? !awaitsPlate(capture) : !isReading) this.#known.delete(captureId);
    }
  }

  #next(captures: readonly CaptureSummary[]): PlateQuestion | undefined {
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

  #change(captureId: string, more: Known) {
    this.#known.set(captureId, {...this.#known.get(captureId), ...more});
    this.#host.requestUpdate();
  }
}
