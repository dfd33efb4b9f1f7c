import type {CaptureSummary, Protection} from '../../../../core/queue/queue-client.js';
import type {ShotProgress} from '../shot.js';
import type {ClosedAs, Skips} from '../skips.js';

/** The job with its photos, and the states of the shots, as they are now. */
export interface ListNow {
  job: string;
  /** All photos of the job that the element lists, also those that are to be deleted soon. */
  captures: readonly CaptureSummary[];
  progress: readonly ShotProgress[];
}

/** Not what any list is: the record does not close it any more. */
const CHANGED = 'changed';

const skippedIn = (progress: readonly ShotProgress[]): string =>
  JSON.stringify(progress.filter(({state}) => state.name === 'skipped'));

const idsOf = (captures: readonly CaptureSummary[]): string[] =>
  captures.map(({captureId}) => captureId);

/**
 * Determines whether a list is closed: it has a closing record that has not failed, and nothing has changed since then. A photo
 * that was added and deleted again is a change: the set has it. What is new is told by the numbers on the device, because its
 * clock may have been set back.
 */
export class ClosedList {
  readonly #skips: Skips;
  readonly #connection: () => Pick<Protection, 'closings'>;
  #record?: CaptureSummary;
  /** What the list was when this page first saw a record of which nothing is stored. The skipped shots count once none is open. */
  #seen?: Omit<ClosedAs, 'skipped'> & {skipped?: string};

  constructor(skips: Skips, connection: () => Pick<Protection, 'closings'>) {
    this.#skips = skips;
    this.#connection = connection;
  }

  /** The closing record, if the list was closed at the last update. */
  get record(): CaptureSummary | undefined {
    return this.#record;
  }

  /** The list was just closed with this record. */
  closed(record: string, {captures, progress}: ListNow) {
    this.#skips.close({record, captures: idsOf(captures), skipped: skippedIn(progress)});
  }

  /** Determines whether the list is closed, and stores that it has changed since then. Without `now`, it is for no job. */
  update(now?: ListNow) {
    this.#record = now && this.#recordOf(now);
  }

  #recordOf({job, captures, progress}: ListNow): CaptureSummary | undefined {
    const records = this.#connection().closings.filter(({closes}) => closes === job);
    const newest = records.at(-1)?.captureId;
    if (newest === undefined) return undefined;
    const skipped = progress.some(({state}) => state.name === 'open')
      ? undefined
      : skippedIn(progress);
    const known =
      this.#skips.closedAs(idsOf(records)) ?? this.#firstSeen(newest, captures, skipped);
    const record = records.find(({captureId}) => captureId === known.record);
    if (!record || known.skipped === CHANGED) return undefined;
    const before = captures.filter(({captureId}) => known.captures.includes(captureId));
    // A photo that this page has just made has no number yet. Until all of `before` have theirs, nobody knows the last one.
    const last = Math.max(...before.map(({index = Infinity}) => index));
    // One that appears later, as from a tab that has crashed, may have been stored before, and is in the record then.
    const isNew = (one: CaptureSummary) =>
      !before.includes(one) && (one.index === undefined || one.index > last);
    if (captures.some(isNew) || (skipped !== undefined && skipped !== known.skipped)) {
      this.#skips.close({record: known.record, captures: [], skipped: CHANGED});
      return undefined;
    }
    const isWhole = before.length === known.captures.length;
    return isWhole && record.progress.name !== 'failed' ? record : undefined;
  }

  #firstSeen(record: string, captures: readonly CaptureSummary[], skipped?: string) {
    if (this.#seen?.record !== record) this.#seen = {record, captures: idsOf(captures)};
    this.#seen.skipped ??= skipped;
    return this.#seen;
  }
}
