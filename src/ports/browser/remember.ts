import {unstored, type DeviceMemory} from './recalled.js';

/**
 * Stores a value on the device. If the storage is blocked or full, keeps it as long as the page is open. Undefined
 * deletes it.
 */
export function remember(key: string, value: string | undefined, memory?: DeviceMemory): void {
  unstored.delete(key);
  try {
    const store = memory ?? localStorage;
    if (value === undefined) store.removeItem(key);
    else store.setItem(key, value);
  } catch {
    if (value !== undefined) unstored.set(key, value);
  }
}
