/** What an answer may hold: anything. Every field is looked at before it is shown. */
export type Loose = Readonly<Record<string, unknown>>;

export const object = (value: unknown): Loose | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Loose)
    : undefined;

export const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const boolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

/** What stands at a path such as "magnetometer.field". */
export const at = (answer: Loose, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => object(value)?.[key], answer);
