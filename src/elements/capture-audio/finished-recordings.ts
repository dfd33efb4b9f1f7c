import type {CaptureSummary} from '../../core/queue/queue-client.js';
import type {Recorded} from './outcome.js';

/** The recordings of an element that have ended: the one that is shown, and others that are not sealed yet. */
export class FinishedRecordings {
  readonly #captures: () => readonly CaptureSummary[];
  readonly #onShow: (shown: Recorded | undefined) => void;
  #shown?: Recorded;
  #others: readonly Recorded[] = [];
  /** Those whose deletion a person can still take back. */
  #aside: readonly Recorded[] = [];

  /** `captures`: how each stands with its seal. `onShow` is called when another one, or none, is shown. */
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

  /** Those before it, and those that came while one was made. */
  get others(): readonly Recorded[] {
    const shown = this.#shown?.detail.captureId;
    const unsealed = this.#captures()
      .filter(({captureId, progress}) => captureId !== shown && !('sealedAt' in progress))
      .map(({captureId}) => captureId);
    return this.#others.filter(({detail}) => unsealed.includes(detail.captureId));
  }

  /** For later. */
  keep(recorded: Recorded) {
    this.#others = [...this.#others, recorded];
  }

  readonly show = (recorded?: Recorded) => {
    if (this.#shown) this.keep(this.#shown);
    this.#shown = recorded;
    this.#others = this.others;
    this.#onShow(recorded);
  };

  /** Shows none of these any more; `putBack` shows them again. */
  putAside(captureIds: readonly string[]) {
    const shown = this.#shown;
    if (!shown || !captureIds.includes(shown.detail.captureId)) return;
    this.#aside = [...this.#aside, shown];
    this.#shown = undefined;
    this.#onShow(undefined);
  }

  putBack(captureIds: readonly string[]) {
    const back = this.#aside.filter(({detail}) => captureIds.includes(detail.captureId));
    this.#aside = [];
    for (const recorded of back) this.show(recorded);
  }

  /** It is deleted for good, and cannot be put back. */
  forget(captureId: string) {
    this.#aside = this.#aside.filter(({detail}) => detail.captureId !== captureId);
  }
}
