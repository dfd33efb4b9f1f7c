import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {CaptureSummary, Protection} from '../../../../core/queue/queue-client.js';
import type {PhotoActions} from '../../album/photo-actions.js';
import type {ShotProgress} from '../shot.js';
import type {Skips} from '../skips.js';
import {ClosedList, type ListNow} from './closed-list.js';

interface Host {
  readonly protections: readonly CaptureSummary[];
  closeJob(): Promise<string>;
  requestUpdate(): void;
}

interface ClosingActions extends Pick<PhotoActions, 'failed'> {
  connection: () => Pick<Protection, 'closings'>;
  /** Called once when the person has finished a job of which nothing was captured. */
  empty: () => void;
}

/** Remembered in place of a closing record, if nothing was captured. */
const NOTHING = 'nothing';

/** Closes the job of a list of shots, and knows whether it is closed. */
export class JobClosing {
  readonly #host: Host;
  readonly #actions: ClosingActions;
  readonly #list: ClosedList;
  /** The closing record is being stored, or could not be. */
  #state?: 'underway' | 'failed';
  readonly #skips: Skips;
  #isEmpty = false;

  constructor(host: Host, skips: Skips, actions: ClosingActions) {
    this.#host = host;
    this.#actions = actions;
    this.#skips = skips;
    this.#list = new ClosedList(skips, actions.connection);
  }

  /** The closing records, if the list was closed at the last update. The last one closed it. */
  get records(): readonly CaptureSummary[] {
    return this.#list.records;
  }

  /** At the last update, the person had finished the job, of which nothing was captured: there is no closing record. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  /** The closing record could not be stored, and the list has none. */
  get hasFailed(): boolean {
    return this.#state === 'failed' && this.records.length === 0;
  }

  /** Determines whether the list is closed. Without a job, it is not. */
  update(job: string | undefined, progress: readonly ShotProgress[]) {
    const now = job === undefined ? undefined : this.#now(job, progress);
    this.#list.update(now);
    this.#isEmpty = !!now && this.#skips.isDone(NOTHING);
    const isOpen = progress.some(({state}) => state.name === 'open');
    if (!now || !this.#isEmpty || (now.captures.length === 0 && !isOpen)) return;
    this.#skips.undone();
    this.#isEmpty = false;
  }

  /** Another list begins. */
  startAnew() {
    if (this.#state === 'failed') this.#state = undefined;
  }

  /** Closes the job. If nothing of it was captured, there is nothing to close, and the person has finished. */
  async close(job: string) {
    if (this.#state === 'underway') return;
    this.#state = 'underway';
    try {
      await this.#host.closeJob();
      this.#state = undefined;
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'storage_unavailable');
      // The set of photos that are listed may be lost.
      const isEmpty = error.code === 'capture_unknown' && this.#captures(job).length === 0;
      this.#state = isEmpty ? undefined : 'failed';
      if (isEmpty) {
        if (this.#skips.isDoneNow(NOTHING)) this.#actions.empty();
      } else this.#actions.failed('', error.code, {closes: job})(error);
    }
    this.#host.requestUpdate();
  }

  /** The element's job was closed with this record. */
  closed(record: string, job: string | undefined, progress: readonly ShotProgress[]) {
    if (job !== undefined) this.#list.closed(record, this.#now(job, progress));
    this.#host.requestUpdate();
  }

  #now(job: string, progress: readonly ShotProgress[]): ListNow {
    return {job, captures: this.#captures(job), progress};
  }

  #captures(job: string): readonly CaptureSummary[] {
    return this.#host.protections.filter((capture) => capture.job === job);
  }
}
