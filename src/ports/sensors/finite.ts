/** Unknown values are null or NaN in browsers; they become undefined, never zero. */
export const finite = (value: number | null | undefined): number | undefined =>
  Number.isFinite(value) ? (value as number) : undefined;
