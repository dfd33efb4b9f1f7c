/** Wake locks and the page's visibility. */
export interface Screen {
  /** Absent in some browsers, and outside secure contexts. */
  wakeLock?: Pick<WakeLock, 'request'>;
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

const browserScreen = (): Screen => ({
  wakeLock: (navigator as Partial<Navigator>).wakeLock,
  page: document,
});

/** `true` keeps the screen on, until a call with `false`. */
export type KeepAwake = (isAwake: boolean) => void;

/**
 * Returns a function that keeps the screen on. The browser releases the lock when the page is hidden; it is requested
 * again when the page is visible. Does nothing if the browser has no locks or refuses them, as with a low battery.
 */
export function wakeLock(screen?: Screen): KeepAwake {
  let held: AbortController | undefined;
  return (isAwake) => {
    if (isAwake === !!held) return;
    held?.abort();
    held = isAwake ? new AbortController() : undefined;
    if (held) hold(held.signal, screen ?? browserScreen());
  };
}

function hold(signal: AbortSignal, {wakeLock, page}: Screen): void {
  if (!wakeLock) return;
  const acquire = (): void => {
    if (page.visibilityState === 'visible') void holdOne(wakeLock, signal).catch(() => undefined);
  };
  page.addEventListener('visibilitychange', acquire, {signal});
  acquire();
}

async function holdOne(wakeLock: Pick<WakeLock, 'request'>, signal: AbortSignal): Promise<void> {
  const lock = await wakeLock.request('screen');
  const release = (): void => void lock.release().catch(() => undefined);
  // Granted after the abort.
  if (signal.aborted) return release();
  signal.addEventListener('abort', release, {once: true});
  lock.addEventListener('release', () => signal.removeEventListener('abort', release), {
    once: true,
  });
}
