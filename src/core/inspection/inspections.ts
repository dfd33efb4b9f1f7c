import {
  isUnreached,
  toSealedCaptureError,
  type SealedCaptureError,
} from '@sealed-capture/seal/model/errors.js';
import type {FileFacts} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import {
  factsStateOf,
  type FactsState,
} from '@sealed-capture/seal/model/inspection/seal-contents.js';
import type {Opinions, Verifier, VerifyMode} from './opinions.js';
import {pause} from '../async/pause.js';

/** State of the inspection of one file. */
export type InspectionProgress =
  | {name: 'waiting'}
  /** `share` of the file that was sent, or read in this browser, from 0 to 1; undefined if neither is known. */
  | {name: 'working'; share?: number; by?: Verifier}
  /** `at` is when the verdict came, in epoch milliseconds. */
  | {name: 'done'; opinions: Opinions; facts: FactsState; at: number}
  /** `verify` is the verifier that was chosen for this file only. */
  | {name: 'failed'; error: SealedCaptureError; verify?: VerifyMode}
  | {name: 'cancelled'};

/** One of the files to inspect. */
export interface FileInspection {
  /** Unique within the visit. */
  readonly id: number;
  readonly file: Blob;
  readonly progress: InspectionProgress;
}

export interface InspectionsOptions {
  /** Inspects a file. `verify` is the verifier that was chosen for this file only. */
  ask(
    file: Blob,
    options: {
      verify?: VerifyMode;
      signal: AbortSignal;
      onProgress: (share: number, by?: Verifier) => void;
    },
  ): Promise<Opinions>;
  facts(file: Blob, signal: AbortSignal): Promise<FileFacts>;
  /** Called after any change. */
  onChange(): void;
  /** Called when a file is done or has failed. */
  onSettled(inspection: FileInspection): void | Promise<void>;
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Files that are inspected at the same time: one is read while the other is sent. */
const AT_ONCE = 2;
/** Milliseconds to wait if the service asks for a pause but names no time. */
const WAIT_MS = 5000;
const SHORTEST_WAIT_MS = 1000;
/** Milliseconds in which an element that was removed from the document may be inserted elsewhere. */
const MOVE_MS = 0;
/** Number of 429 responses after which a file has failed. */
const MOST_REFUSALS = 5;

class Entry implements FileInspection {
  static #last = 0;
  readonly id = ++Entry.#last;
  readonly file: Blob;
  progress: InspectionProgress = {name: 'waiting'};
  verify?: VerifyMode;
  /** How often the service has asked this file to wait. */
  refusals = 0;
  /** Aborts the current work on the file. */
  run?: AbortController;
  settle!: () => void;
  /** Never rejects. */
  readonly settled = new Promise<void>((resolve) => (this.settle = resolve));

  constructor(file: Blob) {
    this.file = file;
  }

  get isOpen(): boolean {
    return this.progress.name === 'waiting' || this.progress.name === 'working';
  }
}

/** The files to inspect and their verdicts. A few are inspected at a time, and the result of one is shown. */
export class Inspections {
  readonly #options: InspectionsOptions;
  #entries: Entry[] = [];
  #looked?: Entry;
  /** Exists while all work is suspended. */
  #rest?: AbortController;
  /** Exists while the service has asked for a pause. */
  #hold?: AbortController;

  constructor(options: InspectionsOptions) {
    this.#options = options;
  }

  get files(): readonly FileInspection[] {
    return this.#entries;
  }

  /** The file whose result is shown. */
  get looked(): FileInspection | undefined {
    return this.#looked;
  }

  /** True while a file waits, or is inspected. */
  get isOpen(): boolean {
    return this.#entries.some(({isOpen}) => isOpen);
  }

  /** True while all files wait because the service has asked for a pause. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /** Adds files and starts to inspect them. The first becomes the shown one if there is none yet. */
  add(files: Iterable<Blob>): readonly FileInspection[] {
    const added = [...files].map((file) => new Entry(file));
    this.#entries = [...this.#entries, ...added];
    this.#looked ??= added[0];
    this.#go();
    return added;
  }

  /**
   * Resolves when the file is done, failed, cancelled or removed, or when the work stays suspended after the
   * element was removed.
   */
  async settled({id}: FileInspection): Promise<void> {
    await this.#find(id)?.settled;
  }

  /** Makes this file the shown one, and forgets the facts of the one before, which are read again when needed. */
  show(id: number): void {
    const before = this.#looked;
    this.#looked = this.#find(id) ?? before;
    if (before && before !== this.#looked) forgetFacts(before);
    this.#go();
  }

  /** Cancels one file, or all that have no verdict yet. */
  cancel(id?: number): void {
    for (const entry of this.#chosen(id)) {
      if (!entry.isOpen) continue;
      release(entry);
      entry.progress = {name: 'cancelled'};
    }
    this.#go();
  }

  /**
   * Retries one file, or all that failed or were cancelled. With `verify`, another verifier checks it from now on, or
   * until a service cannot be reached, which has the trust anchors: then the one of the page is asked again.
   */
  retry(id?: number, verify?: VerifyMode): void {
    for (const entry of this.#chosen(id)) {
      if (entry.progress.name !== 'failed' && entry.progress.name !== 'cancelled') continue;
      entry.verify = verify ?? (isStranded(entry.progress) ? undefined : entry.verify);
      entry.refusals = 0;
      entry.progress = {name: 'waiting'};
    }
    this.#go();
  }

  /** Removes a file. If it is the shown one, its neighbour is shown. */
  remove(id: number): void {
    const index = this.#entries.findIndex((entry) => entry.id === id);
    const entry = this.#entries[index];
    if (!entry) return;
    release(entry);
    this.#entries = this.#entries.filter((other) => other !== entry);
    if (this.#looked === entry) this.#looked = this.#entries[index] ?? this.#entries.at(-1);
    this.#go();
  }

  clear(): void {
    this.#entries.forEach((entry) => release(entry));
    this.#entries = [];
    this.#looked = undefined;
    this.#go();
  }

  /** Aborts all work; {@link resume} starts it again. Callers of `settled` are released unless that happens at once. */
  suspend(): void {
    this.#rest?.abort();
    const {signal} = (this.#rest = new AbortController());
    this.#entries.forEach(giveUp);
    this.#endHold();
    const wait = this.#options.pause ?? pause;
    void wait(MOVE_MS, signal).then(() => {
      if (!signal.aborted) this.#entries.forEach(({settle}) => settle());
    });
  }

  resume(): void {
    this.#rest?.abort();
    this.#rest = undefined;
    this.#go();
  }

  #find(id: number): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  #chosen(id?: number): readonly Entry[] {
    return id === undefined ? this.#entries : this.#entries.filter((entry) => entry.id === id);
  }

  /** Starts as many files as may run, the shown one first. */
  #go(): void {
    if (!this.isOpen) this.#endHold();
    if (!this.#rest) {
      const waits = ({progress}: Entry) => progress.name === 'waiting';
      const waiting = this.#hold ? [] : this.#entries.filter(waits);
      const looked = waiting.filter((entry) => entry === this.#looked);
      const running = this.#entries.filter(({progress}) => progress.name === 'working').length;
      const next = [...new Set([...looked, ...waiting])].slice(0, Math.max(0, AT_ONCE - running));
      for (const entry of next) void this.#inspect(entry);
      void this.#readFacts();
    }
    this.#options.onChange();
  }

  async #inspect(entry: Entry): Promise<void> {
    const {signal} = (entry.run = new AbortController());
    entry.progress = {name: 'working'};
    const onProgress = (share: number, by?: Verifier): void => {
      if (signal.aborted) return;
      entry.progress = {name: 'working', share, ...(by && {by})};
      this.#options.onChange();
    };
    const {file, verify} = entry;
    try {
      const opinions = await this.#options.ask(file, {verify, signal, onProgress});
      if (signal.aborted) return;
      const {now = Date.now} = this.#options;
      entry.progress = {name: 'done', opinions, facts: {name: 'waiting'}, at: now()};
    } catch (thrown) {
      if (signal.aborted) return;
      const error = toSealedCaptureError(thrown, 'internal_error');
      if (this.#waits(entry, error)) return;
      entry.progress = {name: 'failed', error, verify};
    }
    try {
      this.#go();
      // Errors of `onSettled` are ignored: the view reports its own. Callers of `settled` do not wait for them.
      await Promise.resolve(this.#options.onSettled(entry)).catch(() => undefined);
    } finally {
      entry.settle();
    }
  }

  /** Handles a 429 response: all files wait, instead of each asking in turn. Returns false if this error is final. */
  #waits(entry: Entry, {code, retryAfter = WAIT_MS}: SealedCaptureError): boolean {
    // A single file is not retried silently: the person who looks at it is told.
    if (code !== 'rate_limited' || this.#entries.length < 2) return false;
    if (++entry.refusals >= MOST_REFUSALS) return false;
    entry.progress = {name: 'waiting'};
    this.#endHold();
    const {signal} = (this.#hold = new AbortController());
    const wait = this.#options.pause ?? pause;
    void wait(Math.max(SHORTEST_WAIT_MS, retryAfter), signal).then(() => {
      if (signal.aborted) return;
      this.#hold = undefined;
      this.#go();
    });
    this.#go();
    return true;
  }

  #endHold(): void {
    this.#hold?.abort();
    this.#hold = undefined;
  }

  /** Reads the facts of the shown file only, once it has a verdict. */
  async #readFacts(): Promise<void> {
    const entry = this.#looked;
    if (entry?.progress.name !== 'done' || entry.progress.facts.name !== 'waiting') return;
    const done = entry.progress;
    const {signal} = (entry.run = new AbortController());
    entry.progress = {...done, facts: {name: 'reading'}};
    const state = await factsStateOf(this.#options.facts(entry.file, signal));
    if (signal.aborted) return;
    entry.progress = {...done, facts: state};
    this.#options.onChange();
  }
}

const isStranded = (progress: InspectionProgress): boolean =>
  progress.name === 'failed' && isUnreached(progress.error.code);

/** Aborts the current work on a file; a late result is ignored. */
function giveUp(entry: Entry): void {
  entry.run?.abort();
  if (entry.isOpen) entry.progress = {name: 'waiting'};
  const {progress} = entry;
  if (progress.name === 'done' && progress.facts.name === 'reading') forgetFacts(entry);
}

/** Ends the work on a file, for good or until it is inspected again. */
function release(entry: Entry): void {
  giveUp(entry);
  entry.settle();
}

/**
 * Facts include pictures, and those of many files would fill the memory. They are read again when the file is
 * shown.
 */
function forgetFacts(entry: Entry): void {
  const {progress} = entry;
  if (progress.name !== 'done') return;
  entry.run?.abort();
  entry.progress = {...progress, facts: {name: 'waiting'}};
}
