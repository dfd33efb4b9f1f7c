import {toSealedCaptureError, type SealedCaptureError} from '../../model/errors.js';
import type {FileFacts} from '../../model/inspection/seal-contents.js';
import {factsStateOf, type FactsState} from '../../model/inspection/seal-contents.js';
import type {Opinions, VerifyMode} from './opinions.js';
import {pause} from '../async/pause.js';

/** Where the inspection of one file stands. */
export type InspectionProgress =
  | {name: 'waiting'}
  /** `share` of the file that was sent, 0 to 1; undefined while it is read, or nothing is sent. */
  | {name: 'working'; share?: number}
  /** `at` is when the verdict came, in epoch milliseconds. */
  | {name: 'done'; opinions: Opinions; facts: FactsState; at: number}
  | {name: 'failed'; error: SealedCaptureError}
  | {name: 'cancelled'};

/** One of the files that were given. */
export interface FileInspection {
  /** Unique within the page's visit. */
  readonly id: number;
  readonly file: Blob;
  readonly progress: InspectionProgress;
}

export interface InspectionsOptions {
  /** `verify` is who was chosen for this file alone. */
  ask(
    file: Blob,
    options: {
      verify?: VerifyMode;
      signal: AbortSignal;
      onProgress: (share: number) => void;
    },
  ): Promise<Opinions>;
  facts(file: Blob, signal: AbortSignal): Promise<FileFacts>;
  /** Anything has changed. */
  onChange(): void;
  /** A file is done or has failed. */
  onSettled(inspection: FileInspection): void | Promise<void>;
  pause?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** Epoch milliseconds. */
  now?: () => number;
}

/** Files asked about at the same time: one is read while the other is sent. */
const AT_ONCE = 2;
/** Where the service says no time. */
const WAIT_MS = 5000;
const SHORTEST_WAIT_MS = 1000;
/** Time for whatever was taken out to be put in elsewhere. */
const MOVE_MS = 0;
/** Of one file, after which it has failed. */
const MOST_REFUSALS = 5;

class Entry implements FileInspection {
  static #last = 0;
  readonly id = ++Entry.#last;
  readonly file: Blob;
  progress: InspectionProgress = {name: 'waiting'};
  verify?: VerifyMode;
  /** How often the service asked to wait. */
  refusals = 0;
  /** Of what goes on with it now. */
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

/** Files and their verdicts: a few at a time, one of them looked at. */
export class Inspections {
  readonly #options: InspectionsOptions;
  #entries: Entry[] = [];
  #looked?: Entry;
  /** While everything rests. */
  #rest?: AbortController;
  /** While the service asked for a pause. */
  #hold?: AbortController;

  constructor(options: InspectionsOptions) {
    this.#options = options;
  }

  get files(): readonly FileInspection[] {
    return this.#entries;
  }

  /** The one whose result is shown. */
  get looked(): FileInspection | undefined {
    return this.#looked;
  }

  /** True while every file waits for as long as the service asked to be left alone. */
  get isHeld(): boolean {
    return this.#hold !== undefined;
  }

  /** Begins at once. The first is looked at where none is yet. */
  add(files: Iterable<Blob>): readonly FileInspection[] {
    const added = [...files].map((file) => new Entry(file));
    this.#entries = [...this.#entries, ...added];
    this.#looked ??= added[0];
    this.#go();
    return added;
  }

  /** Resolves when it is done, failed, cancelled or removed, or everything rests for longer than a move takes. */
  async settled({id}: FileInspection): Promise<void> {
    await this.#find(id)?.settled;
  }

  lookAt(id: number): void {
    const before = this.#looked;
    this.#looked = this.#find(id) ?? before;
    if (before && before !== this.#looked) forgetFacts(before);
    this.#go();
  }

  /** One, or all that have no verdict yet. */
  cancel(id?: number): void {
    for (const entry of this.#chosen(id)) {
      if (!entry.isOpen) continue;
      release(entry);
      entry.progress = {name: 'cancelled'};
    }
    this.#go();
  }

  /** One, or all that failed or were cancelled. `verify` asks another one about it from now on. */
  retry(id?: number, verify?: VerifyMode): void {
    for (const entry of this.#chosen(id)) {
      if (entry.progress.name !== 'failed' && entry.progress.name !== 'cancelled') continue;
      entry.verify = verify ?? entry.verify;
      entry.refusals = 0;
      entry.progress = {name: 'waiting'};
    }
    this.#go();
  }

  /** Its neighbour is looked at then. */
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

  /** Gives up whatever goes on; {@link resume} begins it anew. Whoever waits is let go where that is not at once. */
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

  /** Starts what may start, the one that is looked at first. */
  #go(): void {
    if (!this.#entries.some(({isOpen}) => isOpen)) this.#endHold();
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
    const onProgress = (share: number): void => {
      if (signal.aborted) return;
      entry.progress = {name: 'working', share};
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
      entry.progress = {name: 'failed', error};
    }
    try {
      this.#go();
      // Who cannot show it has said so; whoever waits for it has not to.
      await Promise.resolve(this.#options.onSettled(entry)).catch(() => undefined);
    } finally {
      entry.settle();
    }
  }

  /** A service that is asked too often is left alone by every file, not asked by one after the other. */
  #waits(entry: Entry, {code, retryAfter = WAIT_MS}: SealedCaptureError): boolean {
    // Whoever gave one file alone looks at it, and is told.
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

  /** Of the file that is looked at alone, and only once its verdict is there. */
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

/** Gives up what goes on with it; what it then answers is not heard. */
function giveUp(entry: Entry): void {
  entry.run?.abort();
  if (entry.isOpen) entry.progress = {name: 'waiting'};
  const {progress} = entry;
  if (progress.name === 'done' && progress.facts.name === 'reading') forgetFacts(entry);
}

/** For good, or until it is asked about again. */
function release(entry: Entry): void {
  giveUp(entry);
  entry.settle();
}

/** With the pictures of many files, what is in them would fill the memory: they are read again when they are looked at. */
function forgetFacts(entry: Entry): void {
  const {progress} = entry;
  if (progress.name !== 'done') return;
  entry.run?.abort();
  entry.progress = {...progress, facts: {name: 'waiting'}};
}
