/** What the browser keeps for the page's origin, its captures and all else. Bytes. */
export interface StorageSpace {
  used: number;
  /** What the browser says may be added; it may be less where the device is full. */
  left: number;
  /** The browser clears nothing by itself when space runs out. */
  persisted: boolean;
}

export interface StorageState extends StorageSpace {
  /** Less is left than ten of the largest captures of this visit take, or than 50 MB. */
  isLow: boolean;
}

/** How much the page may keep, and whether the browser may clear it when space runs out. */
export interface StoragePersistence {
  /** Asks the browser not to clear it; it may ask the person, or decide alone. Resolves whatever comes of it. */
  request(): Promise<void>;
  /** Undefined where the browser does not tell. */
  look(): Promise<StorageSpace | undefined>;
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

  async look(): Promise<StorageSpace | undefined> {
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
