import type {StoragePersistence, StorageState} from '../../ports/browser/storage-persistence.js';
import {OneAtATime} from '../async/one-at-a-time.js';
import {pause} from '../async/pause.js';

/** Less is low, whatever the captures' size. */
const LEAST_BYTES = 50e6;
/** Captures that there is to be room for. */
const AHEAD = 10;
/** Measurements follow one another no sooner, however fast captures come and go. */
const PAUSE_MS = 1_000;

/** How much the browser keeps for the page's origin, and whether that runs out. */
export class StorageWatch {
  /** Unknown at first, and in a browser that does not tell. */
  state?: StorageState;
  readonly #storage: StoragePersistence;
  readonly #makeRoom: () => Promise<boolean>;
  readonly #onMeasured: (isLowNow: boolean) => void;
  readonly #measuring: OneAtATime;
  #largest = 0;

  /**
   * `makeRoom` deletes what can go, and answers false where there is no more. `onMeasured` is called after each
   * measurement; true once when it gets low, and again only after it was fine.
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

  /** Measures after a capture of so many bytes was kept, or one was delivered. */
  measure(bytes = 0): void {
    this.#largest = Math.max(this.#largest, bytes);
    this.#measuring.run();
  }

  async #measure(): Promise<void> {
    const space = await this.#storage.look();
    if (!space) return;
    const isLow = space.left < Math.max(LEAST_BYTES, AHEAD * this.#largest);
    if (isLow && (await this.#makeRoom().catch(() => false))) return this.#measure();
    const wasLow = this.state?.isLow;
    this.state = {...space, isLow};
    this.#onMeasured(isLow && !wasLow);
  }
}
