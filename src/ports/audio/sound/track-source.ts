import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import {deferred} from '../deferred.js';
import type {ReaderAnswer, RelayOptions, TrackPiece, TrackRequest} from '../mp3/messages.js';
import {recorderScript} from '../script-urls.js';
import type {SoundSource, SourceListener} from './sound-source.js';
import type {WorkerScript} from '../../worker-channel/worker-script.js';

interface TrackProcessor {
  /** From the first access on, the browser collects sound. */
  readonly readable: ReadableStream<TrackPiece>;
}

/** Chromium's, for sound also in a window. The W3C's draft has it in workers and for pictures only. */
declare const MediaStreamTrackProcessor: new (init: {
  track: MediaStreamTrack;
  /** Pieces that may wait to be read. */
  maxBufferSize: number;
}) => TrackProcessor;

type StartWorker = (script: WorkerScript) => Worker;

/** True if the browser may read a microphone's sound so. */
export const readsTracks = (): boolean => typeof MediaStreamTrackProcessor !== 'undefined';

const startScript: StartWorker = (script) => script.start();

/** Sample rates in Hz that are recorded as they are. An audio context converts the others, which are rare. */
const RATES: readonly unknown[] = [44_100, 48_000];
/** Pieces of 10 ms that may wait for a busy worker: two seconds. */
const MAX_WAITING = 200;
/** Milliseconds from the start of the worker in which the first sound must arrive. */
const PATIENCE = 10_000;

/**
 * A worker reads the sound as the microphone delivers it. No clock but the microphone's takes part: on a busy
 * processor the sound is late, up to two seconds, while an audio context without an output device loses some.
 */
export class TrackSource implements SoundSource {
  readonly sampleRate: number;
  readonly isRunning = true;
  readonly #processor: TrackProcessor;
  readonly #start: StartWorker;
  readonly #started = deferred<void>();
  #worker?: Worker;
  /** True once the worker has ended the recording, and can read another track. */
  #hasEnded = false;
  #timer?: ReturnType<typeof setTimeout>;

  /** Undefined if the browser cannot read this stream's sound so. */
  static of(stream: MediaStream, start: StartWorker = startScript): TrackSource | undefined {
    const [track] = stream.getAudioTracks();
    const {sampleRate} = track?.getSettings() ?? {};
    if (!track || !sampleRate || !RATES.includes(sampleRate)) return undefined;
    if (!readsTracks()) return undefined;
    try {
      const processor = new MediaStreamTrackProcessor({track, maxBufferSize: MAX_WAITING});
      return new TrackSource(processor, sampleRate, start);
    } catch {
      // For example, a browser that reads pictures only.
      return undefined;
    }
  }

  private constructor(processor: TrackProcessor, sampleRate: number, start: StartWorker) {
    this.#processor = processor;
    this.sampleRate = sampleRate;
    this.#start = start;
  }

  async open(
    options: RelayOptions,
    sound: MessagePort,
    listener: SourceListener,
    ready: Promise<void>,
  ): Promise<void> {
    const worker = this.#start(recorderScript);
    this.#worker = worker;
    let hasStarted = false;
    const fail = (...why: ConstructorParameters<typeof SealedCaptureError>): void => {
      if (hasStarted) listener.onBroken();
      else this.#started.reject(new SealedCaptureError(...why));
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail('worker_unavailable', recorderScript.unavailable());
    };
    const onLoaded = (): void => void ready.then(() => this.#begin(options, sound, fail));
    worker.onmessage = ({data}: MessageEvent<ReaderAnswer>) => {
      switch (data.kind) {
        case 'loaded':
          return onLoaded();
        case 'started':
          hasStarted = true;
          return this.#started.resolve();
        case 'failed':
          return fail('encoding_failed', data.message);
        default:
          this.#hasEnded ||= data.kind === 'stopped';
          return listener.onAnswer(data);
      }
    };
    if (recorderScript.isRunning(worker)) onLoaded();
    try {
      await this.#started.promise;
    } finally {
      clearTimeout(this.#timer);
    }
  }

  ask(kind: 'pause' | 'resume' | 'stop'): void {
    this.#send({kind});
  }

  close(): void {
    clearTimeout(this.#timer);
    if (this.#worker) recorderScript.end(this.#worker, this.#hasEnded);
    this.#worker = undefined;
  }

  /** Collects sound only now, so that none from before the start is recorded. */
  #begin(
    options: RelayOptions,
    port: MessagePort,
    fail: (code: 'encoding_failed', message: string) => void,
  ): void {
    if (!this.#worker) return;
    const sound = this.#processor.readable;
    this.#send({kind: 'read', sound, sampleRate: this.sampleRate, options}, sound);
    this.#send({kind: 'start', sound: port}, port);
    this.#timer = setTimeout(
      () => fail('encoding_failed', 'The browser’s sound did not start.'),
      PATIENCE,
    );
  }

  #send(request: TrackRequest, ...transfer: Transferable[]): void {
    this.#worker?.postMessage(request, transfer);
  }
}
