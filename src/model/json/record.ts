/** An object of which nothing is known: every field is looked at before it is used, and only own properties are read. */
export type Loose = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whatever has a `then`, as `await` takes it. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  isRecord(value) && typeof value['then'] === 'function';
