/** The members of the browser's `Storage` that are used. */
export type DeviceMemory = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Values that `remember` could not store. They are kept as long as the page is open. */
export const unstored = new Map<string, string>();

/** Returns the value that was stored on this device under this key; undefined if there is none. */
export function recall(key: string, memory?: DeviceMemory): string | undefined {
  let value;
  try {
    value = (memory ?? localStorage).getItem(key);
  } catch {
    // The browser blocks the storage.
  }
  return value ?? unstored.get(key);
}
