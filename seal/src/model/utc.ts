/** ISO 8601 in UTC, ending in "Z", without zero milliseconds. */
export const utc = (time: Date | number): string =>
  new Date(time).toISOString().replace('.000Z', 'Z');
