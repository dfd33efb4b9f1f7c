import {pause} from '../../../core/async/pause.js';

/** Name of the field that has the number of the entry, in its state; the first entry has 1. */
const MARK = 'sealedCaptureFill';
/** Milliseconds after which a browser that has not gone back is not waited for any more. */
const PATIENCE_MS = 500;

type SessionHistory = Pick<History, 'state' | 'pushState' | 'back'>;

/** True if the browser reports that no entry follows the current one. */
const isLastEntry = (): boolean =>
  (globalThis as {navigation?: {canGoForward: boolean}}).navigation?.canGoForward === false;

/**
 * The entries of the session history that the browser's back button leaves one by one: one for each element over the whole
 * screen, and one for each dialog and retake in it. They are added when something opens, in the person's gesture: browsers skip
 * entries that are added later.
 */
export class HistoryEntries {
  readonly #history: SessionHistory;
  /** What closes whatever is open, the uppermost last. */
  readonly #open: (() => void)[] = [];
  /** Number of the entries for what is open. Lower where the page may not add any. */
  #added = 0;
  #isGoingBack = false;

  /** Tests may replace the history. */
  constructor(history: SessionHistory = globalThis.history) {
    this.#history = history;
  }

  /** Number of the current entry; 0 if it is one of the page's. Entries from before a reload count. */
  get current(): number {
    const state = this.#history.state as Readonly<Record<string, unknown>> | null;
    return Number(state?.[MARK] ?? 0);
  }

  /** Adds an entry for something that has opened. The back button calls `close`. */
  add(close: () => void) {
    this.#open.push(close);
    addEventListener('popstate', this.#onPopState);
    void this.#settle();
  }

  /** Removes the entry of what was closed otherwise. With `goesBack` false, it stays in the history. */
  remove(close: () => void, goesBack = true) {
    const index = this.#open.indexOf(close);
    if (index < 0) return;
    this.#open.splice(index, 1);
    this.#added = Math.min(this.#added, this.#open.length);
    if (goesBack) void this.#settle();
  }

  /**
   * Goes back if the person has reached an entry of what is closed. Not if others follow, which may be the page's: the person
   * could not go forward to them.
   */
  leaveDead() {
    if (this.#open.length === 0 && isLastEntry()) void this.#settle();
  }

  /** Goes back from entries of what is closed, and adds those of what has opened. */
  async #settle() {
    if (this.#isGoingBack) return;
    const isToGoBack = this.current > this.#open.length;
    this.#isGoingBack = true;
    // One by one: the entries below may be the page's own.
    while (this.current > this.#open.length && (await this.#goBack()));
    this.#isGoingBack = false;
    // Meanwhile the person has gone back, too.
    if (isToGoBack && this.current < this.#added) return this.#closeAbove();
    this.#added = Math.max(this.current, this.#added);
    try {
      // Each keeps the state of the one before, which routers need.
      for (; this.#added < this.#open.length; this.#added++) {
        const state: unknown = this.#history.state;
        this.#history.pushState({...(state as object | null), [MARK]: this.#added + 1}, '');
      }
    } catch {
      // Some frames may not change the history, and Safari limits the number of changes. The back button then closes more.
    }
  }

  /** Resolves when the browser has gone back; with false if it does not. */
  async #goBack(): Promise<boolean> {
    const gone = new Promise<boolean>((resolve) => {
      addEventListener('popstate', () => resolve(true), {once: true});
    });
    this.#history.back();
    return await Promise.race([gone, pause(PATIENCE_MS).then(() => false)]);
  }

  /**
   * A person has gone back, possibly by several entries, or forward to entries of what is closed. The page may add entries
   * of its own, and go back to the element's.
   */
  readonly #onPopState = () => {
    if (!this.#isGoingBack && this.#open.length > 0) this.#closeAbove();
  };

  /** Closes what is above the current entry. */
  #closeAbove() {
    const closed = this.#open.splice(this.current);
    this.#added = this.#open.length;
    for (const close of closed.toReversed()) close();
    void this.#settle();
  }
}

/** One for all elements of the page. */
export const entriesOfPage = new HistoryEntries();
