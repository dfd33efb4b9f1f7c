import {unstored, type DeviceMemory} from './recalled.js';

/** Keeps this on the device, or as long as the page is there where storage is blocked or full. Undefined: forgets it. */
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
