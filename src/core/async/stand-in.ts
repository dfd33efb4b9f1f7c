/**
 * Stands in for an object whose code arrives later. Until then, what `before` has answers, and any other call waits.
 *
 * @param make makes the object when the code arrives
 * @param onMade called with it, before the calls that wait
 */
export function standIn<Code, T extends object>(
  arrival: Promise<Code>,
  make: (code: Code) => T,
  before: Partial<T>,
  onMade: (made: T) => void,
): T {
  let now: Partial<T> = before;
  const arrived = arrival.then((code) => {
    const made = make(code);
    now = made;
    onMade(made);
  });
  const read = (name: keyof T): unknown => {
    const value: unknown = now[name];
    return typeof value === 'function' ? value.bind(now) : value;
  };
  return new Proxy(before as T, {
    get(_, key) {
      const name = key as keyof T;
      if (name in now) return read(name);
      return async (...given: unknown[]) => {
        await arrived;
        return (read(name) as (...given: unknown[]) => unknown)(...given);
      };
    },
  });
}
