import {nothing, type ReactiveController, type ReactiveControllerHost} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import type {Localize} from '../../strings/localize.js';
import type {KeptFocus} from '../../capture/keyboard.js';
import {renderPlateForm, type PlateActions, type PlateQuestion} from './plate-form.js';
import {drawExcerpt} from './excerpt.js';

/** Where photos come from, and answers go. */
export interface PlateSource {
  /** The photos that wait for their plate, oldest first. */
  waiting: () => readonly CaptureSummary[];
  load: (captureId: string) => Promise<Blob | undefined>;
  /** Stores what the person has confirmed. */
  note: (captureId: string, plateNumber: string) => Promise<void>;
  /** The answer could not be stored. */
  unanswered: (captureId: string, thrown: unknown) => void;
  retake: (captureId: string) => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  focused: KeptFocus;
}

type Host = ReactiveControllerHost & {readonly autoProtect: boolean};

/**
 * Asks for the license plate of each waiting photo, oldest first. A new photo does not get what was typed for
 * another.
 */
export class PlateQuestions implements ReactiveController, PlateActions {
  readonly #host: Host;
  readonly #source: PlateSource;
  readonly #say: Localize;
  readonly retake: PlateSource['retake'];
  /** Typed texts by photo. */
  readonly #typed = new Map<string, string>();
  /** The drawn excerpt of the current photo; the whole photo until the plate's position is known. */
  #drawn?: Pick<PlateQuestion, 'captureId' | 'picture'> & {isExcerpt: boolean};
  /** The photo that was asked about last. */
  #asked?: string;
  #isOther = false;
  /** A plate is being stored: further presses are ignored. */
  #isNoting = false;

  constructor(host: Host, source: PlateSource, say: Localize) {
    this.#host = host;
    this.#source = source;
    this.#say = say;
    this.retake = source.retake;
    host.addController(this);
  }

  /** Draws the excerpt of the current photo, and drops the data of photos that no longer wait. */
  hostUpdated() {
    const waiting = this.#source.waiting();
    for (const captureId of this.#typed.keys()) {
      if (!waiting.some((capture) => capture.captureId === captureId)) {
        this.#typed.delete(captureId);
      }
    }
    const [first] = waiting;
    if (first) void this.#draw(first);
    else this.#drawn = undefined;
  }

  /** The form for the first of the waiting photos. */
  render() {
    const question = this.#next(this.#source.waiting());
    return question ? renderPlateForm(question, this.#host.autoProtect, this, this.#say) : nothing;
  }

  type(captureId: string, typed: string) {
    this.#typed.set(captureId, typed);
    this.#host.requestUpdate();
  }

  async confirm(captureId: string, plateNumber: string) {
    if (this.#isNoting) return;
    this.#isNoting = true;
    const {note, unanswered, announce, focused} = this.#source;
    try {
      await note(captureId, plateNumber);
      announce(this.#say.term('plateNoted'));
      await this.#host.updateComplete;
      // Moves the focus to the next question, or to the shutter.
      focused.move('.plate');
    } catch (thrown) {
      unanswered(captureId, thrown);
    } finally {
      this.#isNoting = false;
    }
  }

  async #draw({captureId, licensePlateInfo}: CaptureSummary) {
    const box = licensePlateInfo?.boundingBox;
    const before = this.#drawn?.captureId === captureId ? this.#drawn : undefined;
    if (before?.isExcerpt === Boolean(box)) return;
    // The whole photo stays visible until the excerpt is drawn.
    const drawn = {captureId, isExcerpt: Boolean(box), picture: before?.picture};
    this.#drawn = drawn;
    try {
      const photo = await this.#source.load(captureId);
      drawn.picture = photo ? await drawExcerpt(photo, box) : 'none';
    } catch (error) {
      // The plate can be confirmed without the excerpt.
      console.warn('The photo has no excerpt.', error);
      drawn.picture ??= 'none';
    }
    this.#host.requestUpdate();
  }

  #next(waiting: readonly CaptureSummary[]): PlateQuestion | undefined {
    const [first] = waiting;
    if (!first) return undefined;
    const {captureId, capturedAt, licensePlateInfo: info, plateReading} = first;
    if (captureId !== this.#asked) this.#isOther = !this.#isOther;
    this.#asked = captureId;
    const found = info?.detectedPlateNumber ?? info?.plateNumber;
    const missing = plateReading && !found ? 'missing' : undefined;
    return {
      captureId,
      isOther: this.#isOther,
      capturedAt,
      picture: this.#drawn?.captureId === captureId ? this.#drawn.picture : undefined,
      note: plateReading === 'underway' ? 'reading' : missing,
      plate: this.#typed.get(captureId) ?? found ?? '',
      more: waiting.length - 1,
    };
  }
}
