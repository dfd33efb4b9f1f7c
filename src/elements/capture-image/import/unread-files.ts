import type {DeviceMemory} from '../../../core/wiring/elements/stored-text.js';
import {StoredText} from '../../../core/wiring/elements/stored-text.js';

/** The storage of this tab, which a browser may block. */
const ofTab: DeviceMemory = {
  getItem: (key) => sessionStorage.getItem(key),
  setItem: (key, text) => sessionStorage.setItem(key, text),
  removeItem: (key) => sessionStorage.removeItem(key),
};

const ask = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

/**
 * How many chosen files are in memory alone. While there are any, the browser asks before the page is left; if it is left all
 * the same, the next visit in this tab learns how many are lost.
 */
export class UnreadFiles {
  readonly #stored: StoredText;

  /** Elements of a page with different names count apart. */
  constructor(name: string, memory = ofTab) {
    this.#stored = new StoredText(`sealed-capture unread ${location.pathname} ${name}`, memory);
  }

  set(left: number, count: number) {
    this.#stored.text = left > 0 ? `${left} ${count}` : '';
    if (left > 0) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  }

  /** The files that were lost when the page was left; undefined if none were. Returned only once. */
  takeLost(): {left: number; count: number} | undefined {
    const [left, count] = this.#stored.text.split(' ').map(Number);
    this.#stored.text = '';
    return left && count ? {left, count} : undefined;
  }
}
