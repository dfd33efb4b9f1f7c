import type {
  RecordedPart,
  RecordingListener,
  RecordingProgress,
} from '../../../src/ports/audio/recorder.js';
import {deferred} from '../../../src/ports/audio/deferred.js';

/** Records what a recording reports. */
export class Heard implements RecordingListener {
  readonly parts: RecordedPart[] = [];
  readonly peaks: number[] = [];
  readonly interruptions: boolean[] = [];
  readonly failures: Error[] = [];
  duration = 0;
  progresses = 0;
  readonly #full = deferred<void>();
  readonly #failed = deferred<void>();

  /** Resolves when `onFull` was called. */
  get full(): Promise<void> {
    return this.#full.promise;
  }

  /** Resolves when `onFailed` was called. */
  get failed(): Promise<void> {
    return this.#failed.promise;
  }

  /** Resolves when this many seconds were recorded, which takes longer on a busy machine. */
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
