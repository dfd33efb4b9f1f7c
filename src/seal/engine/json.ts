/** Foreign JSON, of which nothing is known. Only own properties are ever read. */
export type Json = Record<string, unknown>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const objectAt = (value: unknown, key: string): Json => {
  const found = valueAt(value, key);
  return isObject(found) ? found : {};
};

export const valueAt = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;

export const textAt = (value: unknown, key: string): string | undefined => {
  const found = valueAt(value, key);
  return typeof found === 'string' ? found : undefined;
};

export const listAt = (value: unknown, key: string): unknown[] => {
  const found = valueAt(value, key);
  return Array.isArray(found) ? (found as unknown[]) : [];
};
