import type {Job} from '../../model/job.js';
import type {RecordedPart} from '../../ports/audio/recorder.js';
import type {Keeping} from '../../ports/worker-channel/media-worker-calls.js';
import type {RecordingStore} from '../../ports/captures/recording-store.js';
import {pause} from '../async/pause.js';

/** How long a recording that has ended waits for the storage. */
const PATIENCE_MS = 5_000;

/** Keeps what is recorded as it comes, one part after the other. */
export class KeptParts {
  readonly #recordings: RecordingStore;
  readonly #captureId: string;
  readonly #onFull: () => void;
  #writes: Promise<void> = Promise.resolve();
  /** What was written nowhere yet, in order: what comes after a gap is of no use. None once it is over. */
  #backlog?: (() => Promise<Keeping>)[] = [];

  /** `onFull` is called where the browser has no room for more. */
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

  /** Resolves once all that came is kept, or cannot be in time. Nothing is kept after it. Never rejects. */
  async settled(within = PATIENCE_MS): Promise<void> {
    const settled = new AbortController();
    await Promise.race([this.#writes, pause(within, settled.signal)]);
    settled.abort();
    this.#backlog = undefined;
  }

  discard(): void {
    this.#backlog = undefined;
    const forget = (): Promise<void> => this.#recordings.discard(this.#captureId);
    // Once more where the worker died; what the storage refuses, that tries again itself.
    forget()
      .catch(forget)
      .catch(() => undefined);
  }

  #write(write: () => Promise<Keeping>): void {
    this.#backlog?.push(write);
    this.#writes = this.#writes.then(() => this.#flush());
  }

  /** Until one is kept nowhere, which is tried again with the next. The worker writes again what it has in memory. */
  async #flush(): Promise<void> {
    for (let write; (write = this.#backlog?.[0]);) {
      const keeping = await write().catch(() => undefined);
      if (keeping?.name !== 'stored' && keeping?.failure.code === 'storage_full') this.#onFull();
      if (!keeping || keeping.name === 'nowhere') return;
      this.#backlog?.shift();
    }
  }
}
