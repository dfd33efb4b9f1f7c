/**
 * The worklet: sends the sound directly to the encoder's worker, because the page's thread may be busy. One
 * self-contained script.
 */
import {
  PROCESSOR,
  type SoundMessage,
  type WorkletAnswer,
  type WorkletOptions,
  type WorkletRequest,
} from './mp3/messages.js';
import {SoundBatches} from './sound-batches.js';

declare const currentFrame: number;
declare const sampleRate: number;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(
  name: string,
  processor: new (options: {processorOptions: WorkletOptions}) => AudioWorkletProcessor,
): void;

/**
 * Seconds at the start that are dropped: browsers deliver the first pieces at once and then wait for the sound
 * device, which loses sound. The page has not reported the start yet.
 */
const WARM_UP = 0.1;
/** Seconds without input after which silence is recorded. */
const PATIENCE = 0.5;

type State =
  | {name: 'made'}
  | {name: 'waiting'; sound: MessagePort; frames: number}
  | {name: 'taking'; sound: MessagePort}
  | {name: 'ended'};

class RecorderProcessor extends AudioWorkletProcessor {
  readonly #batches: SoundBatches;
  #state: State = {name: 'made'};
  #paused = false;

  constructor({processorOptions}: {processorOptions: WorkletOptions}) {
    super();
    this.#batches = new SoundBatches(processorOptions, (sound) =>
      this.#send(
        {kind: 'sound', sound},
        sound.map(({buffer}) => buffer),
      ),
    );
    this.port.onmessage = ({data}: MessageEvent<WorkletRequest>) => this.#onRequest(data);
  }

  /** The browser's call for each piece of sound, of about three milliseconds. */
  process([input = []]: Float32Array[][], [output]: Float32Array[][]): boolean {
    const length = output?.[0]?.length ?? 128;
    const state = this.#state;
    switch (state.name) {
      case 'made':
        return true;
      case 'ended':
        return false;
      case 'waiting':
        state.frames += length;
        if (state.frames < (input.length > 0 ? WARM_UP : PATIENCE) * sampleRate) return true;
        this.#state = {name: 'taking', sound: state.sound};
        this.#tell({kind: 'started'});
        break;
      case 'taking':
        break;
    }
    if (this.#paused || this.#batches.isFull) return true;
    this.#batches.take(input, length, currentFrame);
    if (this.#batches.isFull) {
      this.#batches.flush();
      this.#tell({kind: 'full'});
    }
    return true;
  }

  #onRequest(request: WorkletRequest): void {
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
        this.#tell({kind: 'stopped'});
        break;
    }
  }

  #send(message: SoundMessage, transfer: Transferable[] = []): void {
    if ('sound' in this.#state) this.#state.sound.postMessage(message, transfer);
  }

  #tell(answer: WorkletAnswer): void {
    this.port.postMessage(answer);
  }
}

registerProcessor(PROCESSOR, RecorderProcessor);
