import type {Job} from '../model/job.js';
import type {RecordedPart} from '../ports/audio/recorder.js';
import type {Keeping} from '../ports/capture-store.js';
import type {RecordingStore} from '../ports/recording-store.js';

/** Keeps what is recorded as it comes, one part after the other. */
export class KeptParts {
  readonly #recordings: RecordingStore;
  readonly #captureId: string;
  readonly #onFull: () => void;
  #writes: Promise<void> = Promise.resolve();
  /** Until a part could not be kept: what comes after a gap is of no use. */
  #isKeeping = true;

  /** `onFull` is called where the browser has no room for more. */
  constructor(recordings: RecordingStore, captureId: string, onFull: () => void) {
    this.#recordings = recordings;
    this.#captureId = captureId;
    this.#onFull = onFull;
  }

  begin(job: Job): void {
    this.#write(() => this.#recordings.begin(job));
  }

  add(part: RecordedPart): void {
    this.#write(() => this.#recordings.addPart(this.#captureId, part));
  }

  /** Resolves once all that came is kept, or cannot be. Never rejects. */
  settled(): Promise<void> {
    return this.#writes;
  }

  discard(): void {
    this.#isKeeping = false;
    // Also where it is not kept: what was begun before is.
    const forget = (): Promise<void> => this.#recordings.discard(this.#captureId);
    void this.#writes.then(forget).catch(() => undefined);
  }

  #write(write: () => Promise<Keeping>): void {
    this.#writes = this.#writes.then(async () => {
      if (!this.#isKeeping) return;
      const keeping = await write().catch(() => undefined);
      if (keeping?.name === 'stored') return;
      const isFull = keeping?.failure.code === 'storage_full';
      // In memory it goes on: told with the capture.
      if (keeping?.name === 'memory' && !isFull) return;
      this.#isKeeping = false;
      if (isFull) this.#onFull();
    });
  }
}
