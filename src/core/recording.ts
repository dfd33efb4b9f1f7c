import {SealedCaptureError, toSealedCaptureError} from '../model/errors.js';
import type {Job} from '../model/job.js';
import type {CaptureDetail} from '../model/protection-config.js';
import type {LiveMicrophone} from '../ports/audio/microphone.js';
import type {
  ActiveRecording,
  FinishedRecording,
  Recorder,
  RecordingListener,
} from '../ports/audio/recorder.js';
import type {Clock, Random} from '../ports/clock.js';
import type {RecordingStore} from '../ports/recording-store.js';
import type {CaptureContents} from './capture-contents.js';
import type {Draft, Kept} from './capture-intake.js';
import {KeptParts} from './kept-parts.js';
import type {MetadataReadings} from './metadata-readings.js';
import type {Protection} from './protection.js';
import {RecordingMetadata} from './recording-metadata.js';
import type {RecordingEnd} from './recording-session.js';
import type {Sound} from './recording-options.js';
import {Silence} from './silence.js';
import {Waveform} from './waveform.js';

export interface RecordingPorts {
  recorder: Recorder;
  recordings: RecordingStore;
  clock: Clock;
  random: Random;
}

/** What a recording needs of the protection queue. */
export interface RecordingQueue {
  /** What `add` would make of the draft, to be kept from the start. */
  prepare(protection: Protection, draft: Draft): Job;
  add(
    protection: Protection,
    draft: Draft,
    keep: (job: Job) => Promise<Kept>,
  ): Promise<CaptureDetail>;
  /** Makes a capture of the parts that were kept; undefined where none was. */
  recover(protection: Protection, captureId: string): Promise<CaptureDetail | undefined>;
}

/** What a recording is made with. */
export interface RecordingParts {
  ports: RecordingPorts;
  queue: RecordingQueue;
  readings: MetadataReadings;
  protection: Protection;
  microphone: LiveMicrophone;
  sound: Sound;
  /** More was recorded. */
  onProgress: () => void;
  /** `isMuted` changed. */
  onMuted: () => void;
  /** It ends by itself: call `finish`. May be called more than once. */
  onEnd: (end: RecordingEnd, error?: SealedCaptureError) => void;
}

/** What a recording has once samples are taken. */
interface Begun {
  active: ActiveRecording;
  metadata: RecordingMetadata;
  /** What it is kept as until it is finished. */
  draft: Draft;
}

/** One recording, from its first sample until it is a capture. */
export class Recording {
  readonly waveform = new Waveform();
  readonly #parts: RecordingParts;
  readonly #captureId: string;
  readonly #kept: KeptParts;
  readonly #silence: Silence;
  /** Why no sound comes. */
  readonly #mutes = new Set<'muted' | 'interrupted'>();
  #begun?: Begun;

  constructor(parts: RecordingParts) {
    const {ports, sound, onEnd} = parts;
    this.#parts = parts;
    this.#captureId = ports.random.uuid();
    this.#kept = new KeptParts(ports.recordings, this.#captureId, () => onEnd('storage-full'));
    this.#silence = new Silence(sound.silenceTimeout);
  }

  /** The system gives no sound at the moment. */
  get isMuted(): boolean {
    return this.#mutes.size > 0;
  }

  /** What it would be sealed with now; undefined before it has started. */
  contents(): CaptureContents | undefined {
    return this.#begun?.metadata.contents();
  }

  /** Resolves once samples are taken. Where it rejects, the microphone is still on. */
  async start(signal: AbortSignal): Promise<void> {
    const {ports, queue, readings, protection, microphone, sound} = this.#parts;
    const {recorder, clock} = ports;
    microphone.onMuted((muted) => this.#mute('muted', muted));
    const active = await recorder.start(microphone.stream, sound, this.#listener(), signal);
    try {
      signal.throwIfAborted();
      const {sampleRate} = active;
      const own = {...microphone.describe(), sampleRate, channels: sound.channels};
      const metadata = new RecordingMetadata(readings, clock, {microphone: own});
      const draft: Draft = {
        captureId: this.#captureId,
        mode: 'audio',
        mediaType: 'audio/mpeg',
        metadata: metadata.start,
        capturedAt: metadata.startedAt,
      };
      this.#kept.begin(queue.prepare(protection, draft));
      this.#begun = {active, metadata, draft};
    } catch (thrown) {
      active.close();
      throw thrown;
    }
  }

  pause(): void {
    this.#begun?.active.pause();
  }

  resume(): void {
    this.#silence.restart();
    this.#begun?.active.resume();
  }

  /**
   * Makes it a capture; the microphone is off when this returns. Where the encoder died, of what was kept, marked
   * `recovered`. Rejects with `recording_empty` where nothing was recorded.
   */
  async finish(): Promise<CaptureDetail> {
    const {ports, queue, protection, microphone} = this.#parts;
    if (!this.#begun) throw new SealedCaptureError('recording_empty', 'Nothing was recorded.');
    const {active, metadata, draft} = this.#begun;
    let finishing: Promise<FinishedRecording>;
    try {
      finishing = active.finish();
    } finally {
      microphone.stop();
    }
    const sealedWith = metadata.draft();
    const finished = await finishing.catch((thrown: unknown) =>
      toSealedCaptureError(thrown, 'encoding_failed'),
    );
    active.close();
    await this.#kept.settled();
    if (finished instanceof SealedCaptureError) return this.#recover(finished);
    const {blob, duration, infoFrame, parts} = finished;
    this.waveform.duration = duration;
    return queue.add(protection, {...draft, ...sealedWith, duration}, async (job) => ({
      blob,
      keeping: await ports.recordings.finish(job, {infoFrame, parts, blob}),
    }));
  }

  /** Drops all of it, and turns the microphone off. */
  discard(): void {
    this.#begun?.active.close();
    this.#parts.microphone.stop();
    this.#kept.discard();
  }

  #listener(): RecordingListener {
    const {onProgress, onEnd} = this.#parts;
    return {
      onPart: (part) => this.#kept.add(part),
      onProgress: (progress) => {
        this.waveform.add(progress);
        onProgress();
        if (this.#silence.hears(progress.peaks)) onEnd('silent');
      },
      onFull: () => onEnd('full'),
      onInterrupted: (interrupted) => this.#mute('interrupted', interrupted),
      onFailed: (error) => onEnd('failed', toSealedCaptureError(error, 'encoding_failed')),
    };
  }

  #mute(why: 'muted' | 'interrupted', isMuted: boolean): void {
    if (isMuted) this.#mutes.add(why);
    else this.#mutes.delete(why);
    this.#parts.onMuted();
  }

  async #recover(error: SealedCaptureError): Promise<CaptureDetail> {
    if (error.code === 'recording_empty') {
      this.#kept.discard();
      throw error;
    }
    const {queue, protection} = this.#parts;
    const detail = await queue.recover(protection, this.#captureId).catch(() => undefined);
    if (!detail) throw error;
    return detail;
  }
}
