import type {CaptureSummary, Protection} from '../../../../core/queue/queue-client.js';
import type {ShotProgress} from '../shot.js';
import type {Skips} from '../skips.js';

/** The job with its photos, and the states of the shots, as they are now. */
export interface ListNow {
  job: string;
  /** All photos of the job that the element lists, also those that are to be deleted soon. */
  captures: readonly CaptureSummary[];
  progress: readonly ShotProgress[];
}

const idsOf = (captures: readonly CaptureSummary[]): string[] =>
  captures.map(({captureId}) => captureId);

/** The skipped shots with their reasons, as text. */
const skippedNow = (progress: readonly ShotProgress[]): string =>
  JSON.stringify(
    progress.flatMap(({id, state}) =>
      state.name === 'skipped' ? [[id, state.reason, state.words]] : [],
    ),
  );

/** The same, as a closing record says it. */
const skippedIn = ({closed}: CaptureSummary): string =>
  JSON.stringify(
    closed?.shots.flatMap(({id, skipped}) =>
      skipped ? [[id, skipped.reason, skipped.words]] : [],
    ),
  );

/** The last closing record of each set. */
function lastOfSets(records: readonly CaptureSummary[]): CaptureSummary[] {
  const last = new Map<string | undefined, CaptureSummary>();
  for (const record of records) {
    const {nth = 0} = last.get(record.set)?.closed ?? {};
    if ((record.closed?.nth ?? 0) >= nth) last.set(record.set, record);
  }
  return [...last.values()];
}

/**
 * Determines whether a list is closed: no closing record of its job has failed, they have all of its photos, by their numbers
 * on the device, and the same skipped shots. That a photo was deleted since then is remembered in the browser: also one that was
 * added before.
 */
export class ClosedList {
  readonly #skips: Skips;
  readonly #connection: () => Pick<Protection, 'closings'>;
  #records: readonly CaptureSummary[] = [];

  constructor(skips: Skips, connection: () => Pick<Protection, 'closings'>) {
    this.#skips = skips;
    this.#connection = connection;
  }

  /** The closing records, one for each set, if the list was closed at the last update. The last one closed it. */
  get records(): readonly CaptureSummary[] {
    return this.#records;
  }

  /** The list was just closed with this record. */
  closed(record: string, {captures}: ListNow) {
    this.#skips.close({record, captures: idsOf(captures)});
  }

  /** Determines whether the list is closed, and stores that it has changed since then. Without `now`, it is for no job. */
  update(now?: ListNow) {
    this.#records = now ? this.#recordsOf(now) : [];
  }

  #recordsOf({job, captures, progress}: ListNow): readonly CaptureSummary[] {
    const all = lastOfSets(this.#connection().closings.filter(({closes}) => closes === job));
    const known = this.#skips.closedAs(idsOf(all));
    const record = all.find(({captureId}) => captureId === known?.record) ?? all.at(-1);
    if (!record) return [];
    // A photo that this page has just made has no number yet.
    const isInRecord = ({captureId, set, index}: CaptureSummary): boolean =>
      index === undefined
        ? !!known?.captures.includes(captureId)
        : all.some((one) => one.set === set && index <= (one.closed?.last ?? 0));
    if (!captures.every(isInRecord)) {
      this.#skips.close({...(known ?? {record: record.captureId, captures: []}), isChanged: true});
      return [];
    }
    const kept = new Set(idsOf(captures));
    const isSame =
      !known?.isChanged &&
      (known?.captures ?? []).every((captureId) => kept.has(captureId)) &&
      skippedIn(record) === skippedNow(progress) &&
      all.every((one) => one.progress.name !== 'failed');
    return isSame ? [...all.filter((one) => one !== record), record] : [];
  }
}
