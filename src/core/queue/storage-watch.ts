import type {StoragePersistence, StorageState} from '../../ports/browser/storage-persistence.js';
import {OneAtATime} from '../async/one-at-a-time.js';
import {pause} from '../async/pause.js';

/** Less is low, whatever the captures' size. */
const LEAST_BYTES = 50e6;
/** Captures that there is to be room for. */
const AHEAD = 10;
/** Looks follow one another no sooner, however fast captures come and go. */
const PAUSE_MS = 1_000;

/** How much the browser keeps for the page's origin, and whether that runs out. */
export class StorageWatch {
  /** Unknown at first, and in a browser that does not tell. */
  state?: StorageState;
  readonly #storage: StoragePersistence;
  readonly #onLook: (isLowNow: boolean) => void;
  readonly #looking: OneAtATime;
  #largest = 0;

  /** `onLook` is called after each look; true once when it gets low, and again only after it was fine. */
  constructor(
    storage: StoragePersistence,
    onLook: (isLowNow: boolean) => void,
    signal: AbortSignal,
  ) {
    this.#storage = storage;
    this.#onLook = onLook;
    this.#looking = new OneAtATime(
      async () => {
        await this.#look();
        await pause(PAUSE_MS, signal);
      },
      () => undefined,
    );
  }

  /** Looks after a capture of so many bytes was kept, or one was delivered. */
  look(bytes = 0): void {
    this.#largest = Math.max(this.#largest, bytes);
    this.#looking.run();
  }

  async #look(): Promise<void> {
    const space = await this.#storage.look();
    if (!space) return;
    const isLow = space.left < Math.max(LEAST_BYTES, AHEAD * this.#largest);
    const wasLow = this.state?.isLow;
    this.state = {...space, isLow};
    this.#onLook(isLow && !wasLow);
  }
}
