/** Whether the browser may clear what the page keeps when space runs out. */
export interface StoragePersistence {
  /** Asks the browser not to; it may ask the person, or decide alone. Whatever comes of it, nothing waits for it. */
  request(): void;
}

/** Absent outside secure contexts. */
export class BrowserStoragePersistence implements StoragePersistence {
  request(): void {
    const {storage} = navigator as Partial<Navigator>;
    void storage?.persist?.().catch(() => undefined);
  }
}
