import {isRecord, type Loose} from './record.js';

// Helpers for untrusted JSON: every field is checked before it is used, and only own properties are read. A schema
// library would be larger than all users of these in the page.

export const isText = (value: unknown): value is string => typeof value === 'string';

export const object = (value: unknown): Loose | undefined => (isRecord(value) ? value : undefined);

/** The text; undefined also for an empty one. */
export const text = (value: unknown): string | undefined =>
  isText(value) && value !== '' ? value : undefined;

export const number = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;

export const boolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

export const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

export const valueAt = (value: unknown, key: string): unknown =>
  isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;

/** The object, or an empty one. */
export const objectAt = (value: unknown, key: string): Loose => object(valueAt(value, key)) ?? {};

/** The text, which may be empty. */
export const textAt = (value: unknown, key: string): string | undefined => {
  const found = valueAt(value, key);
  return isText(found) ? found : undefined;
};

/** The list, or an empty one. */
export const listAt = (value: unknown, key: string): unknown[] => list(valueAt(value, key));

/** The value at a path such as "magnetometer.field". */
export const at = (value: unknown, path: string): unknown => path.split('.').reduce(valueAt, value);
