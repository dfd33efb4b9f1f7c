/** What a page's own code answers, unless the signal is aborted first: then rejects, and whatever comes is ignored. */
export function unlessAborted<T>(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as DOMException);
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, {once: true});
    const settled = (): void => signal.removeEventListener('abort', onAbort);
    // What it throws at once rejects as well.
    new Promise<T>((answer) => answer(ask(signal))).finally(settled).then(resolve, reject);
  });
}
