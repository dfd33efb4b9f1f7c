/** Storage of the page's origin, for captures and everything else. */
export interface StorageSpace {
  /** Bytes that are stored. */
  used: number;
  /** Bytes that may be added, according to the browser. It may be less if the device is full. */
  left: number;
  /** The browser does not clear the data by itself when space runs out. */
  persisted: boolean;
}

export interface StorageState extends StorageSpace {
  /** True if there is room for less than ten of the largest captures of this visit, or for less than 50 MB. */
  isLow: boolean;
}

/** Amount and persistence of the page's storage. */
export interface StoragePersistence {
  /** Asks the browser to keep the data when space runs out. It may ask the person, or decide alone. Always resolves. */
  request(): Promise<void>;
  /** Measures the storage; undefined if the browser does not report it. */
  estimate(): Promise<StorageSpace | undefined>;
}

/** Absent outside secure contexts. */
export class BrowserStoragePersistence implements StoragePersistence {
  readonly #storage: Partial<StorageManager> | undefined;

  constructor(storage = (navigator as Partial<Navigator>).storage) {
    this.#storage = storage;
  }

  async request(): Promise<void> {
    await this.#storage?.persist?.().catch(() => undefined);
  }

  async estimate(): Promise<StorageSpace | undefined> {
    try {
      const {usage: used, quota} = (await this.#storage?.estimate?.()) ?? {};
      if (used === undefined || quota === undefined) return undefined;
      const persisted = (await this.#storage?.persisted?.()) ?? false;
      return {used, left: Math.max(0, quota - used), persisted};
    } catch {
      return undefined;
    }
  }
}
