import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {Recorded} from './outcome.js';

/** The recordings of an element that have ended: the one that is shown, and others that are not sealed yet. */
export class FinishedRecordings {
  readonly #captures: () => readonly CaptureSummary[];
  readonly #onShow: (shown: Recorded | undefined) => void;
  #shown?: Recorded;
  #others: readonly Recorded[] = [];
  /** Recordings whose deletion a person can still undo. */
  #aside: readonly Recorded[] = [];

  /** `captures` returns the state of each capture. `onShow` is called when another recording, or none, is shown. */
  constructor(
    captures: () => readonly CaptureSummary[],
    onShow: (shown: Recorded | undefined) => void,
  ) {
    this.#captures = captures;
    this.#onShow = onShow;
  }

  /** The last recording, until another one is made or it is discarded. */
  get shown(): Recorded | undefined {
    return this.#shown;
  }

  /** Recordings from before it, and those that arrived while one was being made. */
  get others(): readonly Recorded[] {
    const shown = this.#shown?.detail.captureId;
    const unsealed = this.#captures()
      .filter(({captureId, progress}) => captureId !== shown && !('sealedAt' in progress))
      .map(({captureId}) => captureId);
    return this.#others.filter(({detail}) => unsealed.includes(detail.captureId));
  }

  /** Adds a recording to the others. */
  keep(recorded: Recorded) {
    this.#others = [...this.#others, recorded];
  }

  readonly show = (recorded?: Recorded) => {
    if (this.#shown) this.keep(this.#shown);
    this.#shown = recorded;
    this.#others = this.others;
    this.#onShow(recorded);
  };

  /** Hides these recordings, or shows them again. */
  withhold(captureIds: readonly string[], isWithheld: boolean) {
    const isMeant = ({detail}: Recorded) => captureIds.includes(detail.captureId);
    const shown = this.#shown;
    if (!isWithheld) {
      const back = this.#aside.filter(isMeant);
      this.#aside = [];
      for (const recorded of back) this.show(recorded);
    } else if (shown && isMeant(shown)) {
      this.#aside = [...this.#aside, shown];
      this.#shown = undefined;
      this.#onShow(undefined);
    }
  }

  /** Removes a recording for good. */
  forget(captureId: string) {
    this.#aside = this.#aside.filter(({detail}) => detail.captureId !== captureId);
  }
}
