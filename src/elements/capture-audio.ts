import {html, nothing} from 'lit';
import {microphoneOfElement} from '../core/wiring/elements/microphone.js';
import type {CaptureScope, ProtectionClient} from '../core/queue/queue-client.js';
import type {RecordingOptions} from '../core/recording/recording-session.js';
import type {
  CaptureDetail,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';
import {CaptureElement} from './capture-element.js';
import {defineElement} from './define-element.js';
import {ConnectedSession, type Stand} from './capture-audio/connected-session.js';
import {renderCaptionField} from './capture-audio/caption.js';
import {withCaption} from './capture/with-caption.js';
import {FinishedRecordings} from './capture-audio/finished-recordings.js';
import {givenFunctions} from './capture-audio/given-functions.js';
import {LevelReading} from './capture-audio/desk/level.js';
import {refusalOf} from './capture-audio/desk/microphone-screen.js';
import {NO_PEAKS, renderOutcome, type Recorded} from './capture-audio/outcome.js';
import {readyWords, renderRecorder} from './capture-audio/desk/recorder.js';
import {recorderButtons} from './capture-audio/recorder-buttons.js';
import type {LateRecordings} from './capture-audio/recordings/late-recordings.js';
import {RecordingAnnouncements} from './capture-audio/recording-announcements.js';
import {styles} from './capture-audio/styles.js';
import {UnseenRecording} from './capture-audio/unseen-recording.js';
import {elementOf, type WaveformRef} from './capture-audio/waveform/waveform-ref.js';
import {soundOf, WaveformView} from './capture-audio/waveform/waveform-view.js';
import type {Waveform} from './capture-audio/waveform/waveform.js';
import {partNotice, renderNotice} from './capture/notice.js';
import type {CaptureCore} from './core-context.js';
import {LatePart, whenIdle} from './late-part.js';
import {recordingOptions} from './options/table.js';
import {Player} from './player/player.js';
import {captureAudio} from '../lang/compiled/en/capture-audio.js';
import {captureOfRecordings} from '../lang/compiled/en/capture-of-recordings.js';
import {player} from '../lang/compiled/en/player.js';
import {Localize} from './strings/localize.js';
import type {Milliseconds, Seconds} from '@sealed-capture/seal/model/units.js';

/**
 * Records sound as MP3, and has each recording sealed a moment after it stops. The microphone is on from the press of
 * the button until the recording ends, and only then: it goes on while the element is hidden. Removing the element from the
 * document ends the recording, which is stored and sealed like any other; `moveBefore` lets it continue.
 *
 * @fires {CaptureEvent} capture - The raw recording, as soon as it has ended. `recovered`: a reload or a crash
 *   interrupted it, and this is the part that was stored.
 * @fires {CaptureEvent} captured - The same, right after it, for frameworks that never call a listener for `capture`.
 * @fires {ProtectedEvent} protected - The sealed recording. `waitUntil` keeps it until the page has stored it.
 * @fires {ProtectErrorEvent} protect-error - A recording was not sealed and a person is needed, the service has not
 *   answered for a minute, or there is no recording because microphone or encoder failed. See `code`.
 * @fires {VisibilityChangeEvent} visibility-change - A recording goes on although nobody sees the element (`visible` is
 *   false), or does so no longer.
 * @csspart waveform - The area in which the waveform is drawn, unless the page provides its own element.
 * @csspart record - The button that starts and stops.
 * @csspart pause - The button that pauses and resumes.
 * @csspart discard - The button that deletes the recording, while it is made and afterwards.
 * @csspart time - The elapsed and the remaining time.
 * @csspart level - The level, as a bar and in words.
 * @csspart contents - The text that names what will be sealed.
 * @csspart mark - The button that sets a bookmark while it records.
 * @csspart mark-name - The text field for the name of the newest bookmark.
 * @csspart caption - The text field for a caption.
 * @csspart again - The button that starts another recording.
 * @csspart seal - The state of the seal.
 * @csspart player - The player of the recording.
 * @csspart recordings - The list of all recordings, if there are others than the one that is shown.
 * @csspart sharing - The dialog before files are shared or saved.
 * @csspart reason - The reason why a recording ended without a press, or was not sealed or not uploaded.
 */
export class CaptureAudio extends CaptureElement {
  static override styles = styles;

  static {
    this.takeOptions(recordingOptions);
  }

  /** CSS pixels: the height of the waveform. */
  declare height: number;

  /**
   * Colour of the waveform. In dark pages the default is the colour of the text; a colour that is set is used
   * unchanged.
   */
  declare waveColor: string;

  /** Where the waveform is drawn. If unset, or while the reference is empty: in the element itself. */
  declare waveformRef?: WaveformRef;

  /** Kilobits per second, from 8 to 320; the nearest valid bit rate is used. */
  declare bitRate?: number;

  /** 1 for mono, or 2 for stereo. */
  declare channels?: 1 | 2;

  /**
   * Lets the browser remove echo and noise and level the loudness. If off, the sound is sealed as the microphone
   * delivers it.
   */
  declare audioProcessing?: boolean;

  /** Seconds after which a recording ends by itself, to the sample. Default: none. */
  declare maxDuration?: Seconds;

  /** Milliseconds of silence after which a recording ends by itself. Default: none. */
  declare silenceTimeout?: Milliseconds;

  /**
   * What a person says about the next or current recording: at most 1,000 characters. Sealed as the tag `caption`
   * unless it is empty, and cleared once that recording is a capture.
   */
  declare caption: string;

  /** Shows a text field for the caption: before and while it records, and after the stop, until the recording is sealed. */
  declare captionField: boolean;

  /** Used instead of the default encoder, e.g. that of `sealed-capture/wasm-encoder`. */
  declare encoder?: RecordingOptions['encoder'];

  override readonly mode = 'audio';

  protected override readonly say: Localize = new Localize(this, {
    ...captureOfRecordings,
    ...player,
    ...captureAudio,
  });
  protected override readonly announcements = new RecordingAnnouncements(this, this.say);
  readonly #level = new LevelReading();
  readonly #player: Player = new Player(this, (fraction) => {
    this.#wave.showProgress(fraction);
  });
  readonly #wave = new WaveformView(this, {
    wave: () => ({
      sound: soundOf(this.#finished.shown, this.#microphone.session),
      elsewhere: elementOf(this.waveformRef),
      height: this.height,
      waveColor: this.own('waveColor') as string | undefined,
    }),
    load: () => this.importWaveform(),
    seek: (fraction) => this.#player.seek(fraction),
  });
  readonly #finished = new FinishedRecordings((shown) => {
    this.#player.load(shown?.detail.blob, shown?.detail.duration);
    this.requestUpdate();
  });
  /** The list of recordings and what it does; loaded when the page is idle. */
  readonly #recordings: LatePart<LateRecordings> = new LatePart(this, async () => {
    const {LateRecordings} = await this.importRecordings();
    return new LateRecordings(this, {
      connection: () => this.connection,
      failures: this.failures,
      finished: this.#finished,
      player: this.#player,
      isMaking: () => this.#microphone.isMaking,
      isPaused: () => this.#microphone.stand.state.name === 'paused',
      session: () => this.#microphone.session,
      remove: (captureId) => void this.#buttons.remove(captureId),
      announce: (text) => this.announcements.announce(text),
      functions: givenFunctions(this.say),
    });
  });

  protected override get isRecording(): boolean {
    return this.#microphone.isRecording;
  }

  override get permissionStatus(): PermissionStatus {
    return this.#microphone.stand.permissionStatus;
  }

  override get isCapturing(): boolean {
    return this.#microphone.session?.isCapturing ?? false;
  }

  /**
   * Asks for motion sensors, microphone and location, as far as they were not asked for yet, and turns the
   * microphone off again. Call it in a person's gesture, because browsers ask for motion sensors only there. A
   * refused location or motion sensor does not stop it.
   */
  async requestPermissions(): Promise<PermissionStatus> {
    await this.#microphone.session?.requestPermissions();
    return this.permissionStatus;
  }

  /**
   * Starts to record, and asks for the same permissions as `requestPermissions`. Call it in a person's gesture.
   * Does nothing while a recording is being made. Rejects with `permission_denied`, `permission_blocked`,
   * `device_not_found`, `device_in_use` or `insecure_context` if the microphone is not allowed or missing, with
   * `not_capturing` if the start was cancelled, otherwise with the reason why nothing is recorded.
   */
  async startRecording(): Promise<void> {
    await this.#start();
    const {state} = this.#microphone.stand;
    if (state.name !== 'recording' && state.name !== 'paused') throw refusalOf(state, this.say);
  }

  /** Pauses the recording; sound during the pause is not in it. Throws `not_capturing` unless it is recording. */
  pauseRecording() {
    this.#microphone.open.pause();
  }

  /** Resumes the recording. Throws `not_capturing` unless it is paused. */
  resumeRecording() {
    this.#microphone.open.resume();
  }

  /**
   * Sets a bookmark in the recording and returns its time in seconds from the beginning. Bookmarks are sealed with it, with
   * their names. Throws `not_capturing` unless it is recording or paused, and `configuration_invalid` if the name has more
   * than 100 characters.
   */
  addBookmark(name?: string): Seconds {
    const seconds = this.#microphone.open.mark(name);
    this.announcements.marked(seconds);
    return seconds;
  }

  /**
   * Ends the recording and stores it; its event is dispatched before this resolves. Rejects with `not_capturing` if
   * there is no recording, and with `recording_empty` if nothing was recorded.
   */
  async stopRecording(): Promise<CaptureDetail> {
    return await this.#microphone.open.stop();
  }

  /** Deletes the recording that is being made. To delete one that has ended, use `discard`. */
  discardRecording() {
    if (!this.#microphone.isMaking) return;
    // The state changes later in this case.
    if (this.#microphone.stand.state.name === 'finishing') this.announcements.discarded();
    this.#microphone.open.discard();
  }

  override async discard(captureId: string, options?: CaptureScope) {
    await super.discard(captureId, options);
    if (!this.#finished.forget(captureId)) return;
    if (this.#microphone.stand.state.name === 'captured') this.#microphone.open.discard();
    this.announcements.discarded();
  }

  protected override get sealedOptions() {
    return withCaption(super.sealedOptions, this.caption);
  }

  protected override connected(client: ProtectionClient, core?: CaptureCore) {
    this.#microphone.connect(core?.createRecordingSession(client) ?? microphoneOfElement(client));
  }

  override connectedMoveCallback() {
    super.connectedMoveCallback();
    this.#unseen.look();
  }

  protected override released() {
    this.#microphone.disconnect();
    this.#unseen.look();
  }

  protected override shown(detail: CaptureDetail) {
    this.#finished.show({detail, end: 'stopped', peaks: NO_PEAKS});
  }

  protected override cleared() {
    this.#finished.show();
  }

  protected override captured(detail: CaptureDetail) {
    const isOwn = this.#microphone.stand.state.name === 'finishing' || !this.isConnected;
    if (isOwn && !detail.recovered) {
      this.#recordings.part?.caption.made(detail.captureId);
      this.caption = '';
    }
    const recorded: Recorded = {
      detail,
      end: detail.recovered ? 'recovered' : 'closed',
      peaks: NO_PEAKS,
    };
    // The element's own capture is reported again by the session, with how it ended.
    if (this.#finished.shown || this.#microphone.isMaking) {
      this.#finished.keep(recorded);
    } else this.#tell(recorded);
  }

  protected override withhold(captureIds: readonly string[], isWithheld: boolean) {
    // A recording that was started since then is not hidden.
    if (isWithheld || !this.#microphone.isMaking) this.#finished.withhold(captureIds, isWithheld);
    super.withhold(captureIds, isWithheld);
  }

  protected override willUpdate() {
    const {session, stand} = this.#microphone;
    if (!session || stand.state.name !== 'recording') return;
    const {peaks} = session;
    this.announcements.heard(this.#level.of(peaks).level, peaks.length);
  }

  protected override render() {
    const {shown} = this.#finished;
    const id = shown?.detail.captureId;
    const missed = [this.failures, this.#recordings].find(({isMissed}) => isMissed);
    const others = this.protections.filter(({captureId}) => captureId !== id);
    return html`<div
      part="frame"
      class="frame"
      role="group"
      aria-label=${this.formControl.labelText || this.say.term('recordGroup')}
      aria-disabled=${this.isDisabled}
      @keydown=${this.#buttons.onKey}
    >
      ${shown ? this.#renderOutcome(shown) : this.#renderRecorder()}
      ${this.#wave.isMissing ? partNotice(this.say.term('recordWaveMissing'), this.#wave.drawing, this.say) : nothing}
      ${missed ? partNotice(this.say.term('recordPartMissing'), missed, this.say) : nothing}
      ${renderNotice(others, this.storage, this.mode, this.say, this.retry, this.failures.part, undefined, this.protections)}
      ${this.formControl.renderNotice()} ${this.#recordings.part?.render()}
      ${this.announcements.render()}
    </div>`;
  }

  #renderOutcome(recorded: Recorded) {
    const {captureId, blob} = recorded.detail;
    const {files} = this.formControl;
    const isMissing = this.name && this.form && !files.ids.includes(captureId);
    const include = () => {
      files.add(captureId, blob);
      this.formControl.changed();
    };
    const summary = this.protections.find((capture) => capture.captureId === captureId);
    return renderOutcome(
      {
        ...this.#common,
        recorded,
        summary,
        save: summary && this.#recordings.part?.renderSave(summary),
        caption: this.#recordings.part?.caption.render(captureId),
        failures: this.failures.part,
        player: this.#player.render(this.say, recorded.bookmarks, recorded.bookmarkNames),
        include: isMissing ? include : undefined,
        retry: this.retry,
      },
      this.say,
    );
  }

  #renderRecorder() {
    const {session, stand} = this.#microphone;
    const written = () => session?.keepAgain();
    return renderRecorder(
      {
        ...this.#common,
        ...stand,
        level: this.#level,
        sensors: this.configuration.options.sensors,
        caption: renderCaptionField(this, this.isDisabled, written, this.say, written),
        late: this.#recordings.part?.renderWhileMaking(),
        wayOut: this.wayOut.part,
      },
      this.say,
    );
  }

  /** What is needed to render a recorder, and a finished recording. */
  get #common() {
    const {isDisabled, maxDuration} = this;
    const room = elementOf(this.waveformRef)
      ? undefined
      : readyWords(this.configuration.options.sensors, this.say);
    const {session} = this.#microphone;
    return {session, isDisabled, maxDuration, room, buttons: this.#buttons};
  }

  /** Loaded separately, because it would be a sixth of the entry. */
  protected importWaveform(): Promise<{Waveform: typeof Waveform}> {
    return import('./capture-audio/waveform/waveform.js');
  }

  /** Loaded separately: a recording is made without it. */
  protected importRecordings(): Promise<{LateRecordings: typeof LateRecordings}> {
    return import('./capture-audio/recordings/late-recordings.js');
  }

  async #start() {
    const {open: session} = this.#microphone;
    void this.#wave.drawing.load();
    if (!this.#microphone.isMaking) this.#finished.show();
    const {bitRate, channels, audioProcessing, maxDuration, silenceTimeout, encoder} = this;
    const options = {bitRate, channels, audioProcessing, maxDuration, silenceTimeout, encoder};
    await session.start(this.connection, options);
  }

  #tell(recorded: Recorded) {
    this.#finished.show(recorded);
    if (this.#recordings.part?.caption.open(recorded)) return;
    this.announcements.ended(recorded, this.autoProtect);
  }

  #onStand = (before: Stand) => {
    const {session, stand} = this.#microphone;
    const {state} = stand;
    // A recording that was shown while the last one was finishing gives way to the new one.
    if ('includes' in state && this.#finished.shown) this.#finished.show();
    if (state !== before.state) {
      // While a finished recording is shown, obstacles to another one are not visible.
      if (!this.#finished.shown) this.announcements.changed(state, before.state);
      if (state.name === 'captured') {
        const {peaks = NO_PEAKS, bookmarks, bookmarkNames} = session ?? {};
        this.#tell({...state, peaks: peaks.slice(), bookmarks, bookmarkNames});
        void this.#recordings.load();
        // The encoder died, and the recording was recovered in this visit, which `recovered` alone does not show. Its
        // caption is sealed with it, as with any finished recording.
        if (state.detail.recovered) this.caption = '';
      }
      if (state.name === 'failed') this.onFailure('', 'encoding_failed')(state.error);
    }
    this.deviceStateChanged(state, before.permissionStatus);
    this.#unseen.look();
  };

  readonly #microphone = new ConnectedSession(this, this.#onStand);
  readonly #unseen = new UnseenRecording(
    this,
    () => this.isRecording,
    () => {
      this.seen();
      whenIdle(() => this.#microphone.loadEarly(this.encoder));
    },
  );
  readonly #buttons = recorderButtons(this, {
    microphone: this.#microphone,
    finished: this.#finished,
    failures: this.failures,
    announcements: this.announcements,
    focused: this.focused,
    say: this.say,
    start: () => this.#start(),
    failed: this.onFailure,
  });
}

defineElement('capture-audio', CaptureAudio);

declare global {
  interface HTMLElementTagNameMap {
    'capture-audio': CaptureAudio;
  }
}
