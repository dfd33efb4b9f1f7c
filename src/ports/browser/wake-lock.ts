/** Where locks come from, and whether the page is seen. */
export interface Screen {
  /** Absent in browsers without it, and outside secure contexts. */
  wakeLock?: Pick<WakeLock, 'request'>;
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
}

const browserScreen = (): Screen => ({
  wakeLock: (navigator as Partial<Navigator>).wakeLock,
  page: document,
});

/**
 * Keeps the screen on until the signal is aborted. The browser releases the lock when the page is hidden; this asks for
 * another one when the page is visible again. Does nothing where the browser has no locks or refuses them, as it does
 * while the battery is low.
 */
export function holdWakeLock(
  signal: AbortSignal,
  {wakeLock, page}: Screen = browserScreen(),
): void {
  if (!wakeLock || signal.aborted) return;
  const acquire = (): void => {
    if (page.visibilityState === 'visible') void holdOne(wakeLock, signal).catch(() => undefined);
  };
  page.addEventListener('visibilitychange', acquire, {signal});
  acquire();
}

async function holdOne(wakeLock: Pick<WakeLock, 'request'>, signal: AbortSignal): Promise<void> {
  const lock = await wakeLock.request('screen');
  const release = (): void => void lock.release().catch(() => undefined);
  // Granted too late.
  if (signal.aborted) return release();
  signal.addEventListener('abort', release, {once: true});
  lock.addEventListener('release', () => signal.removeEventListener('abort', release), {
    once: true,
  });
}
