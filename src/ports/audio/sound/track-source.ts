import {SealedCaptureError} from '../../../model/errors.js';
import {deferred} from '../deferred.js';
import type {TrackRequest, WorkletAnswer, WorkletOptions} from '../mp3/messages.js';
import {recorderScript} from '../script-urls.js';
import {hearAnswer, type SoundSource, type SourceListener} from './sound-source.js';
import type {WorkerScript} from '../../worker-channel/worker-script.js';

/** Chromium's, for sound also in a window. The W3C's draft has it in workers and for pictures only. */
declare const MediaStreamTrackProcessor: new (init: {
  track: MediaStreamTrack;
  /** Pieces that may wait to be read. */
  maxBufferSize: number;
}) => {readonly readable: ReadableStream<AudioData>};

type StartWorker = (script: WorkerScript) => Worker;
const startScript: StartWorker = (script) => script.start();

/** Sample rates in Hz that are recorded as they are. An audio context converts the others, which are rare. */
const RATES: readonly unknown[] = [44_100, 48_000];
/** Pieces of 10 ms that may wait for a busy worker: ten seconds. */
const MAX_WAITING = 1_000;
/** Milliseconds until the first sound must have arrived. */
const PATIENCE = 10_000;

/**
 * A worker reads the sound as the microphone delivers it. No clock but the microphone's takes part: on a busy
 * processor the sound is late and complete, while an audio context without an output device loses some.
 */
export class TrackSource implements SoundSource {
  readonly sampleRate: number;
  readonly isRunning = true;
  readonly #sound: ReadableStream<AudioData>;
  readonly #start: StartWorker;
  readonly #started = deferred<void>();
  #worker?: Worker;
  #timer?: ReturnType<typeof setTimeout>;

  /** Undefined if the browser cannot read this stream's sound so. */
  static of(stream: MediaStream, start: StartWorker = startScript): TrackSource | undefined {
    const [track] = stream.getAudioTracks();
    const {sampleRate} = track?.getSettings() ?? {};
    if (!track || !sampleRate || !RATES.includes(sampleRate)) return undefined;
    if (typeof MediaStreamTrackProcessor === 'undefined') return undefined;
    try {
      const {readable} = new MediaStreamTrackProcessor({track, maxBufferSize: MAX_WAITING});
      return new TrackSource(readable, sampleRate, start);
    } catch {
      // A browser that reads pictures only.
      return undefined;
    }
  }

  private constructor(sound: ReadableStream<AudioData>, sampleRate: number, start: StartWorker) {
    this.#sound = sound;
    this.#start = start;
    this.sampleRate = sampleRate;
  }

  async open(options: WorkletOptions, port: MessagePort, listener: SourceListener): Promise<void> {
    const worker = this.#start(recorderScript);
    this.#worker = worker;
    let hasStarted = false;
    const refuse = (...why: ConstructorParameters<typeof SealedCaptureError>): void =>
      this.#started.reject(new SealedCaptureError(...why));
    worker.onerror = (event) => {
      event.preventDefault();
      if (hasStarted) listener.onBroken();
      else refuse('worker_unavailable', recorderScript.unavailable());
    };
    worker.onmessage = ({data}: MessageEvent<WorkletAnswer>) => {
      if (data.kind !== 'started') return hearAnswer(data, listener);
      hasStarted = true;
      this.#started.resolve();
    };
    const {sampleRate} = this;
    const sound = this.#sound;
    this.#ask({kind: 'read', sound, sampleRate, options}, sound);
    this.#ask({kind: 'start', sound: port}, port);
    this.#timer = setTimeout(
      () => refuse('encoding_failed', 'The browser’s sound did not start.'),
      PATIENCE,
    );
    try {
      await this.#started.promise;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  pause(): void {
    this.#ask({kind: 'pause'});
  }

  resume(): void {
    this.#ask({kind: 'resume'});
  }

  stop(): void {
    this.#ask({kind: 'stop'});
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#worker) this.#worker.terminate();
    else void this.#sound.cancel();
  }

  #ask(request: TrackRequest, ...transfer: Transferable[]): void {
    this.#worker?.postMessage(request, transfer);
  }
}
