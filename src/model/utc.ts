/** ISO 8601 in UTC, ending in "Z", without milliseconds where these are none. */
export const utc = (time: Date | number): string =>
  new Date(time).toISOString().replace('.000Z', 'Z');
