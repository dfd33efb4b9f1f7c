import {SealedCaptureError, toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  CaptureDetail,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';
import type {LiveMicrophone, MicrophoneChoice, Microphones} from '../../ports/audio/microphone.js';
import type {RecordingEncoder} from '../../ports/audio/recorder.js';
import type {MotionPermission} from '../../ports/sensors/motion-permission.js';
import {
  isSameSummary,
  summaryUntilEnd,
  type CaptureContents,
} from '../metadata/capture-contents.js';
import type {CaptureReadings} from '../metadata/late-readings.js';
import {MicrophoneAccess} from './microphone-access.js';
import {Bookmarks} from './bookmarks.js';
import {MicrophoneAttempts} from './microphone-attempts.js';
import type {Protection} from '../queue/queue-client.js';
import type {Keeper} from '../queue/late-queue.js';
import {Recording, type RecordingPorts} from './recording.js';
import {soundOf, type SoundSettings} from './recording-session.js';
import {
  notRecording,
  type RecordingEnd,
  type RecordingOptions,
  type RecordingSession,
  type RecordingState,
} from './recording-session.js';
import {Sensing} from './sensing.js';
import {Waveform} from './waveform.js';

export interface MicrophonePorts extends RecordingPorts {
  microphones: Microphones;
  motionPermission: MotionPermission;
  /** Keeps the screen on, or no longer: a phone that locks itself may end the recording. */
  keepAwake?: (isAwake: boolean) => void;
}

/** The recording that is not a capture yet. */
type Made =
  | {name: 'recording'; recording: Recording}
  | {name: 'finishing'; recording: Recording; ending: Promise<CaptureDetail>};

/** The microphone of one element. It is on for a recording, and turned off synchronously when the recording ends. */
export class MicrophoneSession extends EventTarget implements RecordingSession {
  microphone: string | undefined;
  readonly #ports: MicrophonePorts;
  readonly #readings: CaptureReadings;
  readonly #keeper: Keeper;
  readonly #access: MicrophoneAccess;
  readonly #attempts = new MicrophoneAttempts();
  readonly #sensing: Sensing;
  #state: RecordingState = {name: 'idle'};
  #made?: Made;
  #waveform = new Waveform();
  #bookmarks = new Bookmarks();

  constructor(ports: MicrophonePorts, readings: CaptureReadings, keeper: Keeper = {}) {
    super();
    this.#ports = ports;
    this.#readings = readings;
    this.#keeper = keeper;
    this.#access = new MicrophoneAccess(ports.microphones, (isNews) =>
      this.#become(isNews ? this.#access.stateAfter(this.#state) : this.#state),
    );
    this.#sensing = new Sensing(readings, () => this.#readingsChanged());
  }

  get state(): RecordingState {
    return this.#state;
  }

  get permissionStatus(): PermissionStatus {
    return this.#access.status;
  }

  get isCapturing(): boolean {
    return !!this.#made;
  }

  get elapsed(): number {
    return this.#waveform.duration;
  }

  get peaks(): Float32Array {
    return this.#waveform.peaks;
  }

  get bookmarks(): readonly number[] {
    return this.#bookmarks.places;
  }

  get bookmarkNames(): readonly string[] {
    return this.#bookmarks.names;
  }

  get microphones(): readonly MicrophoneChoice[] {
    return this.#access.choices;
  }

  contents(): CaptureContents {
    const none = {microphone: {unavailableReason: 'not_available'}} as const;
    return this.#recording?.contents() ?? this.#readings.contents(none);
  }

  /** The recording that is running or paused. */
  get #recording(): Recording | undefined {
    return this.#made?.name === 'recording' ? this.#made.recording : undefined;
  }

  checkAccess(): Promise<void> {
    return this.#access.check();
  }

  loadEarly(encoder?: RecordingEncoder): void {
    this.#ports.recorder.load?.(encoder);
  }

  requestPermissions(): Promise<void> {
    this.#askSensors();
    if (this.isCapturing) return Promise.resolve();
    if (this.#attempts.current) return this.#attempts.current.settled;
    const {name} = this.#state;
    if (this.permissionStatus === 'granted' && (name === 'idle' || name === 'captured')) {
      this.#sensing.askPlace();
      return Promise.resolve();
    }
    return this.#attempts.begin(false, async (signal) => {
      const microphone = await this.#open(soundOf({}), signal);
      if (!microphone || signal.aborted) return;
      microphone.stop();
      this.#attempts.end();
      this.#become({name: 'idle'});
      this.#sensing.askPlace();
    });
  }

  start(protection: Protection, options: RecordingOptions): Promise<void> {
    if (this.#recording) return Promise.resolve();
    if (this.#attempts.current?.records) return this.#attempts.current.settled;
    this.#askSensors();
    return this.#attempts.begin(true, (signal) => this.#record(protection, options, signal));
  }

  pause(): void {
    if (this.#state.name !== 'recording') throw notRecording();
    this.#recording?.pause();
    this.#become({name: 'paused', ...this.#summary()});
  }

  resume(): void {
    if (this.#state.name !== 'paused' || !this.#recording) throw notRecording();
    this.#recording.resume();
    this.#becomeRecording(this.#recording);
  }

  keepAgain(): void {
    this.#recording?.keepAgain();
  }

  mark(name?: string): number {
    if (!this.#recording) throw notRecording();
    const seconds = this.#recording.mark(name);
    this.dispatchEvent(new Event('change'));
    return seconds;
  }

  nameBookmark(index: number, name: string): void {
    this.#bookmarks.rename(index, name);
  }

  stop(): Promise<CaptureDetail> {
    if (this.#attempts.current?.records) {
      this.#attempts.giveUp();
      if (!this.#made) this.#rest();
      return Promise.reject(notRecording());
    }
    this.#end('stopped');
    return this.#made?.name === 'finishing' ? this.#made.ending : Promise.reject(notRecording());
  }

  discard(): void {
    const isNextMeant = !!this.#attempts.current;
    this.#attempts.giveUp();
    if (this.#made?.name === 'finishing') {
      if (!isNextMeant) this.#made.recording.discard();
      return;
    }
    this.#made?.recording.discard();
    this.#made = undefined;
    this.#waveform = new Waveform();
    this.#bookmarks = new Bookmarks();
    switch (this.#state.name) {
      case 'pending':
      case 'recording':
      case 'paused':
      case 'captured':
        this.#rest();
        return;
      default:
        this.#sensing.stop();
    }
  }

  close(): void {
    this.#access.close();
    this.#attempts.giveUp();
    this.#end('closed');
    this.#sensing.stop();
    const {name} = this.#state;
    if (!this.#made && name !== 'captured' && name !== 'idle') this.#rest();
  }

  #rest(): void {
    this.#sensing.stop();
    this.#become({name: 'idle'});
  }

  /** Called before the first await, which would end the gesture. Not awaited, because the person may never answer. */
  #askSensors(): void {
    void this.#ports.motionPermission.request();
    this.#readings.askAgain();
  }

  /** Opens the microphone. Undefined if that failed, as `state` then says, or was given up. */
  async #open(
    {channels, processing}: Pick<SoundSettings, 'channels' | 'processing'>,
    signal: AbortSignal,
  ): Promise<LiveMicrophone | undefined> {
    const opening = this.#access.open({deviceId: this.microphone, channels, processing, signal});
    this.#become({name: 'pending'});
    const outcome = await opening;
    if (outcome?.name === 'live') return outcome.microphone;
    if (outcome) this.#fail(outcome);
    return undefined;
  }

  async #record(
    protection: Protection,
    options: RecordingOptions,
    signal: AbortSignal,
  ): Promise<void> {
    if (this.#made?.name === 'finishing') await this.#made.ending.catch(() => undefined);
    if (signal.aborted) return;
    const sound = soundOf(options);
    const microphone = await this.#open(sound, signal);
    if (!microphone || signal.aborted) return;
    // Subscribed at once, because the microphone may be taken away before anything is recorded.
    microphone.onLost(() => {
      const error = new SealedCaptureError('device_lost', 'The microphone was taken away.');
      if (this.#attempts.isCurrent(signal)) this.#fail({name: 'failed', error});
      else if (this.#recording?.microphone === microphone) this.#end('device-lost', error);
    });
    const missing = await this.#keeper.loaded?.();
    if (signal.aborted) return;
    if (missing) return this.#fail({name: 'failed', error: missing});
    this.#sensing.collect();
    const recording: Recording = new Recording({
      ports: this.#ports,
      readings: this.#readings,
      protection,
      microphone,
      sound,
      onProgress: () => this.dispatchEvent(new Event('progress')),
      onMuted: () => {
        if (this.#recording === recording && this.#state.name === 'recording') {
          this.#becomeRecording(recording);
        }
      },
      onEnd: (end, error) => {
        if (this.#recording === recording) this.#end(end, error);
      },
    });
    try {
      await recording.start(signal);
    } catch (thrown) {
      const error = toSealedCaptureError(thrown, 'encoding_failed');
      if (!signal.aborted) this.#fail({name: 'failed', error});
      return;
    }
    if (signal.aborted) return recording.discard();
    this.#attempts.end();
    this.#made = {name: 'recording', recording};
    this.#waveform = recording.waveform;
    this.#bookmarks = recording.bookmarks;
    this.#becomeRecording(recording);
  }

  /** Ends the recording; only the first call counts. */
  #end(end: RecordingEnd, error?: SealedCaptureError): void {
    const recording = this.#recording;
    if (!recording) return;
    if (error && !this.elapsed) {
      recording.discard();
      this.#made = undefined;
      return this.#fail({name: 'failed', error});
    }
    const ending = this.#finish(recording, end, error);
    this.#made = {name: 'finishing', recording, ending};
    // Callers that do not wait see the state.
    ending.catch(() => undefined);
    this.#become({name: 'finishing'});
  }

  async #finish(
    recording: Recording,
    end: RecordingEnd,
    error?: SealedCaptureError,
  ): Promise<CaptureDetail> {
    try {
      const finishing = recording.finish();
      this.#sensing.stop();
      const detail = await finishing;
      this.#made = undefined;
      this.#become({name: 'captured', detail, end: detail.recovered ? 'failed' : end});
      return detail;
    } catch (thrown) {
      this.#made = undefined;
      const failure = toSealedCaptureError(thrown, 'encoding_failed');
      this.#become(stateWithout(failure, error));
      throw failure;
    }
  }

  /** Ends an attempt that failed before anything was recorded. */
  #fail(refusal: RecordingState): void {
    this.#attempts.giveUp();
    this.#sensing.stop();
    this.#become(refusal);
  }

  #readingsChanged(): void {
    const {state} = this;
    if (state.name !== 'recording' && state.name !== 'paused') return;
    const summary = this.#summary();
    // At once, because no part of the sound may follow, as in a pause.
    this.#recording?.keepNews();
    if (!isSameSummary(state, summary)) this.#become({...state, ...summary});
  }

  #summary() {
    return summaryUntilEnd(this.contents().metadata);
  }

  #becomeRecording({isMuted}: Recording): void {
    this.#become({name: 'recording', muted: isMuted, ...this.#summary()});
  }

  #become(state: RecordingState): void {
    this.#state = state;
    this.#ports.keepAwake?.(state.name === 'recording');
    this.dispatchEvent(new Event('change'));
  }
}

/** The state after a recording that yielded nothing; `error` is why it ended by itself. */
function stateWithout(failure: SealedCaptureError, error?: SealedCaptureError): RecordingState {
  const {code} = failure;
  if (code === 'aborted') return {name: 'idle'};
  if (code !== 'recording_empty') return {name: 'failed', error: failure};
  return error ? {name: 'failed', error} : {name: 'idle'};
}
