import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {deferred} from './deferred.js';
import {EncoderClient, type EncoderWorker} from './mp3/encoder-client.js';
import type {RelayAnswer} from './mp3/messages.js';
import {
  isOwnEncoder,
  type ActiveRecording,
  type FinishedRecording,
  type Recorder,
  type RecordingEncoder,
  type RecorderOptions,
  type RecordingListener,
} from './recorder.js';
import {encoderScript, recorderScript} from './script-urls.js';
import {ContextSource, loadWorklet} from './sound/context-source.js';
import type {SoundSource, SourceListener} from './sound/sound-source.js';
import {readsTracks, TrackSource} from './sound/track-source.js';
import type {KeptScript} from '../worker-channel/kept-script.js';
import type {WorkerScript} from '../worker-channel/worker-script.js';

/** Messages of the relay to the encoder per second: 4,096 frames each at 48 kHz. */
const BATCHES_PER_SECOND = 48_000 / 4_096;
/** Milliseconds that a source may take to confirm the end. A worklet whose context is interrupted cannot. */
const END_PATIENCE = 1_000;
/** Time limits in milliseconds. */
const PATIENCE = {
  /** Until everything must have loaded and sound must arrive; a network may be slow. */
  start: 30_000,
  /** Until an encoder with sound to encode must have answered. */
  encoder: 10_000,
};

/** Checks within the time limit of a start. */
const START_CHECKS = 6;

/** What a recording takes from the browser. */
export interface RecorderPlatform {
  openSource(stream: MediaStream): SoundSource;
  startWorker(script: WorkerScript): Worker;
}

const browser: RecorderPlatform = {
  openSource: (stream) => TrackSource.of(stream) ?? new ContextSource(stream),
  startWorker: (script) => script.start(),
};

/** Records the browser's own sound, which a worker encodes. */
export class BrowserRecorder implements Recorder {
  readonly #platform: RecorderPlatform;
  readonly #patience: typeof PATIENCE;

  constructor(platform: RecorderPlatform = browser, patience = PATIENCE) {
    this.#platform = platform;
    this.#patience = patience;
  }

  load(encoder?: RecordingEncoder): void {
    try {
      encoderScript(encoder?.workerUrl).load();
      if (readsTracks()) recorderScript.load();
      else loadWorklet();
    } catch {
      // An invalid address, or no audio worklets, which `start` reports.
    }
  }

  async start(
    stream: MediaStream,
    options: RecorderOptions,
    listener: RecordingListener,
    signal: AbortSignal,
  ): Promise<ActiveRecording> {
    if (signal.aborted) throw aborted();
    const source = this.#platform.openSource(stream);
    let worker: Worker;
    let script: KeptScript;
    try {
      script = encoderScript(options.encoder?.workerUrl);
      worker = this.#platform.startWorker(script);
    } catch (thrown) {
      source.close();
      throw failureAs('worker_unavailable', thrown);
    }
    const isOwn = isOwnEncoder(options.encoder);
    // Others may serve one recording only.
    const end = (hasFinished: boolean): void => script.end(worker, hasFinished && isOwn);
    const encoder = {worker, unavailable: script.unavailable, end};
    const patience = this.#patience;
    const recording = new BrowserRecording(source, encoder, listener, patience.encoder, isOwn);
    let checks = 0;
    // Counted in checks, so that a page that was asleep does not wake to the end.
    const limit = setInterval(() => {
      if (++checks === START_CHECKS) recording.giveUp();
    }, patience.start / START_CHECKS);
    const onAbort = (): void => recording.close();
    signal.addEventListener('abort', onAbort);
    try {
      await recording.begin(options);
      return recording;
    } catch (thrown) {
      recording.close();
      throw failureAs('encoding_failed', thrown);
    } finally {
      clearInterval(limit);
      signal.removeEventListener('abort', onAbort);
    }
  }
}

type State =
  | 'starting'
  | 'recording'
  /** The source has failed; the recording can be finished from what the encoder has. */
  | 'deaf'
  | 'finishing'
  | 'ended';

class BrowserRecording implements ActiveRecording {
  readonly isOwn: boolean;
  readonly #source: SoundSource;
  readonly #encoder: EncoderClient;
  readonly #listener: RecordingListener;
  readonly #begun = deferred<void>();
  /** Rejects with the reason when the recording ends. */
  readonly #end = deferred<never>();
  /** Message about the script without which the recording does not start. */
  #awaited: () => string;
  #state: State = 'starting';
  #interrupted = false;
  #paused = false;
  #endTimer?: ReturnType<typeof setTimeout>;

  constructor(
    source: SoundSource,
    encoder: EncoderWorker,
    listener: RecordingListener,
    patience: number,
    isOwn: boolean,
  ) {
    this.isOwn = isOwn;
    this.#source = source;
    this.#listener = listener;
    this.#awaited = encoder.unavailable;
    this.#encoder = new EncoderClient(encoder, listener, (error) => this.#onEncoderFailed(error), {
      patience,
      isAwaited: () => this.#isEncoding,
      onSilent: () => this.#onSilent(),
    });
    void this.#encoder.ready.then(() => (this.#awaited = recorderScript.unavailable));
  }

  get sampleRate(): number {
    return this.#source.sampleRate;
  }

  /** Resolves once samples arrive. */
  async begin({channels, bitRate, maxDuration}: RecorderOptions): Promise<void> {
    const {sampleRate} = this;
    const {port1, port2} = new MessageChannel();
    const format = {sampleRate, channels, bitRate};
    this.#encoder.ask({kind: 'start', format, sound: port2}, port2);
    const batchLength = Math.round(sampleRate / BATCHES_PER_SECOND);
    const limit = maxDuration && Math.round(maxDuration * sampleRate);
    const listener: SourceListener = {
      onAnswer: (answer) => this.#onAnswer(answer),
      onBroken: () => this.#onBroken(),
      onRunning: () => this.#onRunning(),
    };
    const {ready} = this.#encoder;
    const options = {channels, batchLength, limit};
    await this.#unlessEnded(this.#source.open(options, port1, listener, ready));
    this.#state = 'recording';
    this.#begun.resolve();
    this.#onRunning();
  }

  pause(): void {
    this.#paused = true;
    this.#source.ask('pause');
  }

  resume(): void {
    this.#paused = false;
    this.#source.ask('resume');
  }

  async finish(): Promise<FinishedRecording> {
    const finishEncoder = (): void => this.#encoder.ask({kind: 'finish'});
    // Also of a source that counts as failed: if it sent more, the encoder would not finish.
    this.#source.ask('stop');
    if (this.#state === 'deaf') finishEncoder();
    if (this.#state === 'recording') {
      this.#endTimer = setTimeout(finishEncoder, END_PATIENCE);
    }
    if (this.#state !== 'ended') this.#state = 'finishing';
    try {
      return await this.#unlessEnded(this.#encoder.finished);
    } finally {
      this.close();
    }
  }

  /** Ends a start that takes too long. */
  giveUp(): void {
    const message = `The recording did not start in time. ${this.#awaited()}`;
    this.close(new SealedCaptureError('worker_unavailable', message));
  }

  /** @param why the reason with which the recording's promises reject */
  close(why = aborted()): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#end.reject(why);
    clearTimeout(this.#endTimer);
    this.#encoder.close();
    this.#source.close();
  }

  #unlessEnded<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#end.promise]);
  }

  #onEncoderFailed(error: SealedCaptureError): void {
    const wasRecording = this.#state === 'recording';
    this.close(error);
    if (wasRecording) this.#listener.onFailed(error);
  }

  get #isEncoding(): boolean {
    const hears = !this.#paused && this.#source.isRunning;
    return this.#state === 'finishing' || (this.#state === 'recording' && hears);
  }

  /** Handles silence: either no sound arrives, and the encoder can still finish, or the encoder does not answer. */
  #onSilent(): void {
    if (this.#state !== 'finishing') return this.#onBroken();
    this.close(new SealedCaptureError('encoding_failed', 'The encoder does not answer.'));
  }

  #onBroken(): void {
    const error = new SealedCaptureError('encoding_failed', 'The browser’s sound broke down.');
    if (this.#state === 'starting') this.close(error);
    if (this.#state !== 'recording') return;
    this.#state = 'deaf';
    this.#listener.onFailed(error);
  }

  #onAnswer({kind}: RelayAnswer): void {
    if (kind === 'full') void this.#onFull();
    if (kind === 'stopped') clearTimeout(this.#endTimer);
  }

  /** A very short limit may be reached before the encoder is ready; its start is reported first. */
  async #onFull(): Promise<void> {
    await this.#begun.promise;
    setTimeout(() => {
      if (this.#state === 'recording') this.#listener.onFull();
    });
  }

  #onRunning(): void {
    if (this.#state !== 'recording') return;
    const interrupted = !this.#source.isRunning;
    if (interrupted === this.#interrupted) return;
    this.#interrupted = interrupted;
    this.#listener.onInterrupted(interrupted);
  }
}

const aborted = (): SealedCaptureError =>
  new SealedCaptureError('aborted', 'The recording was given up.');
