import {SealedCaptureError, failureAs} from '../../model/errors.js';
import {deferred} from './deferred.js';
import {EncoderClient, type EncoderWorker} from './mp3/encoder-client.js';
import type {WorkletAnswer} from './mp3/messages.js';
import {
  isOwnEncoder,
  type ActiveRecording,
  type FinishedRecording,
  type Recorder,
  type RecorderOptions,
  type RecordingListener,
} from './recorder.js';
import {addWorklet, RecorderNode} from './recorder-node.js';
import {encoderScript} from './script-urls.js';
import {openSoundSource, type SoundSource} from './sound-source.js';
import type {WorkerScript} from '../worker-channel/worker-script.js';

/** Messages of the worklet to the encoder per second: 4,096 frames each at 48 kHz. */
const BATCHES_PER_SECOND = 48_000 / 4_096;
/** Milliseconds until the browser must let sound run, and until its sound device must start. */
const PATIENCE = {gesture: 2_000, device: 10_000};
/** Milliseconds that a worklet may take to confirm the end. A worklet whose context is interrupted cannot. */
const END_PATIENCE = 1_000;
/** Milliseconds after which an encoder with sound to encode must have answered. */
const ENCODER_PATIENCE = 10_000;

/** What a recording takes from the browser. */
export interface RecorderPlatform {
  openSource(stream: MediaStream): SoundSource;
  startWorker(script: WorkerScript): Worker;
}

const browser: RecorderPlatform = {
  openSource: openSoundSource,
  startWorker: (script) => script.start(),
};

/** Records the browser's own sound, which a worker encodes. */
export class BrowserRecorder implements Recorder {
  readonly #platform: RecorderPlatform;
  readonly #patience: number;

  /** @param patience milliseconds after which a silent encoder counts as dead */
  constructor(platform: RecorderPlatform = browser, patience = ENCODER_PATIENCE) {
    this.#platform = platform;
    this.#patience = patience;
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
    let script: WorkerScript;
    try {
      script = encoderScript(options.encoder?.workerUrl);
      worker = this.#platform.startWorker(script);
    } catch (thrown) {
      void source.context.close();
      throw failureAs('worker_unavailable', thrown);
    }
    const isOwn = isOwnEncoder(options.encoder);
    const encoder = {worker, unavailable: script.unavailable};
    const recording = new BrowserRecording(source, encoder, listener, this.#patience, isOwn);
    const onAbort = (): void => recording.close();
    signal.addEventListener('abort', onAbort);
    try {
      await recording.begin(options);
      return recording;
    } catch (thrown) {
      recording.close();
      throw failureAs('encoding_failed', thrown);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

type State =
  | 'starting'
  | 'recording'
  /** The worklet has failed; the recording can be finished from what the encoder has. */
  | 'deaf'
  | 'finishing'
  | 'ended';

class BrowserRecording implements ActiveRecording {
  readonly isOwn: boolean;
  readonly #source: SoundSource;
  readonly #encoder: EncoderClient;
  readonly #listener: RecordingListener;
  readonly #started = deferred<void>();
  readonly #begun = deferred<void>();
  /** Rejects with the reason when the recording ends. */
  readonly #end = deferred<never>();
  #node?: RecorderNode;
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
    this.#encoder = new EncoderClient(encoder, listener, (error) => this.#onEncoderFailed(error), {
      patience,
      isAwaited: () => this.#isEncoding,
      onSilent: () => this.#onSilent(),
    });
  }

  get sampleRate(): number {
    return this.#source.context.sampleRate;
  }

  /** Resolves once samples arrive. */
  async begin({channels, bitRate, maxDuration}: RecorderOptions): Promise<void> {
    const {sampleRate} = this;
    const {context} = this.#source;
    const {port1, port2} = new MessageChannel();
    const format = {sampleRate, channels, bitRate};
    this.#encoder.ask({kind: 'start', format, sound: port2}, port2);
    await this.#unlessEnded(addWorklet(context));
    const batchLength = Math.round(sampleRate / BATCHES_PER_SECOND);
    const limit = maxDuration && Math.round(maxDuration * sampleRate);
    this.#node = new RecorderNode(
      this.#source,
      {channels, batchLength, limit},
      (answer) => this.#onWorklet(answer),
      () => this.#onBroken(),
    );
    this.#node.ask({kind: 'start', sound: port1}, port1);
    context.onstatechange = () => this.#onContextState();
    if (context.state !== 'running') this.#resumeContext();
    await this.#unlessEnded(Promise.all([this.#encoder.ready, this.#soundStarted()]));
    this.#state = 'recording';
    this.#begun.resolve();
    this.#onContextState();
  }

  pause(): void {
    this.#paused = true;
    this.#node?.ask({kind: 'pause'});
  }

  resume(): void {
    this.#paused = false;
    this.#node?.ask({kind: 'resume'});
  }

  async finish(): Promise<FinishedRecording> {
    const finishEncoder = (): void => this.#encoder.ask({kind: 'finish'});
    if (this.#state === 'deaf') finishEncoder();
    if (this.#state === 'recording') {
      this.#node?.ask({kind: 'stop'});
      this.#endTimer = setTimeout(finishEncoder, END_PATIENCE);
    }
    if (this.#state !== 'ended') this.#state = 'finishing';
    try {
      return await this.#unlessEnded(this.#encoder.finished);
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#close(aborted());
  }

  #close(why: SealedCaptureError): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#end.reject(why);
    clearTimeout(this.#endTimer);
    this.#encoder.close();
    this.#node?.close();
    const {context, node} = this.#source;
    context.onstatechange = null;
    node.disconnect();
    void context.close();
  }

  #unlessEnded<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#end.promise]);
  }

  /** Resolves when the first sound has arrived; rejects if the browser lets none run. */
  async #soundStarted(): Promise<void> {
    const {context} = this.#source;
    const refuse = (...why: ConstructorParameters<typeof SealedCaptureError>): void =>
      this.#started.reject(new SealedCaptureError(...why));
    const gesture = setTimeout(() => {
      if (context.state === 'running' || navigator.userActivation?.hasBeenActive) return;
      refuse(
        'not_capturing',
        'The browser lets no sound be recorded before a gesture in the page.',
      );
    }, PATIENCE.gesture);
    const device = setTimeout(
      () => refuse('encoding_failed', 'The browser’s sound did not start.'),
      PATIENCE.device,
    );
    try {
      await this.#unlessEnded(this.#started.promise);
    } finally {
      clearTimeout(gesture);
      clearTimeout(device);
    }
  }

  #onEncoderFailed(error: SealedCaptureError): void {
    const wasRecording = this.#state === 'recording';
    this.#close(error);
    if (wasRecording) this.#listener.onFailed(error);
  }

  get #isEncoding(): boolean {
    const hears = !this.#paused && this.#source.context.state === 'running';
    return this.#state === 'finishing' || (this.#state === 'recording' && hears);
  }

  /** Handles silence: either no sound arrives, and the encoder can still finish, or the encoder does not answer. */
  #onSilent(): void {
    if (this.#state !== 'finishing') return this.#onBroken();
    this.#close(new SealedCaptureError('encoding_failed', 'The encoder does not answer.'));
  }

  #onBroken(): void {
    const error = new SealedCaptureError('encoding_failed', 'The browser’s sound broke down.');
    if (this.#state === 'starting') this.#close(error);
    if (this.#state !== 'recording') return;
    this.#state = 'deaf';
    this.#listener.onFailed(error);
  }

  #onWorklet(answer: WorkletAnswer): void {
    switch (answer.kind) {
      case 'started':
        return this.#started.resolve();
      case 'full':
        return void this.#onFull();
      case 'stopped':
        return clearTimeout(this.#endTimer);
    }
  }

  /** A very short limit may be reached before the encoder is ready; its start is reported first. */
  async #onFull(): Promise<void> {
    await this.#begun.promise;
    setTimeout(() => {
      if (this.#state === 'recording') this.#listener.onFull();
    });
  }

  #onContextState(): void {
    if (this.#state !== 'recording') return;
    const interrupted = this.#source.context.state !== 'running';
    if (interrupted) this.#resumeContext();
    if (interrupted === this.#interrupted) return;
    this.#interrupted = interrupted;
    this.#listener.onInterrupted(interrupted);
  }

  /** Refused during a call, or before a gesture; the state shows when it has worked. */
  #resumeContext(): void {
    this.#source.context.resume().catch(() => undefined);
  }
}

const aborted = (): SealedCaptureError =>
  new SealedCaptureError('aborted', 'The recording was given up.');
