/** The part of a page's storage that is used. */
export type DeviceMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** What `remember` could not store: it is kept while the page is there. */
export const unstored = new Map<string, string>();

/** What was remembered on this device under this key; undefined where nothing was. */
export function recall(key: string, memory?: DeviceMemory): string | undefined {
  let value;
  try {
    value = (memory ?? localStorage).getItem(key);
  } catch {
    // Storage is blocked.
  }
  return value ?? unstored.get(key);
}
