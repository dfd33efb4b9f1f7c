import type {Recorded} from './outcome.js';

/** The recordings of an element that have ended in this visit, and the one of them that is shown. */
export class FinishedRecordings {
  readonly #onShow: (shown: Recorded | undefined) => void;
  readonly #known = new Map<string, Recorded>();
  /** The id of the shown recording. */
  #shown?: string;
  /** The id of the recording that was shown until a deletion that a person can still undo. */
  #aside?: string;

  /** `onShow` is called when another recording, or none, is shown. */
  constructor(onShow: (shown: Recorded | undefined) => void) {
    this.#onShow = onShow;
  }

  /** The last recording, or the one that a person has chosen, until another one is made or it is discarded. */
  get shown(): Recorded | undefined {
    return this.of(this.#shown);
  }

  /** The recording of this id; undefined if it did not end in this visit. */
  of(captureId: string | undefined): Recorded | undefined {
    return captureId === undefined ? undefined : this.#known.get(captureId);
  }

  /** Adds a recording, or what is known of one now. */
  keep(recorded: Recorded) {
    this.#known.set(recorded.detail.captureId, recorded);
  }

  readonly show = (recorded?: Recorded) => {
    if (recorded) this.keep(recorded);
    this.#shown = recorded?.detail.captureId;
    this.#onShow(recorded);
  };

  /** Hides the shown recording if it is among these; shows it again. */
  withhold(captureIds: readonly string[], isWithheld: boolean) {
    const isMeant = (captureId: string | undefined) =>
      captureId !== undefined && captureIds.includes(captureId);
    if (isWithheld && isMeant(this.#shown)) {
      this.#aside = this.#shown;
      this.show();
    } else if (!isWithheld) {
      const back = isMeant(this.#aside) ? this.of(this.#aside) : undefined;
      this.#aside = undefined;
      if (back && !this.#shown) this.show(back);
    }
  }

  /** Removes a recording for good. Returns true if it was shown. */
  forget(captureId: string): boolean {
    this.#known.delete(captureId);
    const wasShown = this.#shown === captureId;
    if (wasShown) this.show();
    return wasShown;
  }
}
