/** Resolves after this time, or when the signal is aborted meanwhile. */
export type Pause = (milliseconds: number, signal: AbortSignal) => Promise<void>;

/** With the browser's own clock. */
export const wait: Pause = (milliseconds, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
