import {MicrophoneSession} from '../../../src/core/recording/microphone-session.js';
import {SealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {Keeper} from '../../../src/core/queue/late-queue.js';
import type {ProtectionConfig} from '@sealed-capture/seal/model/protection-config.js';
import type {
  LiveMicrophone,
  MicrophoneChoice,
  MicrophoneOutcome,
  MicrophonePermission,
  MicrophoneRequest,
  Microphones,
} from '../../../src/ports/audio/microphone.js';
import {
  isOwnEncoder,
  type ActiveRecording,
  type FinishedRecording,
  type Recorder,
  type RecorderOptions,
  type RecordingListener,
} from '../../../src/ports/audio/recorder.js';
import {sensing} from '../camera/preview-fixture.js';
import {Browser, Page} from '../queue/queue-fixture.js';

export class FakeMicrophone implements LiveMicrophone {
  readonly stream = {} as MediaStream;
  readonly deviceId = 'built-in';
  isOn = true;
  lose: () => void = () => undefined;
  mute: (muted: boolean) => void = () => undefined;

  describe = () => ({deviceName: 'Built-in', echoCancellation: false});
  onLost(callback: () => void): void {
    this.lose = callback;
  }
  onMuted(callback: (muted: boolean) => void): void {
    this.mute = callback;
  }
  stop(): void {
    this.isOn = false;
  }
}

export const headset = {deviceId: 'headset', label: 'Headset'};

export class FakeMicrophones implements Microphones {
  readonly opened: FakeMicrophone[] = [];
  readonly requests: MicrophoneRequest[] = [];
  outcome?: Exclude<MicrophoneOutcome, {name: 'live'}>;
  known?: Exclude<MicrophoneOutcome, {name: 'live'}>;
  state: MicrophonePermission = 'prompt';
  devices: MicrophoneChoice[] = [{deviceId: '', label: ''}];
  /** Resolves when the simulated person answers the prompt. */
  answered: Promise<void> = Promise.resolve();
  /** Resolves when the browser reports what it knows. */
  listed: Promise<void> = Promise.resolve();
  change: () => void = () => undefined;
  watching?: AbortSignal;

  async open(request: MicrophoneRequest): Promise<MicrophoneOutcome> {
    this.requests.push(request);
    await this.answered;
    if (this.outcome) return this.outcome;
    this.devices = [headset];
    const microphone = new FakeMicrophone();
    if (request.signal.aborted) microphone.stop();
    request.signal.addEventListener('abort', () => microphone.stop());
    this.opened.push(microphone);
    return {name: 'live', microphone};
  }
  permission = () => Promise.resolve(this.state);
  obstacle = () => this.known;
  choices = async () => {
    const {devices} = this;
    await this.listed;
    return devices;
  };
  watch(onChange: () => void, signal: AbortSignal): void {
    this.change = onChange;
    this.watching = signal;
  }
  get on(): number {
    return this.opened.filter(({isOn}) => isOn).length;
  }
  get last(): FakeMicrophone {
    const last = this.opened.at(-1);
    if (!last) throw new Error('no microphone was opened');
    return last;
  }
}

const LOUD = 0.5;

/** A recording whose sound the test sets. */
export class FakeRecording implements ActiveRecording {
  readonly sampleRate = 48_000;
  readonly options: RecorderOptions;
  readonly isOwn: boolean;
  readonly listener: RecordingListener;
  readonly calls: string[] = [];
  readonly #parts: ArrayBuffer[] = [];
  #duration = 0;
  /** Seconds that it reports only when it is finished. */
  rest = 0;
  /** The error with which finishing rejects. */
  failure?: Error;
  /** Resolves when the last part is to be encoded. */
  encoded: Promise<void> = Promise.resolve();

  constructor(options: RecorderOptions, listener: RecordingListener) {
    this.options = options;
    this.isOwn = isOwnEncoder(options.encoder);
    this.listener = listener;
  }
  pause = () => void this.calls.push('pause');
  resume = () => void this.calls.push('resume');
  close = () => void this.calls.push('close');

  /** Simulates this many seconds with one level. */
  hear(seconds: number, level = LOUD): void {
    this.#duration += seconds;
    const peaks = new Float32Array(Math.round(seconds * 20)).fill(level);
    this.listener.onProgress({duration: this.#duration, peaks});
  }
  /** Produces a whole part. */
  encode(): void {
    const bytes = new TextEncoder().encode(`part${this.#parts.length + 1} `).buffer;
    const samples = Math.round(this.#duration * this.sampleRate);
    this.listener.onPart({index: this.#parts.push(bytes), bytes, samples});
  }
  async finish(): Promise<FinishedRecording> {
    this.calls.push('finish');
    await this.encoded;
    if (this.failure) throw this.failure;
    if (!this.#duration) throw new SealedCaptureError('recording_empty', 'Nothing was recorded.');
    this.encode();
    return {
      infoFrame: new ArrayBuffer(4),
      blob: new Blob(this.#parts, {type: 'audio/mpeg'}),
      parts: this.#parts.length,
      duration: this.#duration + this.rest,
    };
  }
}

export class FakeRecorder implements Recorder {
  readonly made: FakeRecording[] = [];
  failure?: Error;
  /** Resolves when samples are to be taken. */
  started: Promise<void> = Promise.resolve();
  signal?: AbortSignal;

  async start(
    _: MediaStream,
    options: RecorderOptions,
    listener: RecordingListener,
    signal: AbortSignal,
  ): Promise<ActiveRecording> {
    this.signal = signal;
    await this.started;
    if (this.failure) throw this.failure;
    const recording = new FakeRecording(options, listener);
    this.made.push(recording);
    return recording;
  }
  get last(): FakeRecording {
    const last = this.made.at(-1);
    if (!last) throw new Error('nothing was recorded');
    return last;
  }
}

const opened = new Set<MicrophoneSession>();

/** Ends everything that runs for a recording. */
export function closeAll(): void {
  for (const session of opened) session.close();
  opened.clear();
}

/** A microphone on a page that stores recordings and has them sealed. */
export function setup(config?: ProtectionConfig, browser = new Browser(), keeper: Keeper = {}) {
  const page = new Page({browser, config, mode: 'audio'});
  const microphones = new FakeMicrophones();
  const recorder = new FakeRecorder();
  const {readings, clock, ...sensors} = sensing(browser, page);
  let recordings = 0;
  const random = {number: () => 0.5, uuid: () => `recording-${++recordings}`};
  /** A clock that stands still unless the test moves it. */
  const steady = {time: 0, now: () => steady.time};
  const screen = {isAwake: false};
  const ports = {
    ...sensors,
    keepAwake: (isAwake: boolean) => void (screen.isAwake = isAwake),
    microphones,
    recorder,
    recordings: page.recordings,
    clock,
    steadyClock: steady,
    random,
  };
  const session = new MicrophoneSession(ports, readings, keeper);
  opened.add(session);
  const states: string[] = [];
  session.addEventListener('change', () => {
    if (states.at(-1) !== session.state.name) states.push(session.state.name);
  });
  return {browser, page, microphones, recorder, screen, session, states, steady, ...sensors};
}

/** The same, while it records. */
export async function recording(...given: Parameters<typeof setup>) {
  const all = setup(...given);
  await all.session.start(all.page.protection, {});
  return all;
}
