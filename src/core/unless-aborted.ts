/** What a page's own code answers, unless the signal is aborted first: then rejects, and whatever comes is ignored. */
export async function unlessAborted<T>(
  signal: AbortSignal,
  ask: (signal: AbortSignal) => T | Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const aborted = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(signal.reason as DOMException);
    signal.addEventListener('abort', onAbort, {once: true});
  });
  return Promise.race([ask(signal), aborted]);
}
