/** Tag of the sync event, by which the page and its service worker know that captures wait. */
const TAG = 'sealed-capture';

/** The page's side of a service worker that seals what a page leaves behind. Without one, nothing happens. */
export interface BackgroundSync {
  /** Asks the browser to wake the service worker once there is a network. */
  request(): void;
  /**
   * Until the signal is aborted: requests a sync when the page is hidden while captures wait, and calls `onSealed`
   * when the service worker has sealed some.
   */
  begin(waits: () => boolean, onSealed: () => void, signal: AbortSignal): void;
}

/** Only Blink has Background Sync; other browsers need no channel. */
export class BrowserBackgroundSync implements BackgroundSync {
  request(): void {
    if (!('SyncManager' in globalThis)) return;
    // Absent outside secure contexts; never resolves without a service worker; rejects without the person's
    // permission.
    void (navigator as Partial<Navigator>).serviceWorker?.ready
      .then((registration) => (registration as SyncRegistration).sync.register(TAG))
      .catch(() => undefined);
  }

  begin(waits: () => boolean, onSealed: () => void, signal: AbortSignal): void {
    if (!('SyncManager' in globalThis)) return;
    const channel = new BroadcastChannel(TAG);
    channel.onmessage = onSealed;
    signal.addEventListener('abort', () => channel.close());
    // The last event that a page is certain to get.
    const onVisibility = (): void => {
      if (document.hidden && waits()) this.request();
    };
    document.addEventListener('visibilitychange', onVisibility, {signal});
  }
}

/** The member that TypeScript's library lacks. */
type SyncRegistration = ServiceWorkerRegistration & {sync: {register(tag: string): Promise<void>}};

interface SyncEvent extends Event {
  readonly tag: string;
  /** True if the browser will not call again. */
  readonly lastChance: boolean;
  waitUntil(work: Promise<void>): void;
}

/** The service worker's side. */
export interface BackgroundSyncEvents {
  /** Runs `work` whenever the browser asks for it. If `work` rejects, the browser asks again. */
  listen(work: (lastChance: boolean) => Promise<void>): void;
  /** Tells open pages that captures were sealed, or that it was attempted. */
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
