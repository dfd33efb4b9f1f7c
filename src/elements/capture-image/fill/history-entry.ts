import {pause} from '../../../core/async/pause.js';

/** Name of the field that marks the entry in its state. */
const MARK = 'sealedCaptureFill';
/** Milliseconds after which a browser that has not gone back is not waited for any more. */
const PATIENCE_MS = 500;

type SessionHistory = Pick<History, 'state' | 'pushState' | 'back'>;

/** The entry of the session history from which the browser's back button leads to the page as it was before. */
export class HistoryEntry {
  /** The way back from the last entry of an element. It has begun, and the browser takes it a moment later. */
  static #goingBack?: Promise<void>;
  readonly #history: SessionHistory;

  /** Tests may replace the history. */
  constructor(history: SessionHistory = globalThis.history) {
    this.#history = history;
  }

  /** True if the current entry is one that was added here, also before a reload. */
  get isCurrent(): boolean {
    return (this.#history.state as Readonly<Record<string, unknown>> | null)?.[MARK] === true;
  }

  /** Adds the entry, unless it is the current one. It keeps the state of the current one, which routers need. */
  async add(signal: AbortSignal): Promise<void> {
    await HistoryEntry.#goingBack;
    if (signal.aborted || this.isCurrent) return;
    try {
      const state: unknown = this.#history.state;
      this.#history.pushState({...(state as object | null), [MARK]: true}, '');
    } catch {
      // Some frames may not change the history, and Safari limits the number of changes. The back button then leaves the page.
    }
  }

  /** Goes back from the entry, unless the page has left it already, or is going to. */
  remove() {
    if (!this.isCurrent || HistoryEntry.#goingBack) return;
    const gone = new Promise<void>((resolve) => {
      addEventListener('popstate', () => resolve(), {once: true});
    });
    HistoryEntry.#goingBack = Promise.race([gone, pause(PATIENCE_MS)]).then(() => {
      HistoryEntry.#goingBack = undefined;
    });
    this.#history.back();
  }
}
