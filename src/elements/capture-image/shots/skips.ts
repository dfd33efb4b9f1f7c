import {StoredText, type DeviceMemory} from '../../../core/wiring/elements/stored-text.js';
import type {Milliseconds} from '@sealed-capture/seal/model/units.js';
import {
  boolean,
  isText,
  number,
  textAt,
  valueAt,
} from '@sealed-capture/seal/model/json/loose-json.js';
import {isRecord} from '@sealed-capture/seal/model/json/record.js';
import {shortHash} from './short-hash.js';
import {skipReasons, type ShotProgress, type SkippedShot} from './shot.js';

/** Most jobs of one element of which something is stored: the last ones. */
const MOST_JOBS = 20;

export type Skip = Omit<SkippedShot, 'shot'>;

/** What a list was when it was closed. */
export interface ClosedAs {
  /** Id of the closing record. */
  record: string;
  /** Ids of the photos that the element had of the job. */
  captures: readonly string[];
  /** Another photo was added since then, which may be deleted again. */
  isChanged?: boolean;
}

/** The element, by what it has in common with itself in another visit, as for captures. */
type Owner = Pick<HTMLElement, 'localName' | 'id'> & {readonly name?: string};

/**
 * Which shots of the current job are skipped, and why, which complete lists the page was told of, and as what the list was closed.
 * Stored for the next visit.
 */
export class Skips {
  readonly #owner: Owner;
  readonly #memory?: DeviceMemory;
  #job = '';
  #retention: Milliseconds = 0;
  #skips = new Map<string, Skip>();
  /** For each list, the state of which the page was told last, as hashes. */
  #told = new Map<string, string>();
  #closed?: ClosedAs;
  /** They were stored so long ago that they count only together with photos of the job. */
  #areOld = false;
  /** They do not count. */
  #areForgotten = false;

  /** `memory` replaces the browser's own storage, for tests. */
  constructor(owner: Owner, memory?: DeviceMemory) {
    this.#owner = owner;
    this.#memory = memory;
  }

  /**
   * Begins a job, with what is stored of it. `retention`: how long that counts without any photo of the job. Jobs that are
   * older are deleted; this one is stored again if a photo of it turns up.
   */
  begin(job: string, retention: Milliseconds) {
    const jobs = this.#read();
    const stored = jobs.get(job);
    this.#job = job;
    this.#retention = retention;
    this.#skips = skipsIn(valueAt(stored, 'skips'));
    this.#told = toldIn(valueAt(stored, 'told'));
    this.#closed = this.#closedIn(jobs);
    this.#areOld = this.#isOld(stored);
    if ([...jobs.values()].some(this.#isOld)) this.#write(jobs);
  }

  /** The states with the skipped shots. A photo has priority over a reason to skip the shot. */
  over(progress: readonly ShotProgress[]): ShotProgress[] {
    this.#areForgotten = this.#areOld && progress.every(({state}) => state.name === 'open');
    if (this.#areOld && !this.#areForgotten) {
      this.#areOld = false;
      this.#store();
    }
    return progress.map(({id, state}) => {
      const skip = this.#areForgotten ? undefined : this.#skips.get(id);
      return {id, state: skip && state.name === 'open' ? {name: 'skipped', ...skip} : state};
    });
  }

  /** Skips a shot; without a reason, it is not skipped any more. */
  set(id: string, skip?: Skip) {
    if (!skip && !this.#skips.has(id)) return;
    if (this.#areForgotten) this.#skips.clear();
    // Even if it is skipped for the same reason again, the list is completed anew.
    if (this.#areForgotten || !skip) this.#told.clear();
    if (skip) this.#skips.set(id, skip);
    else this.#skips.delete(id);
    this.#areOld = this.#areForgotten = false;
    this.#store();
  }

  /**
   * True if the page was not told that this list is complete, or was told of other photos or reasons. The caller tells it
   * now.
   */
  isNews(progress: readonly ShotProgress[]): boolean {
    const list = shortHash(JSON.stringify(progress.map(({id}) => id)));
    const counting = progress.map(({state}) =>
      state.name === 'taken' ? state.captureIds[0] : state,
    );
    return this.#isNew(list, shortHash(JSON.stringify(counting)));
  }

  /** True if the page was not told that everything is there with this closing record. The caller tells it now. */
  isDoneNow(record: string): boolean {
    return this.#isNew('done', record);
  }

  /** True if the page was told so before. */
  isDone(record: string): boolean {
    return this.#told.get('done') === record;
  }

  /** Something has changed since the page was told that everything is there. */
  undone() {
    this.#told.delete('done');
    this.#store();
  }

  /** Remembers what the list was when it was closed. */
  close(closed: ClosedAs) {
    const {record, isChanged} = this.#closed ?? {};
    if (closed.isChanged && isChanged && closed.record === record) return;
    this.#store(closed);
  }

  /** What the list was when it was closed with one of these records, also by another page; undefined if nobody remembers it. */
  closedAs(records: readonly string[]): ClosedAs | undefined {
    const isOfThese = (closed?: ClosedAs) => closed && records.includes(closed.record);
    if (!isOfThese(this.#closed)) this.#closed = this.#closedIn(this.#read()) ?? this.#closed;
    return isOfThese(this.#closed) ? this.#closed : undefined;
  }

  #closedIn(jobs: ReadonlyMap<string, unknown>): ClosedAs | undefined {
    return closedIn(valueAt(jobs.get(this.#job), 'closed'));
  }

  #isNew(what: string, told: string): boolean {
    if (this.#told.get(what) === told) return false;
    this.#told.set(what, told);
    this.#store();
    return true;
  }

  /** `closed`: what the list is closed as now. Otherwise another page may have closed it. */
  #store(closed?: ClosedAs) {
    const jobs = this.#read();
    this.#closed = closed ?? this.#closedIn(jobs) ?? this.#closed;
    // This is now the last job.
    jobs.delete(this.#job);
    const [skips, told] = [this.#skips, this.#told].map((map) => Object.fromEntries<unknown>(map));
    if (this.#skips.size + this.#told.size > 0 || this.#closed) {
      jobs.set(this.#job, {skips, told, closed: this.#closed, at: Date.now()});
    }
    this.#write(jobs);
  }

  /** Stores the last jobs, without the old ones. */
  #write(jobs: ReadonlyMap<string, unknown>) {
    const last = [...jobs].filter(([, stored]) => !this.#isOld(stored)).slice(-MOST_JOBS);
    this.#stored.text = last.length > 0 ? JSON.stringify(last) : '';
  }

  readonly #isOld = (stored: unknown): boolean =>
    Date.now() - (number(valueAt(stored, 'at')) ?? 0) > this.#retention;

  #read(): Map<string, unknown> {
    try {
      const jobs: unknown = JSON.parse(this.#stored.text || '[]');
      return new Map(Array.isArray(jobs) ? (jobs as unknown[]).filter(isPair) : []);
    } catch {
      return new Map();
    }
  }

  get #stored(): StoredText {
    const {localName, id, name = ''} = this.#owner;
    const key = `sealed-capture.skipped ${location.pathname} ${localName} ${id || name}`;
    return new StoredText(key, this.#memory);
  }
}

const isPair = (given: unknown): given is [string, unknown] =>
  Array.isArray(given) && given.length === 2 && typeof given[0] === 'string';

const toldIn = (given: unknown): Map<string, string> =>
  new Map(Object.entries(isRecord(given) ? given : {}).map(([list, hash]) => [list, String(hash)]));

function closedIn(given: unknown): ClosedAs | undefined {
  const record = textAt(given, 'record');
  const captures = valueAt(given, 'captures');
  const isChanged = boolean(valueAt(given, 'isChanged'));
  return record && Array.isArray(captures)
    ? {record, captures: captures.filter(isText), ...(isChanged && {isChanged})}
    : undefined;
}

function skipsIn(given: unknown): Map<string, Skip> {
  const entries = isRecord(given) ? Object.entries(given) : [];
  return new Map(
    entries.flatMap(([id, skip]): [string, Skip][] => {
      const reason = skipReasons.find((one) => one === valueAt(skip, 'reason'));
      const words = textAt(skip, 'words');
      return reason ? [[id, {reason, ...(words && {words})}]] : [];
    }),
  );
}
