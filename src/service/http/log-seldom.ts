/** How often one and the same state is logged. */
const EVERY_MS = 60_000;

/**
 * Says whether to log now what may come with every request: the first time, and then once in a minute.
 *
 * @param key what would be logged, of a set that does not grow
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
