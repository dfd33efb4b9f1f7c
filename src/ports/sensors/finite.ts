/** What a browser does not know is null, or not a number: left out, never zero. */
export const finite = (value: number | null | undefined): number | undefined =>
  Number.isFinite(value) ? (value as number) : undefined;
