import {SealedCaptureError, toSealedCaptureError} from '../../model/errors.js';
import {
  PROCESSOR,
  type EncoderAnswer,
  type EncoderRequest,
  type WorkletAnswer,
  type WorkletOptions,
  type WorkletRequest,
} from './messages.js';
import type {
  ActiveRecording,
  FinishedRecording,
  Recorder,
  RecorderOptions,
  RecordingListener,
} from './recorder.js';
import {encoderWorkerUrl, recorderWorkletUrl} from './script-urls.js';
import {openSoundSource, type SoundSource} from './sound-source.js';

/** Frames in each message of the worklet, at 48 kHz. */
const BATCH_LENGTH = 4096;
const BATCHES_PER_SECOND = 48_000 / BATCH_LENGTH;
/** How long the browser may take to let sound run, and its sound device to start; milliseconds. */
const PATIENCE = {gesture: 2_000, device: 10_000};
/** How long a worklet may take to say the end, in milliseconds. One whose context is interrupted cannot. */
const END_PATIENCE = 1_000;

/** The browser's own sound, encoded in a worker. */
export class BrowserRecorder implements Recorder {
  async start(
    stream: MediaStream,
    options: RecorderOptions,
    listener: RecordingListener,
    signal: AbortSignal,
  ): Promise<ActiveRecording> {
    if (signal.aborted) throw aborted();
    const recording = new BrowserRecording(stream, options, listener);
    const onAbort = (): void => recording.close();
    signal.addEventListener('abort', onAbort);
    try {
      await recording.begin(options);
      return recording;
    } catch (thrown) {
      recording.close();
      throw toSealedCaptureError(thrown, 'encoding_failed');
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

type State =
  | 'starting'
  | 'recording'
  /** The worklet died; what the encoder has can be finished. */
  | 'deaf'
  | 'finishing'
  | 'ended';

class BrowserRecording implements ActiveRecording {
  readonly #source: SoundSource;
  readonly #listener: RecordingListener;
  readonly #worker: Worker;
  readonly #sound = new MessageChannel();
  readonly #ready = deferred<void>();
  readonly #started = deferred<void>();
  readonly #begun = deferred<void>();
  readonly #finished = deferred<FinishedRecording>();
  /** Settles when it is over before it was finished. */
  readonly #over = deferred<never>();
  #node?: AudioWorkletNode;
  #state: State = 'starting';
  #interrupted = false;
  #endTimer?: ReturnType<typeof setTimeout>;

  constructor(stream: MediaStream, options: RecorderOptions, listener: RecordingListener) {
    this.#listener = listener;
    // Whoever waits is told by a race; where nobody does, the rejection is nobody's.
    for (const {promise} of [this.#over, this.#started]) promise.catch(() => undefined);
    this.#source = openSoundSource(stream);
    try {
      this.#worker = new Worker(encoderWorkerUrl(options.encoder?.workerUrl), {type: 'module'});
    } catch (thrown) {
      void this.#source.context.close();
      throw toSealedCaptureError(thrown, 'worker_unavailable');
    }
    this.#worker.onmessage = ({data}: MessageEvent<EncoderAnswer>) => this.#onEncoder(data);
    this.#worker.onmessageerror = () => this.#onEncoderDeath();
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.#onEncoderDeath();
    };
    const {channels, bitRate} = options;
    this.#askEncoder(
      {
        kind: 'start',
        format: {sampleRate: this.sampleRate, channels, bitRate},
        sound: this.#sound.port2,
      },
      this.#sound.port2,
    );
  }

  get sampleRate(): number {
    return this.#source.context.sampleRate;
  }

  /** Resolves once samples are taken. */
  async begin({channels, maxDuration}: RecorderOptions): Promise<void> {
    const {context} = this.#source;
    await this.#unlessOver(addWorklet(context));
    const limit = maxDuration && Math.round(maxDuration * this.sampleRate);
    const batchLength = Math.round(this.sampleRate / BATCHES_PER_SECOND);
    const node = new AudioWorkletNode(context, PROCESSOR, {
      channelCount: channels,
      channelCountMode: 'explicit',
      processorOptions: {channels, batchLength, limit} satisfies WorkletOptions,
    });
    this.#node = node;
    node.port.onmessage = ({data}: MessageEvent<WorkletAnswer>) => this.#onWorklet(data);
    node.onprocessorerror = () => this.#onDeaf();
    // Its output is silence: a node that leads nowhere may not be run.
    this.#source.node.connect(node).connect(context.destination);
    this.#askWorklet({kind: 'start', sound: this.#sound.port1}, this.#sound.port1);
    context.onstatechange = () => this.#onContextState();
    if (context.state !== 'running') this.#resumeContext();
    await this.#unlessOver(Promise.all([this.#ready.promise, this.#soundStarted()]));
    this.#state = 'recording';
    this.#begun.resolve();
    this.#onContextState();
  }

  pause(): void {
    this.#askWorklet({kind: 'pause'});
  }

  resume(): void {
    this.#askWorklet({kind: 'resume'});
  }

  async finish(): Promise<FinishedRecording> {
    const finishEncoder = (): void => this.#askEncoder({kind: 'finish'});
    switch (this.#state) {
      case 'deaf':
        finishEncoder();
        break;
      case 'starting':
      case 'recording':
        this.#askWorklet({kind: 'stop'});
        this.#endTimer = setTimeout(finishEncoder, END_PATIENCE);
        break;
      case 'finishing':
      case 'ended':
        break;
    }
    if (this.#state !== 'ended') this.#state = 'finishing';
    try {
      return await this.#unlessOver(this.#finished.promise);
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#end(aborted());
  }

  #end(why: SealedCaptureError): void {
    if (this.#state === 'ended') return;
    this.#state = 'ended';
    this.#over.reject(why);
    this.#started.reject(why);
    clearTimeout(this.#endTimer);
    this.#worker.terminate();
    const {context, node} = this.#source;
    context.onstatechange = null;
    node.disconnect();
    if (this.#node) {
      this.#node.onprocessorerror = this.#node.port.onmessage = null;
      this.#node.port.close();
      this.#node.disconnect();
    }
    this.#sound.port1.close();
    if (context.state !== 'closed') void context.close();
  }

  #unlessOver<T>(promise: Promise<T>): Promise<T> {
    return Promise.race([promise, this.#over.promise]);
  }

  /** The first sound has come; rejects where the browser lets none run. */
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
      await this.#started.promise;
    } finally {
      clearTimeout(gesture);
      clearTimeout(device);
    }
  }

  #onEncoder(answer: EncoderAnswer): void {
    switch (answer.kind) {
      case 'ready':
        return this.#ready.resolve();
      case 'part':
        return this.#listener.onPart(answer.part);
      case 'progress':
        return this.#listener.onProgress(answer.progress);
      case 'finished':
        return this.#finished.resolve(answer.recording);
      case 'failed':
        return this.#fail(new SealedCaptureError(answer.code, answer.message));
    }
  }

  /** Its script was blocked or not found, or it threw where nobody caught it. */
  #onEncoderDeath(): void {
    const message = 'The encoder’s script could not be run; look at the Content-Security-Policy.';
    this.#fail(new SealedCaptureError('worker_unavailable', message));
  }

  #fail(error: SealedCaptureError): void {
    const wasRecording = this.#state === 'recording';
    this.#end(error);
    if (wasRecording) this.#listener.onFailed(error);
  }

  #onDeaf(): void {
    const error = new SealedCaptureError('encoding_failed', 'The browser’s sound broke down.');
    if (this.#state === 'starting') this.#end(error);
    if (this.#state !== 'recording') return;
    this.#state = 'deaf';
    this.#listener.onFailed(error);
  }

  #onWorklet(answer: WorkletAnswer): void {
    switch (answer.kind) {
      case 'started':
        return this.#started.resolve();
      case 'full':
        // A very short limit may be reached before the encoder is ready.
        return void this.#begun.promise.then(() =>
          setTimeout(() => this.#state === 'recording' && this.#listener.onFull()),
        );
      case 'stopped':
        return clearTimeout(this.#endTimer);
    }
  }

  #onContextState(): void {
    const interrupted = this.#source.context.state !== 'running';
    if (this.#state !== 'recording') return;
    if (interrupted) this.#resumeContext();
    if (interrupted === this.#interrupted) return;
    this.#interrupted = interrupted;
    this.#listener.onInterrupted(interrupted);
  }

  /** Refused while a call goes on, or before a gesture; the state tells when it has worked. */
  #resumeContext(): void {
    this.#source.context.resume().catch(() => undefined);
  }

  #askEncoder(request: EncoderRequest, ...transfer: Transferable[]): void {
    this.#worker.postMessage(request, transfer);
  }

  #askWorklet(request: WorkletRequest, ...transfer: Transferable[]): void {
    this.#node?.port.postMessage(request, transfer);
  }
}

async function addWorklet(context: AudioContext): Promise<void> {
  try {
    await context.audioWorklet.addModule(recorderWorkletUrl());
  } catch (cause) {
    const message = 'The recorder’s script could not be run; look at the Content-Security-Policy.';
    throw new SealedCaptureError('worker_unavailable', message, {cause});
  }
}

interface Deferred<T> {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: SealedCaptureError) => void;
}

function deferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void;
  let reject!: (error: SealedCaptureError) => void;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return {promise, resolve, reject};
}

const aborted = (): SealedCaptureError =>
  new SealedCaptureError('aborted', 'The recording was given up.');
