import type {DeviceMemory} from '../browser/recalled.js';

/** A text that is stored on this device. Where the browser blocks its storage, or has no room, nothing is stored. */
export class StoredText {
  readonly #key: string;
  readonly #memory?: DeviceMemory;

  /** `memory` replaces the browser's own storage. */
  constructor(key: string, memory?: DeviceMemory) {
    this.#key = key;
    this.#memory = memory;
  }

  get text(): string {
    try {
      return (this.#memory ?? localStorage).getItem(this.#key) ?? '';
    } catch {
      return '';
    }
  }

  /** An empty text is deleted. */
  set text(text: string) {
    try {
      const store = this.#memory ?? localStorage;
      if (text) store.setItem(this.#key, text);
      else store.removeItem(this.#key);
    } catch {
      // It holds as long as the page is open.
    }
  }
}
