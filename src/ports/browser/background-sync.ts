/** By which the page and its service worker know that captures wait. */
const TAG = 'sealed-capture';

/** The page's side of a service worker that seals what a page leaves; nothing happens where there is none. */
export interface BackgroundSync {
  /** Has the browser wake the service worker once there is a network. */
  request(): void;
  /** Until the signal is aborted: requests when the page is hidden while captures wait, and tells of what was sealed. */
  begin(waits: () => boolean, onSealed: () => void, signal: AbortSignal): void;
}

/** Blink alone has it; asked for nothing, other browsers keep no channel open. */
export class BrowserBackgroundSync implements BackgroundSync {
  request(): void {
    if (!('SyncManager' in globalThis)) return;
    // Absent outside secure contexts; never ready where the page has none. Without the person's leave it rejects.
    void (navigator as Partial<Navigator>).serviceWorker?.ready
      .then((registration) => (registration as SyncRegistration).sync.register(TAG))
      .catch(() => undefined);
  }

  begin(waits: () => boolean, onSealed: () => void, signal: AbortSignal): void {
    if (!('SyncManager' in globalThis)) return;
    const channel = new BroadcastChannel(TAG);
    channel.onmessage = onSealed;
    signal.addEventListener('abort', () => channel.close());
    // The last event that is certain to come.
    const onVisibility = (): void => {
      if (document.hidden && waits()) this.request();
    };
    document.addEventListener('visibilitychange', onVisibility, {signal});
  }
}

/** What TypeScript's library does not know. */
type SyncRegistration = ServiceWorkerRegistration & {sync: {register(tag: string): Promise<void>}};

interface SyncEvent extends Event {
  readonly tag: string;
  /** The browser will not ask again. */
  readonly lastChance: boolean;
  waitUntil(work: Promise<void>): void;
}

/** The service worker's side. */
export interface BackgroundSyncEvents {
  /** Has the work done whenever the browser asks for it; it asks again where that rejects. */
  listen(work: (lastChance: boolean) => Promise<void>): void;
  /** Tells open pages that something was sealed, or was tried. */
  announce(): void;
}

export class BrowserBackgroundSyncEvents implements BackgroundSyncEvents {
  listen(work: (lastChance: boolean) => Promise<void>): void {
    addEventListener('sync', (event) => {
      const {tag, lastChance} = event as SyncEvent;
      if (tag === TAG) (event as SyncEvent).waitUntil(work(lastChance));
    });
  }

  announce(): void {
    const channel = new BroadcastChannel(TAG);
    channel.postMessage(undefined);
    channel.close();
  }
}
