/** An untrusted object: every field must be checked before it is used, and only own properties are read. */
export type Loose = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** True for values with a `then`, as `await` accepts them. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  isRecord(value) && typeof value['then'] === 'function';
