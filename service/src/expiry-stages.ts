const DAY_MS = 86_400_000;
/** Days before the expiry of a certificate or an API key at which its operator is warned. */
const WARNING_DAYS = [1, 7, 30] as const;

export type WarningDays = (typeof WARNING_DAYS)[number];

/**
 * The smallest of the warning's days within which something expires; undefined if it expires later or has expired.
 * Both times are epoch milliseconds.
 */
export const daysBefore = (until: number, now: number): WarningDays | undefined =>
  now > until ? undefined : WARNING_DAYS.find((most) => until - now <= most * DAY_MS);

/** The end of a warning's sentence, such as "less than a day". */
export const lessThan = (days: WarningDays): string =>
  `less than ${days === 1 ? 'a day' : `${days} days`}`;
