import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {deferred} from '../deferred.js';
import {hasMp3Rate} from '../mp3/bit-rates.js';
import {
  PROCESSOR,
  type RelayAnswer,
  type RelayOptions,
  type RelayRequest,
} from '../mp3/messages.js';
import {recorderWorkletUrl} from '../script-urls.js';
import type {SoundSource, SourceListener} from './sound-source.js';
import {NAMES_FOLDER} from '../../worker-channel/worker-script.js';

/** `sinkId` is of the Web Audio API 1.1, which TypeScript and some browsers do not have. */
type ContextOptions = AudioContextOptions & {sinkId?: {type: 'none'}};
type MakeContext = (options: ContextOptions) => AudioContext;
const makeContext: MakeContext = (options) => new AudioContext(options);

/** Sample rate in Hz of most microphones, so that usually nothing is converted. */
const SAMPLE_RATE = 48_000;
/** Milliseconds until the browser must let sound run, and until its sound device must start. */
const PATIENCE = {gesture: 2_000, device: 10_000};

/**
 * The context has no output device. With one, Chromium takes the context's time from it, and a device that starts
 * late or runs slower than the microphone costs pieces of 10 ms. Large buffers keep a busy machine from dropping
 * any.
 */
const UNHEARD: ContextOptions = {latencyHint: 'playback', sinkId: {type: 'none'}};

/** The sound passes through an audio context and a worklet, in every browser. */
export class ContextSource implements SoundSource {
  readonly context: AudioContext;
  readonly #stream: MediaStream;
  readonly #started = deferred<void>();
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  readonly #closing = new AbortController();
  #node?: AudioWorkletNode;

  /**
   * Connects the stream to a context of 48 kHz; the browser converts other rates. If it does not (Firefox), the
   * context has the stream's own rate. Throws `encoding_failed` if that is not one of MP3's rates.
   */
  constructor(stream: MediaStream, make: MakeContext = makeContext) {
    this.context = contextFor(stream, make);
    this.#stream = stream;
  }

  get sampleRate(): number {
    return this.context.sampleRate;
  }

  get isRunning(): boolean {
    return this.context.state === 'running';
  }

  async open(
    options: RelayOptions,
    sound: MessagePort,
    listener: SourceListener,
    ready: Promise<void>,
  ): Promise<void> {
    const {context} = this;
    await Promise.all([addWorklet(context), ready]);
    if (this.#closing.signal.aborted) return;
    const node = new AudioWorkletNode(context, PROCESSOR, {
      channelCount: options.channels,
      channelCountMode: 'explicit',
      processorOptions: options,
    });
    this.#node = node;
    node.port.onmessage = ({data}: MessageEvent<RelayAnswer>) =>
      data.kind === 'started' ? this.#started.resolve() : listener.onAnswer(data);
    node.onprocessorerror = () => listener.onBroken();
    // Made only now, because WebKit's holds sound from the moment at which it is made. Connected to a silent output:
    // browsers may not run a node without one.
    const input = context.createMediaStreamSource(this.#stream);
    input.connect(node).connect(context.destination);
    this.#send({kind: 'start', sound}, sound);
    context.onstatechange = () => {
      // First, because WebKit's context is running again as soon as it is asked.
      listener.onRunning();
      if (!this.isRunning) this.#resumeContext();
    };
    if (!this.isRunning) this.#resumeContext();
    await this.#soundStarted();
  }

  ask(kind: 'pause' | 'resume' | 'stop'): void {
    this.#send({kind});
  }

  close(): void {
    this.#closing.abort();
    this.#timers.forEach(clearTimeout);
    if (this.#node) {
      this.#node.onprocessorerror = this.#node.port.onmessage = null;
      this.#node.port.close();
      this.#node.disconnect();
    }
    this.context.onstatechange = null;
    void this.context.close();
  }

  #send(request: RelayRequest, ...transfer: Transferable[]): void {
    this.#node?.port.postMessage(request, transfer);
  }

  /** Resolves when the first sound has arrived; rejects if the browser lets none run. */
  async #soundStarted(): Promise<void> {
    const refuse = (...why: ConstructorParameters<typeof SealedCaptureError>): void =>
      this.#started.reject(new SealedCaptureError(...why));
    const onNoGesture = (): void => {
      if (this.isRunning || navigator.userActivation?.hasBeenActive) return;
      refuse(
        'not_capturing',
        'The browser lets no sound be recorded before a gesture in the page.',
      );
    };
    const onNoDevice = (): void => refuse('encoding_failed', 'The browser’s sound did not start.');
    this.#timers.push(
      setTimeout(onNoGesture, PATIENCE.gesture),
      setTimeout(onNoDevice, PATIENCE.device),
    );
    try {
      await this.#started.promise;
    } finally {
      this.#timers.forEach(clearTimeout);
    }
  }

  /** Refused during a call, or before a gesture; the state shows when it has worked. */
  #resumeContext(): void {
    this.context.resume().catch(() => undefined);
  }
}

function contextFor(stream: MediaStream, make: MakeContext): AudioContext {
  try {
    return contextAt(stream, make, SAMPLE_RATE);
  } catch (thrown) {
    if (!isOtherRate(thrown)) throw failureAs('encoding_failed', thrown);
  }
  const own = stream.getAudioTracks()[0]?.getSettings().sampleRate;
  try {
    return contextAt(stream, make, own);
  } catch (cause) {
    if (!isOtherRate(cause)) throw failureAs('encoding_failed', cause);
    const message =
      'This browser cannot record the microphone’s sample rate. Set it to 48 kHz in the system.';
    throw new SealedCaptureError('encoding_failed', message, {cause});
  }
}

/** @param sampleRate default: the browser's own, usually the same as the microphone's */
function contextAt(stream: MediaStream, make: MakeContext, sampleRate?: number): AudioContext {
  const context = make({sampleRate, ...UNHEARD});
  try {
    if (!hasMp3Rate(context.sampleRate)) throw otherRate(context.sampleRate);
    // Throws if the browser does not convert the stream's rate.
    context.createMediaStreamSource(stream);
    return context;
  } catch (thrown) {
    void context.close();
    throw thrown;
  }
}

const otherRate = (sampleRate: number): DOMException =>
  new DOMException(`${sampleRate} Hz`, 'NotSupportedError');

const isOtherRate = (thrown: unknown): boolean =>
  thrown instanceof DOMException && thrown.name === 'NotSupportedError';

/** The early load that is under way or has succeeded. */
let early: Promise<unknown> | undefined;

/**
 * Loads the worklet's script before it is needed, for the browser's cache. The context never runs. If the load fails, nobody is
 * told, and the next call tries again.
 */
export function loadWorklet(): void {
  const again = (): void => (early = undefined);
  early ??= new OfflineAudioContext(1, 1, SAMPLE_RATE).audioWorklet
    .addModule(recorderWorkletUrl())
    .catch(again);
}

/** Loads the worklet's script. Rejects with `worker_unavailable` if it is blocked or not found. */
async function addWorklet(context: AudioContext): Promise<void> {
  const address = recorderWorkletUrl();
  try {
    await context.audioWorklet.addModule(address);
  } catch (cause) {
    // The browser does not tell the page which of the two it is.
    const message = `The worklet script ${address} is not there, or the Content-Security-Policy forbids it (script-src). ${NAMES_FOLDER}`;
    throw new SealedCaptureError('worker_unavailable', message, {cause});
  }
}
