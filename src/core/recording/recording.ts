import {SealedCaptureError, failureAs} from '@sealed-capture/seal/model/errors.js';
import {nowhere} from '@sealed-capture/seal/model/job/keeping.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {LiveMicrophone} from '../../ports/audio/microphone.js';
import type {
  ActiveRecording,
  FinishedRecording,
  Recorder,
  RecordingListener,
} from '../../ports/audio/recorder.js';
import type {Clock, Random} from '../../ports/browser/clock.js';
import type {RecordingStore} from '../../ports/captures/recording-store.js';
import type {CaptureContents} from '../metadata/capture-contents.js';
import {Bookmarks} from './bookmarks.js';
import {capturingOf, type Capturing, type Draft} from '../queue/draft.js';
import {KeptParts} from './kept-parts.js';
import {MissingSound} from './missing-sound.js';
import type {CaptureReadings} from '../metadata/late-readings.js';
import type {Protection} from '../queue/queue-client.js';
import {RecordingMetadata} from './recording-metadata.js';
import type {RecordingEnd} from './recording-session.js';
import type {SoundSettings} from './recording-session.js';
import {Silence} from './silence.js';
import {Waveform} from './waveform.js';

export interface RecordingPorts {
  recorder: Recorder;
  recordings: RecordingStore;
  clock: Clock;
  /** Milliseconds since any start; monotonic. */
  steadyClock: Clock;
  random: Random;
}

/** What a recording is made of. */
export interface RecordingParts {
  ports: RecordingPorts;
  readings: CaptureReadings;
  protection: Protection;
  microphone: LiveMicrophone;
  sound: SoundSettings;
  /** Called when more was recorded. */
  onProgress: () => void;
  /** Called when `isMuted` has changed. */
  onMuted: () => void;
  /** Called when the recording ends by itself: then call `finish`. May be called more than once. */
  onEnd: (end: RecordingEnd, error?: SealedCaptureError) => void;
}

/** What a recording has once samples arrive. */
interface Begun {
  active: ActiveRecording;
  /** Exists until the recording ends. */
  metadata?: RecordingMetadata;
  /** The draft that it is stored under until it is finished. */
  draft: Draft;
}

/** One recording, from its first sample until it is a capture. */
export class Recording {
  readonly waveform = new Waveform();
  readonly bookmarks = new Bookmarks();
  readonly #parts: RecordingParts;
  readonly #captureId: string;
  readonly #kept: KeptParts;
  readonly #silence: Silence;
  readonly #missing: MissingSound;
  /** Reasons why no sound comes. */
  readonly #mutes = new Set<'muted' | 'interrupted'>();
  readonly #discarded = new AbortController();
  #begun?: Begun;
  /** True once the recording is a capture. Discarding it then deletes the capture. */
  #isCapture = false;

  constructor(parts: RecordingParts) {
    const {ports, sound, onEnd} = parts;
    this.#parts = parts;
    this.#captureId = ports.random.uuid();
    this.#kept = new KeptParts(ports.recordings, this.#captureId, () =>
      onEnd('storage-full', new SealedCaptureError('storage_full', 'There is no room for more.')),
    );
    this.#silence = new Silence(sound.silenceTimeout);
    this.#missing = new MissingSound(ports.steadyClock);
  }

  get microphone(): LiveMicrophone {
    return this.#parts.microphone;
  }

  /** The system delivers no sound at the moment. */
  get isMuted(): boolean {
    return this.#mutes.size > 0;
  }

  /** What the recording would be sealed with now; undefined before it has started. */
  contents(): CaptureContents | undefined {
    return this.#begun?.metadata?.contents();
  }

  /** Resolves once samples arrive. If it rejects, the microphone is still on. */
  async start(signal: AbortSignal): Promise<void> {
    const {ports, readings, microphone, sound} = this.#parts;
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
        ...(active.isOwn && {origin: 'capture'}),
        metadata: metadata.start,
        capturedAt: metadata.startedAt,
        account: this.#capturing.accountOf(),
      };
      this.#begun = {active, metadata, draft};
      this.keepNews();
    } catch (thrown) {
      active.close();
      throw thrown;
    }
  }

  pause(): void {
    this.#missing.stop();
    this.#begun?.active.pause();
  }

  resume(): void {
    this.#silence.restart();
    this.#missing.restart();
    this.#begun?.active.resume();
  }

  /** Stores new metadata and bookmarks: otherwise the next visit would not have them after a crash. */
  keepNews(isForced = false): void {
    const {metadata: all, draft} = this.#begun ?? {};
    const news = all?.news() ?? (isForced ? all?.contents() : undefined);
    if (!draft || !news) return;
    const {metadata, gathered} = this.#marked(news);
    this.#kept.begin(this.#capturing.prepare({...draft, metadata, gathered}));
  }

  /** Stores the client's tags again, because they may have changed. */
  keepAgain(): void {
    this.keepNews(true);
  }

  /** Sets a bookmark and returns its time in seconds. */
  mark(name?: string): number {
    const seconds = Math.round(1000 * this.waveform.duration) / 1000;
    this.bookmarks.add(seconds, name);
    this.keepAgain();
    return seconds;
  }

  /**
   * Makes a capture of the recording; the microphone is off when this returns. If the encoder died, the capture
   * consists of the stored parts and is marked `recovered`. Rejects with `recording_empty` if nothing was recorded,
   * and with `aborted` if it was discarded meanwhile.
   */
  async finish(): Promise<CaptureDetail> {
    const {protection, microphone} = this.#parts;
    const begun = this.#begun;
    if (!begun?.metadata) {
      throw new SealedCaptureError('recording_empty', 'Nothing was recorded.');
    }
    const {active, metadata} = begun;
    this.#missing.stop();
    let finishing: Promise<FinishedRecording>;
    try {
      finishing = active.finish();
    } finally {
      microphone.stop();
    }
    const draft = {...begun.draft, ...this.#marked(metadata.draft())};
    this.#begun = {active, draft};
    const finished = await finishing.catch((thrown: unknown) =>
      failureAs('encoding_failed', thrown),
    );
    active.close();
    await this.#kept.settled();
    const {signal} = this.#discarded;
    signal.throwIfAborted();
    this.#isCapture = true;
    const detail = await this.#capture(finished, draft);
    if (signal.aborted) await protection.discard(detail.captureId).catch(() => undefined);
    signal.throwIfAborted();
    return detail;
  }

  /** Deletes the recording, also while it is being finished, and turns the microphone off. */
  discard(): void {
    this.#discarded.abort(new SealedCaptureError('aborted', 'The recording was discarded.'));
    this.#begun?.active.close();
    this.#parts.microphone.stop();
    if (!this.#isCapture) this.#kept.discard();
  }

  async #capture(
    finished: FinishedRecording | SealedCaptureError,
    draft: Draft,
  ): Promise<CaptureDetail> {
    if (finished instanceof SealedCaptureError) return this.#recover(finished, draft);
    const {ports} = this.#parts;
    const {blob, duration, infoFrame, parts} = finished;
    this.waveform.duration = duration;
    return this.#capturing.add({...draft, ...this.#lacks(draft), duration}, async (job) => ({
      blob,
      keeping: await ports.recordings.finish(job, {infoFrame, parts, blob}).catch(nowhere),
    }));
  }

  /** Adds the seconds of lost sound to the draft and to its metadata. */
  #lacks({metadata}: Draft): Pick<Draft, 'missing' | 'metadata'> {
    const {seconds: missing} = this.#missing;
    const {microphone} = metadata;
    if (!missing || !microphone || microphone.unavailableReason) return {missing, metadata};
    return {missing, metadata: {...metadata, microphone: {...microphone, missing}}};
  }

  get #capturing(): Capturing {
    return capturingOf(this.#parts.protection);
  }

  #listener(): RecordingListener {
    const {onProgress, onEnd} = this.#parts;
    return {
      onPart: (part) => {
        this.keepNews();
        this.#kept.add(part);
      },
      onProgress: (progress) => {
        this.waveform.add(progress);
        if (!this.isMuted) this.#missing.heard(progress.duration);
        onProgress();
        if (this.#silence.hears(progress.peaks)) onEnd('silent');
      },
      onFull: () => onEnd('full'),
      onInterrupted: (interrupted) => this.#mute('interrupted', interrupted),
      onFailed: (error) => onEnd('failed', failureAs('encoding_failed', error)),
    };
  }

  #mute(why: 'muted' | 'interrupted', isMuted: boolean): void {
    if (isMuted) this.#mutes.add(why);
    else this.#mutes.delete(why);
    this.#missing.restart();
    this.#parts.onMuted();
  }

  /** Adds the bookmarks, unless the page has switched the microphone section off. */
  #marked<Contents extends Pick<Draft, 'metadata'>>(contents: Contents): Contents {
    const {microphone} = contents.metadata;
    if (!microphone || microphone.unavailableReason) return contents;
    const marked = {...microphone, ...this.bookmarks.sealed};
    return {...contents, metadata: {...contents.metadata, microphone: marked}};
  }

  async #recover(error: SealedCaptureError, draft: Draft): Promise<CaptureDetail> {
    if (error.code === 'recording_empty') {
      this.#kept.discard();
      throw error;
    }
    const detail = await this.#capturing.recover(draft).catch(() => undefined);
    if (!detail) throw error;
    this.waveform.cut(detail.duration ?? 0);
    return detail;
  }
}
