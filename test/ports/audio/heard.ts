import type {
  RecordedPart,
  RecordingListener,
  RecordingProgress,
} from '../../../src/ports/audio/recorder.js';
import {deferred} from '../../../src/ports/audio/deferred.js';

/** Remembers what a recording told. */
export class Heard implements RecordingListener {
  readonly parts: RecordedPart[] = [];
  readonly peaks: number[] = [];
  readonly interruptions: boolean[] = [];
  readonly failures: Error[] = [];
  duration = 0;
  progresses = 0;
  readonly #full = deferred<void>();
  readonly #failed = deferred<void>();

  /** `onFull` was called. */
  get full(): Promise<void> {
    return this.#full.promise;
  }

  /** `onFailed` was called. */
  get failed(): Promise<void> {
    return this.#failed.promise;
  }

  /** So many seconds were recorded: a busy machine takes longer. */
  async recorded(seconds: number): Promise<void> {
    while (this.duration < seconds) await new Promise((resolve) => setTimeout(resolve, 20));
  }

  onPart(part: RecordedPart): void {
    this.parts.push(part);
  }

  onProgress({duration, peaks}: RecordingProgress): void {
    this.duration = duration;
    this.progresses++;
    this.peaks.push(...peaks);
  }

  onFull(): void {
    this.#full.resolve();
  }

  onInterrupted(interrupted: boolean): void {
    this.interruptions.push(interrupted);
  }

  onFailed(error: Error): void {
    this.failures.push(error);
    this.#failed.resolve();
  }
}
