/** A promise that its owner settles. */
export interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
}

/** A rejection without a handler is not reported: those who wait for the promise handle it. */
export function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: Error) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  promise.catch(() => undefined);
  return {promise, resolve, reject};
}
