import type {RelayAnswer, RelayOptions} from '../mp3/messages.js';

/** What happens to a source after its sound has started. */
export interface SourceListener {
  onAnswer(answer: RelayAnswer): void;
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
   * Sends the sound to the port, none from before `ready` has resolved; resolves once it arrives. Rejects with
   * `worker_unavailable` if a script is blocked or not found, with `not_capturing` if the browser lets no sound run
   * before a gesture, and with `encoding_failed` if no sound starts. After `close`, the outcome means nothing, and
   * there may be none.
   */
  open(
    options: RelayOptions,
    sound: MessagePort,
    listener: SourceListener,
    ready: Promise<void>,
  ): Promise<void>;
  /** At `stop`, sends what was read, and the end. */
  ask(kind: 'pause' | 'resume' | 'stop'): void;
  /** Releases everything but the stream. */
  close(): void;
}
