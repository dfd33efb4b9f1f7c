const ask = (event: BeforeUnloadEvent) => {
  event.preventDefault();
};

/**
 * How many chosen files are in memory alone. While there are any, the browser asks before the page is left; if it is left all
 * the same, the next visit in this tab learns how many are lost.
 */
export class UnreadFiles {
  readonly #key: string;

  /** Elements of a page with different names count apart. */
  constructor(name: string) {
    this.#key = `sealed-capture unread ${location.pathname} ${name}`;
  }

  set(left: number, count: number) {
    this.#store(left > 0 ? `${left} ${count}` : '');
    if (left > 0) addEventListener('beforeunload', ask);
    else removeEventListener('beforeunload', ask);
  }

  /** The files that were lost when the page was left; undefined if none were. Returned only once. */
  takeLost(): {left: number; count: number} | undefined {
    const [left, count] = this.#store('').split(' ').map(Number);
    return left && count ? {left, count} : undefined;
  }

  /** Stores the text, and returns the one before. A browser may block the storage: then nothing is stored. */
  #store(text: string): string {
    try {
      const before = sessionStorage.getItem(this.#key) ?? '';
      if (text) sessionStorage.setItem(this.#key, text);
      else sessionStorage.removeItem(this.#key);
      return before;
    } catch {
      return '';
    }
  }
}
