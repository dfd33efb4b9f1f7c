import type {SoundMessage, RelayAnswer, RelayOptions, RelayRequest} from '../mp3/messages.js';
import {SoundBatches} from './sound-batches.js';

/**
 * Seconds at the start that are dropped: browsers deliver the first pieces at once and then wait for the sound
 * device, which loses sound. The page has not reported the start yet.
 */
const WARM_UP = 0.1;
/** Seconds without input at the start after which silence is recorded. */
const PATIENCE = 0.5;

type State =
  | {name: 'made'}
  | {name: 'waiting'; sound: MessagePort; frames: number}
  | {name: 'taking'; sound: MessagePort}
  | {name: 'ended'};

/** Sends a recording's sound directly to the encoder's worker, because the page's thread may be busy. */
export class SoundRelay {
  readonly #sampleRate: number;
  readonly #post: (answer: RelayAnswer) => void;
  readonly #batches: SoundBatches;
  #state: State = {name: 'made'};
  #paused = false;

  constructor(sampleRate: number, options: RelayOptions, post: (answer: RelayAnswer) => void) {
    this.#sampleRate = sampleRate;
    this.#post = post;
    this.#batches = new SoundBatches(options, (sound) =>
      this.#send(
        {kind: 'sound', sound},
        sound.map(({buffer}) => buffer),
      ),
    );
  }

  get hasEnded(): boolean {
    return this.#state.name === 'ended';
  }

  /**
   * Takes the next piece.
   *
   * @param piece its channels; none while the source is silent
   * @param length in frames
   * @param frame position of the piece in the source's time
   */
  take(piece: readonly Float32Array[], length: number, frame: number): void {
    const state = this.#state;
    switch (state.name) {
      case 'made':
      case 'ended':
        return;
      case 'waiting':
        state.frames += length;
        if (state.frames < (piece.length > 0 ? WARM_UP : PATIENCE) * this.#sampleRate) return;
        this.#state = {name: 'taking', sound: state.sound};
        this.#post({kind: 'started'});
        break;
      case 'taking':
        break;
    }
    if (this.#paused || this.#batches.isFull) return;
    this.#batches.take(piece, length, frame);
    if (this.#batches.isFull) {
      this.#batches.flush();
      this.#post({kind: 'full'});
    }
  }

  onRequest(request: RelayRequest): void {
    switch (request.kind) {
      case 'start':
        this.#state = {name: 'waiting', sound: request.sound, frames: 0};
        break;
      case 'pause':
        this.#paused = true;
        this.#batches.pause();
        break;
      case 'resume':
        this.#paused = false;
        break;
      case 'stop':
        this.#batches.flush();
        this.#send({kind: 'end'});
        this.#state = {name: 'ended'};
        this.#post({kind: 'stopped'});
        break;
    }
  }

  #send(message: SoundMessage, transfer: Transferable[] = []): void {
    if ('sound' in this.#state) this.#state.sound.postMessage(message, transfer);
  }
}
