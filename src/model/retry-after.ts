/** Retry-After (RFC 9110, section 10.2.3), in seconds or as a date, as milliseconds from `now`. */
export function retryAfterOf(header: string | null, now: number): number | undefined {
  if (!header) return undefined;
  const time = /^\d+$/.test(header) ? now + Number(header) * 1000 : Date.parse(header);
  return Number.isFinite(time) ? Math.min(Math.max(0, time - now), LONGEST_WAIT_MS) : undefined;
}

/** A service that is away for longer is asked again after this all the same. */
export const LONGEST_WAIT_MS = 60 * 60_000;
