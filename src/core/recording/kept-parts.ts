import type {Job} from '@sealed-capture/seal/model/job/job.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import type {Keeping} from '@sealed-capture/seal/model/job/keeping.js';
import type {RecordingStore} from '../../ports/captures/recording-store.js';
import {pause} from '../async/pause.js';

/** Milliseconds that a recording that has ended waits for the storage. */
const PATIENCE_MS = 5_000;

/** Stores a recording part by part while it is made. */
export class KeptParts {
  readonly #recordings: RecordingStore;
  readonly #captureId: string;
  readonly #onFull: () => void;
  #writes: Promise<void> = Promise.resolve();
  /**
   * Parts that are not written yet, in order, because parts after a gap are useless. Undefined once the recording
   * is over.
   */
  #backlog?: (() => Promise<Keeping>)[] = [];

  /** `onFull` is called if the browser has no room for more. */
  constructor(recordings: RecordingStore, captureId: string, onFull: () => void) {
    this.#recordings = recordings;
    this.#captureId = captureId;
    this.#onFull = onFull;
  }

  begin(job: Job | Promise<Job>): void {
    const begin = (job: Job): Promise<Keeping> => this.#recordings.begin(job);
    this.#write(() => (job instanceof Promise ? job.then(begin) : begin(job)));
  }

  add(part: RecordedPart): void {
    this.#write(() => this.#recordings.addPart(this.#captureId, part));
  }

  /** Resolves once all parts are stored, or the time is up. Nothing is stored afterwards. Never rejects. */
  async settled(within = PATIENCE_MS): Promise<void> {
    const settled = new AbortController();
    await Promise.race([this.#writes, pause(within, settled.signal)]);
    settled.abort();
    this.#backlog = undefined;
  }

  discard(): void {
    this.#backlog = undefined;
    const forget = (): Promise<void> => this.#recordings.discard(this.#captureId);
    // Retried once if the worker has died. What the storage refuses, the worker retries itself.
    forget()
      .catch(forget)
      .catch(() => undefined);
  }

  #write(write: () => Promise<Keeping>): void {
    this.#backlog?.push(write);
    this.#writes = this.#writes.then(() => this.#flush());
  }

  /**
   * Writes the parts in order. Stops at a part that cannot be stored, and tries it again when the next part is there.
   * Parts that the worker has in memory are written by the worker itself.
   */
  async #flush(): Promise<void> {
    for (let write; (write = this.#backlog?.[0]);) {
      const keeping = await write().catch(() => undefined);
      if (keeping?.name !== 'stored' && keeping?.failure.code === 'storage_full') this.#onFull();
      if (!keeping || keeping.name === 'nowhere') return;
      this.#backlog?.shift();
    }
  }
}
