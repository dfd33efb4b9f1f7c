/** Milliseconds between log lines for the same state. */
const EVERY_MS = 60_000;

/**
 * Returns a function that says whether to log now what may happen with every request: the first time, then once a
 * minute.
 *
 * @param key names what would be logged; one of a limited set
 */
export function seldom(now: () => number = () => performance.now()): (key: string) => boolean {
  const logged = new Map<string, number>();
  return (key) => {
    const last = logged.get(key);
    if (last !== undefined && now() - last < EVERY_MS) return false;
    logged.set(key, now());
    return true;
  };
}
