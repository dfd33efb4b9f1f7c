import type {StoragePersistence, StorageState} from '../../../ports/browser/storage-persistence.js';
import {OneAtATime} from '../../async/one-at-a-time.js';
import {pause} from '../../async/pause.js';

/** Below this, storage is low, whatever the size of captures. */
const LEAST_BYTES = 50e6;
/** Number of captures for which there should be room. */
const AHEAD = 10;
/** Shortest time in milliseconds between two measurements. */
const PAUSE_MS = 1_000;

/** Measures the storage of the page's origin, and reports when it runs low. */
export class StorageWatch {
  /** Undefined at first, and in browsers that do not report it. */
  state?: StorageState;
  readonly #storage: StoragePersistence;
  readonly #makeRoom: () => Promise<boolean>;
  readonly #onMeasured: (isLowNow: boolean) => void;
  readonly #measuring: OneAtATime;
  #largest = 0;

  /**
   * `makeRoom` deletes files that may be deleted, and returns false if there are none left. `onMeasured` is called
   * after each measurement; its argument is true once when storage becomes low, and again only after it was
   * sufficient.
   */
  constructor(
    storage: StoragePersistence,
    makeRoom: () => Promise<boolean>,
    onMeasured: (isLowNow: boolean) => void,
    signal: AbortSignal,
  ) {
    this.#storage = storage;
    this.#makeRoom = makeRoom;
    this.#onMeasured = onMeasured;
    this.#measuring = new OneAtATime(
      async () => {
        await this.#measure();
        await pause(PAUSE_MS, signal);
      },
      () => undefined,
    );
  }

  /** Measures after a capture of this many bytes was stored, or one was delivered. */
  measure(bytes = 0): void {
    this.#largest = Math.max(this.#largest, bytes);
    this.#measuring.run();
  }

  async #measure(): Promise<void> {
    const space = await this.#storage.estimate();
    if (!space) return;
    const isLow = space.left < Math.max(LEAST_BYTES, AHEAD * this.#largest);
    if (isLow && (await this.#makeRoom().catch(() => false))) return this.#measure();
    const wasLow = this.state?.isLow;
    this.state = {...space, isLow};
    this.#onMeasured(isLow && !wasLow);
  }
}
