/**
 * Resolves with what the page's function returns. Rejects as soon as the signal is aborted; a later result is
 * ignored.
 */
export function unlessAborted<T>(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as DOMException);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, {once: true});
    const settled = (): void => signal.removeEventListener('abort', onAbort);
    // An exception that the function throws synchronously becomes a rejection.
    new Promise<T>((answer) => answer(ask(signal))).finally(settled).then(resolve, reject);
  });
}
