// Types only, so that the entries need not be split for a part that is loaded late.
import type {CallMessage, HangEvent} from './worker-calls.js';

/** Intervals without a message before a ping is sent, and then until it must be answered. */
const BEFORE_PING = 3;
const AFTER_PING = 10;

const HANGS = 'The worker gave no answer any more. It was ended, and is started anew.';

/**
 * Detects that a worker hangs while calls wait for it: it does not answer a ping in ten seconds while the page is
 * visible, because browsers slow down hidden pages. Counted in ticks, so that a suspended page loses one tick and
 * not the whole timeout.
 */
export class Heartbeat {
  readonly #worker: Worker;
  readonly #isWaitedFor: () => boolean;
  readonly #interval: number;
  readonly #isVisible: () => boolean;
  #timer?: ReturnType<typeof setInterval>;
  /** False while the worker's script is being loaded, because a network may be slow. */
  #isUp = false;
  #silent = 0;

  constructor(
    worker: Worker,
    isWaitedFor: () => boolean,
    interval = 1_000,
    isVisible = () => document.visibilityState === 'visible',
  ) {
    this.#worker = worker;
    this.#isWaitedFor = isWaitedFor;
    this.#interval = interval;
    this.#isVisible = isVisible;
    worker.addEventListener('message', () => {
      this.#isUp = true;
      this.#silent = 0;
    });
    this.#ping();
  }

  /** Watches the worker until no call waits for it. */
  readonly begin = (): void => {
    this.#timer ??= setInterval(() => this.#check(), this.#interval);
  };

  #check(): void {
    if (!this.#isWaitedFor()) {
      clearInterval(this.#timer);
      this.#timer = undefined;
      this.#silent = 0;
    } else if (this.#isUp && this.#isVisible()) {
      this.#silent++;
      if (this.#silent === BEFORE_PING) this.#ping();
      if (this.#silent === BEFORE_PING + AFTER_PING) {
        const event: HangEvent = Object.assign(new Event('error'), {hang: HANGS});
        this.#worker.onerror?.(event as ErrorEvent);
      }
    }
  }

  #ping(): void {
    this.#worker.postMessage({kind: 'ping'} satisfies CallMessage);
  }
}
