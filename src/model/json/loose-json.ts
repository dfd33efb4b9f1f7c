import {isRecord, type Loose} from './record.js';

// JSON from elsewhere, of which nothing is known: every field is looked at before it is used, and only own properties are
// read. A schema library would weigh more than all of its users in the page.

export const isText = (value: unknown): value is string => typeof value === 'string';

export const object = (value: unknown): Loose | undefined => (isRecord(value) ? value : undefined);

/** Undefined for an empty text, too. */
export const text = (value: unknown): string | undefined =>
  isText(value) && value !== '' ? value : undefined;

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const boolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const valueAt = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** An empty object where there is none. */
export const objectAt = (value: unknown, key: string): Loose => object(valueAt(value, key)) ?? {};

/** The text as it stands, which may be empty. */
export const textAt = (value: unknown, key: string): string | undefined => {
  const found = valueAt(value, key);
  return isText(found) ? found : undefined;
};

/** An empty list where there is none. */
export const listAt = (value: unknown, key: string): unknown[] => list(valueAt(value, key));

/** What stands at a path such as "magnetometer.field". */
export const at = (value: unknown, path: string): unknown => path.split('.').reduce(valueAt, value);
