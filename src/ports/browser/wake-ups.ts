/** Why waiting work may now be possible. */
export type WakeUp =
  | 'online'
  | 'visible'
  | 'loaded'
  | 'time'
  /** Another page of the origin was left: its captures may be free. */
  | 'left';

/** Notifies when waiting work may have become possible. */
export interface WakeUps {
  /** True once the page has loaded, so that its own scripts listen; until then a `loaded` wake-up will follow. */
  readonly isLoaded: boolean;
  /** False while the browser reports that it has no network. If true, there may be one. */
  readonly isOnline: boolean;
  /** Calls until the signal is aborted. */
  listen(onWakeUp: (why: WakeUp) => void, signal: AbortSignal): void;
  /** Calls whenever the browser reports that it has lost the network, until the signal is aborted. */
  whenOffline(onOffline: () => void, signal: AbortSignal): void;
  /** Sets one wake-up at `time` (epoch milliseconds), which replaces the one before. Without a time, there is none. */
  wakeAt(time?: number): void;
}

const LEFT = 'sealed-capture-left';

/** By the storage, because a channel to other pages would keep this one out of the back/forward cache. */
function tellOthers(): void {
  try {
    localStorage.setItem(LEFT, '');
    localStorage.removeItem(LEFT);
  } catch {
    // A page without storage has no captures that others could see.
  }
}

/**
 * Visibility is used because browsers throttle timers of hidden pages; pageshow is the return from the back/forward
 * cache.
 */
export class BrowserWakeUps implements WakeUps {
  #onWakeUp?: (why: WakeUp) => void;
  #timer?: ReturnType<typeof setTimeout>;

  get isLoaded(): boolean {
    return document.readyState === 'complete';
  }

  get isOnline(): boolean {
    return navigator.onLine;
  }

  listen(onWakeUp: (why: WakeUp) => void, signal: AbortSignal): void {
    this.#onWakeUp = onWakeUp;
    addEventListener('load', () => onWakeUp('loaded'), {signal});
    addEventListener('pagehide', tellOthers, {signal});
    addEventListener('storage', ({key}) => key === LEFT && onWakeUp('left'), {signal});
    addEventListener('online', () => onWakeUp('online'), {signal});
    addEventListener('pageshow', ({persisted}) => persisted && onWakeUp('visible'), {signal});
    const onVisibility = (): void => {
      if (document.visibilityState === 'visible') onWakeUp('visible');
    };
    document.addEventListener('visibilitychange', onVisibility, {signal});
    signal.addEventListener('abort', () => {
      clearTimeout(this.#timer);
      this.#onWakeUp = undefined;
    });
  }

  whenOffline(onOffline: () => void, signal: AbortSignal): void {
    addEventListener('offline', onOffline, {signal});
  }

  wakeAt(time?: number): void {
    clearTimeout(this.#timer);
    if (time === undefined) return;
    this.#timer = setTimeout(() => this.#onWakeUp?.('time'), Math.max(0, time - Date.now()));
  }
}
