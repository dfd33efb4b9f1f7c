import type {WorkletAnswer, WorkletOptions} from '../mp3/messages.js';

/** What happens to a source after its sound has started. */
export interface SourceListener {
  /** `limit` is reached: no more is sent. */
  onFull(): void;
  /** The encoder was told the end. */
  onStopped(): void;
  /** The source has failed and sends no more. */
  onBroken(): void;
  /** Called when `isRunning` has changed. */
  onRunning(): void;
}

/** A stream's sound, which reaches the encoder past the page's thread. */
export interface SoundSource {
  /** In Hz; one of MP3's rates. */
  readonly sampleRate: number;
  /** False while the system has interrupted the sound. */
  readonly isRunning: boolean;
  /**
   * Sends the sound to the port; resolves once it arrives. Rejects with `worker_unavailable` if a script is blocked
   * or not found, with `not_capturing` if the browser lets no sound run before a gesture, and with `encoding_failed`
   * if none starts. Does not settle after `close`.
   */
  open(options: WorkletOptions, sound: MessagePort, listener: SourceListener): Promise<void>;
  pause(): void;
  resume(): void;
  /** Sends the rest and the end. */
  stop(): void;
  /** Releases everything but the stream. */
  close(): void;
}

/** Passes on what the worklet, or the worker that reads a track, reports after the start. */
export function hearAnswer(
  {kind}: Exclude<WorkletAnswer, {kind: 'started'}>,
  listener: SourceListener,
): void {
  switch (kind) {
    case 'full':
      return listener.onFull();
    case 'stopped':
      return listener.onStopped();
  }
}
