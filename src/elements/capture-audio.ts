import {html, nothing, type PropertyValues} from 'lit';
import {microphoneOfElement} from '../core/wiring/elements/microphone.js';
import type {CaptureScope, ProtectionClient} from '../core/queue/queue-client.js';
import {
  notRecording,
  type RecordingOptions,
  type RecordingState,
} from '../core/recording/recording-session.js';
import {toSealedCaptureError} from '@sealed-capture/seal/model/errors.js';
import type {
  CaptureDetail,
  PermissionStatus,
} from '@sealed-capture/seal/model/protection-config.js';
import {CaptureElement} from './capture-element.js';
import {defineElement} from './define-element.js';
import {ConnectedSession, type Stand} from './capture-audio/connected-session.js';
import {renderCaptionField, withCaption} from './capture-audio/caption.js';
import {isBookmarkKey} from './capture-audio/bookmarks.js';
import {renderChoice} from './capture-audio/desk/desk.js';
import {FinishedRecordings} from './capture-audio/finished-recordings.js';
import {LevelReading} from './capture-audio/desk/level.js';
import {refusalOf} from './capture-audio/desk/microphone-screen.js';
import {NO_PEAKS, renderOthers, renderOutcome, type Recorded} from './capture-audio/outcome.js';
import {readyWords, renderRecorder} from './capture-audio/desk/recorder.js';
import {RecordingAnnouncements} from './capture-audio/recording-announcements.js';
import {styles} from './capture-audio/styles.js';
import {elementOf, type WaveformRef} from './capture-audio/waveform/waveform-ref.js';
import {soundOf, WaveformView} from './capture-audio/waveform/waveform-view.js';
import type {Waveform} from './capture-audio/waveform/waveform.js';
import {partNotice, renderNotice} from './capture/notice.js';
import {Sighting} from './capture/sight.js';
import type {CaptureCore} from './core-context.js';
import {LatePart} from './late-part.js';
import {recordingOptions} from './options/table.js';
import {Player} from './player/player.js';
import {captureAudio} from '../lang/compiled/en/capture-audio.js';
import {captureOfRecordings} from '../lang/compiled/en/capture-of-recordings.js';
import {player} from '../lang/compiled/en/player.js';
import {Localize} from './strings/localize.js';
import {VisibilityChangeEvent} from './events.js';
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
 * @fires {ProtectErrorEvent} protect-error - A recording was not sealed and a person is needed, or there is no recording
 *   because microphone or encoder failed. See `code`.
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
 * @csspart caption - The text field for a caption.
 * @csspart again - The button that starts another recording.
 * @csspart seal - The state of the seal.
 * @csspart player - The player of the recording.
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

  /** Shows a text field for the caption, before and while it records. */
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
  readonly #player = new Player(this, (fraction) => {
    this.#wave.showProgress(fraction);
  });
  readonly #wave = new WaveformView(this, (fraction) => {
    this.#player.seek(fraction);
  });
  /** The page was told that a recording goes on unseen. */
  #isUnseen = false;
  /** Draws the waveform; recording works without it. */
  readonly #drawing: LatePart<{Waveform: typeof Waveform}> = new LatePart(this, () =>
    this.importWaveform(),
  );
  readonly #finished = new FinishedRecordings(
    () => this.protections.filter(({captureId}) => !this.failures.part?.isGoing(captureId)),
    (shown) => {
      this.#player.load(shown?.detail.blob, shown?.detail.duration);
      this.requestUpdate();
    },
  );

  protected override get isRecording(): boolean {
    return 'includes' in this.#microphone.stand.state;
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
    this.#open.pause();
  }

  /** Resumes the recording. Throws `not_capturing` unless it is paused. */
  resumeRecording() {
    this.#open.resume();
  }

  /**
   * Sets a bookmark in the recording and returns its time in seconds from the beginning. Bookmarks are sealed with it. Throws
   * `not_capturing` unless it is recording or paused.
   */
  addBookmark(): Seconds {
    const seconds = this.#open.mark();
    this.announcements.marked(seconds);
    return seconds;
  }

  /**
   * Ends the recording and stores it; its event is dispatched before this resolves. Rejects with `not_capturing` if
   * there is no recording, and with `recording_empty` if nothing was recorded.
   */
  async stopRecording(): Promise<CaptureDetail> {
    return await this.#open.stop();
  }

  /** Deletes the recording that is being made. To delete one that has ended, use `discard`. */
  discardRecording() {
    const {state} = this.#microphone.stand;
    if (!isMaking(state)) return;
    // The state changes later in this case.
    if (state.name === 'finishing') this.announcements.discarded();
    this.#open.discard();
  }

  override async discard(captureId: string, options?: CaptureScope) {
    await super.discard(captureId, options);
    this.#finished.forget(captureId);
    if (this.#finished.shown?.detail.captureId !== captureId) return;
    this.#finished.show();
    if (this.#microphone.stand.state.name === 'captured') this.#open.discard();
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
    this.#tellSight();
  }

  protected override released() {
    this.#microphone.disconnect();
    this.#tellSight();
  }

  protected override shown(detail: CaptureDetail) {
    this.#finished.show({detail, end: 'stopped', peaks: NO_PEAKS});
  }

  protected override cleared() {
    this.#finished.show();
  }

  protected override captured(detail: CaptureDetail) {
    const isOwn = this.#microphone.stand.state.name === 'finishing' || !this.isConnected;
    if (isOwn && !detail.recovered) this.caption = '';
    const recorded: Recorded = {
      detail,
      end: detail.recovered ? 'recovered' : 'closed',
      peaks: NO_PEAKS,
    };
    // The element's own capture is reported again by the session, with how it ended.
    if (this.#finished.shown || isMaking(this.#microphone.stand.state)) {
      this.#finished.keep(recorded);
    } else this.#tell(recorded);
  }

  protected override withhold(captureIds: readonly string[], isWithheld: boolean) {
    this.#finished.withhold(captureIds, isWithheld);
    super.withhold(captureIds, isWithheld);
  }

  protected override willUpdate() {
    const {session, stand} = this.#microphone;
    if (!session || stand.state.name !== 'recording') return;
    const {peaks} = session;
    this.announcements.heard(this.#level.of(peaks).level, peaks.length);
  }

  protected override updated(changed: PropertyValues) {
    super.updated(changed);
    const own = this.renderRoot.querySelector<HTMLElement>('.wave');
    this.#wave.update(this.#sound, {
      own,
      elsewhere: elementOf(this.waveformRef),
      height: this.height,
      waveColor: this.own('waveColor') as string | undefined,
      drawing: this.#drawing.part,
    });
  }

  protected override render() {
    const {shown} = this.#finished;
    const id = shown?.detail.captureId;
    const others = this.protections.filter(({captureId}) => captureId !== id);
    return html`<div
      part="frame"
      class="frame"
      role="group"
      aria-label=${this.formControl.labelText || this.say.term('recordGroup')}
      aria-disabled=${this.isDisabled}
      @keydown=${this.#onKey}
    >
      ${shown ? this.#renderOutcome(shown) : this.#renderRecorder()} ${this.#renderOthers()}
      ${this.#renderMissing()}
      ${renderNotice(others, this.storage, this.mode, this.say, this.retry, this.failures.part)}
      ${this.formControl.renderNotice()} ${this.announcements.render()}
    </div>`;
  }

  /** Loaded separately, because it would be a sixth of the entry. */
  protected importWaveform(): Promise<{Waveform: typeof Waveform}> {
    return import('./capture-audio/waveform/waveform.js');
  }

  /** The recording that the waveform shows. */
  get #sound() {
    return soundOf(this.#finished.shown, this.#microphone.session);
  }

  #renderOutcome(recorded: Recorded) {
    const {session} = this.#microphone;
    const {captureId} = recorded.detail;
    return renderOutcome(
      {
        recorded,
        summary: this.protections.find((capture) => capture.captureId === captureId),
        isDisabled: this.isDisabled,
        failures: this.failures.part,
        maxDuration: this.maxDuration,
        room: this.#room,
        player: this.#player.render(this.say, recorded.bookmarks),
        include:
          this.name && this.form && !this.formControl.files.ids.includes(captureId)
            ? () => {
                this.formControl.files.add(captureId, recorded.detail.blob);
                this.formControl.changed();
              }
            : undefined,
        choice: session ? renderChoice(session, this.say) : nothing,
        retry: () => {
          this.retry(captureId);
        },
        discard: () => void this.#delete(captureId),
        again: this.#onRecord,
      },
      this.say,
    );
  }

  #renderRecorder() {
    const {session, stand} = this.#microphone;
    return renderRecorder(
      {
        ...stand,
        session,
        isDisabled: this.isDisabled,
        level: this.#level,
        sensors: this.configuration.options.sensors,
        maxDuration: this.maxDuration,
        room: this.#room,
        record: this.#onRecord,
        pause: this.#onPause,
        remove: this.#onRemove,
        mark: this.#onMark,
        caption: this.#renderCaption(),
        ask: () => void this.requestPermissions(),
        wayOut: this.wayOut.part,
      },
      this.say,
    );
  }

  #renderOthers() {
    if (isMaking(this.#microphone.stand.state)) return nothing;
    return renderOthers(this.#finished, this.say);
  }

  /** Notices about parts that could not be loaded. */
  #renderMissing() {
    const {say, failures} = this;
    return [
      this.#drawing.hasFailed && this.#sound
        ? partNotice(say.term('recordWaveMissing'), this.#drawing, say)
        : nothing,
      failures.isMissed ? partNotice(say.term('recordPartMissing'), failures, say) : nothing,
    ];
  }

  #renderCaption() {
    if (!this.captionField) return nothing;
    const write = (caption: string) => {
      this.caption = caption;
    };
    const written = () => this.#microphone.session?.keepAgain();
    return renderCaptionField(this.caption, this.isDisabled, write, written, this.say);
  }

  get #room() {
    return elementOf(this.waveformRef)
      ? undefined
      : readyWords(this.configuration.options.sensors, this.say);
  }

  get #open() {
    const {session} = this.#microphone;
    if (session) return session;
    throw notRecording();
  }

  async #start() {
    const {session} = this.#microphone;
    if (!session) throw notRecording();
    void this.#drawing.load();
    if (!isMaking(session.state)) this.#finished.show();
    const {bitRate, channels, audioProcessing, maxDuration, silenceTimeout, encoder} = this;
    const options = {bitRate, channels, audioProcessing, maxDuration, silenceTimeout, encoder};
    await session.start(this.connection, options);
  }

  #tellSight(sight = this.#sighting.look()) {
    const isUnseen = this.isRecording && sight !== 'seen';
    if (isUnseen === this.#isUnseen) return;
    this.#isUnseen = isUnseen;
    this.emit(new VisibilityChangeEvent({mode: this.mode, visible: !isUnseen}));
  }

  #tell(recorded: Recorded) {
    this.#finished.show(recorded);
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
        const {peaks = NO_PEAKS, bookmarks} = session ?? {};
        this.#tell({...state, peaks: peaks.slice(), bookmarks});
        // The encoder died, and the recording was recovered in this visit, which `recovered` alone does not show. Its
        // caption is sealed with it, as with any finished recording.
        if (state.detail.recovered) this.caption = '';
      }
      if (state.name === 'failed') this.onFailure('', 'encoding_failed')(state.error);
    }
    this.deviceStateChanged(state, before.permissionStatus);
    this.#tellSight();
  };

  #onRecord = ({detail}: MouseEvent) => {
    // The second press of a double click would end what the first has started.
    if (detail > 1) return;
    const {state} = this.#microphone.stand;
    if ('includes' in state) {
      this.stopRecording().catch(this.#onNone);
    } else if (state.name === 'pending') {
      this.discardRecording();
    } else if (!isMaking(state)) {
      this.#start().catch(this.#onNone);
    }
  };

  #onPause = () => {
    if (this.#microphone.stand.state.name === 'paused') this.resumeRecording();
    else this.pauseRecording();
  };

  #onMark = () => {
    this.addBookmark();
  };

  #onKey = (event: KeyboardEvent) => {
    if ('includes' in this.#microphone.stand.state && isBookmarkKey(event)) this.#onMark();
  };

  #onRemove = () => {
    this.stopRecording().then(({captureId}) => this.#delete(captureId), this.#onNone);
  };

  /**
   * Deletes a recording, whatever its seal's state, after the time in which a person can undo it. If the part with
   * the undo button cannot be loaded, nothing is deleted.
   */
  async #delete(captureId: string) {
    const {failures} = this;
    await failures.load();
    const capture = this.protections.find((known) => known.captureId === captureId);
    // The page has the recording, and nothing is stored here.
    if (!capture) this.#finished.show();
    else if (failures.part) failures.part.remove([capture], true);
    else this.announcements.announce(this.say.term('recordPartMissing'));
    await this.updateComplete;
    if (failures.part) this.focused.move('.undo');
  }

  /** The error was reported with the state already. */
  #onNone = (thrown: unknown) => {
    const {state} = this.#microphone.stand;
    const {code} = toSealedCaptureError(thrown, 'encoding_failed');
    if (state.name !== 'failed' && code !== 'aborted') this.onFailure('', code)(thrown);
  };

  readonly #microphone = new ConnectedSession(this, this.#onStand);
  readonly #sighting = new Sighting(this, (sight) => {
    if (sight === 'seen') this.seen();
    this.#tellSight(sight);
  });
}

defineElement('capture-audio', CaptureAudio);

/** True from the press of the button until the recording is there. */
const isMaking = ({name}: Pick<RecordingState, 'name'>): boolean =>
  name === 'pending' || name === 'recording' || name === 'paused' || name === 'finishing';

declare global {
  interface HTMLElementTagNameMap {
    'capture-audio': CaptureAudio;
  }
}
