import {html, nothing, type LitElement, type ReactiveController} from 'lit';
import type {CaptureSummary, Protection} from '../../../core/queue/queue-client.js';
import type {RecordingSession} from '../../../core/recording/recording-session.js';
import {filePeaks} from '../../../core/wiring/elements/file-peaks.js';
import {recordings} from '../../../lang/compiled/en/recordings.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {CaptureFiles, isGone} from '../../capture/files/capture-files.js';
import {fileBrowser, type FileBrowser} from '../../capture/files/file-browser.js';
import {isSealed, listed, type Deleting} from '../../capture/files/listed.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {rowStyles} from '../../capture/files/row-styles.js';
import {savingOf} from '../../capture/files/saving.js';
import {SharingDialog} from '../../capture/sharing/sharing-dialog.js';
import {sharingStyles} from '../../capture/sharing/sharing-styles.js';
import {PermissionButton} from '../../capture/way-out/permission-button.js';
import {permissionButtonStyles} from '../../capture/way-out/permission-button-styles.js';
import {markNameStyles} from '../../player/mark-name-styles.js';
import type {Player} from '../../player/player.js';
import {Localize} from '../../strings/localize.js';
import type {FinishedRecordings} from '../finished-recordings.js';
import type {Recorded} from '../outcome.js';
import {BookmarkName} from './bookmark-name.js';
import type {ElementFunctions} from './element-functions.js';
import {LateCaption} from './late-caption.js';
import {LongPause} from './long-pause.js';
import {RecordingList} from './recording-list.js';
import {recordingsStyles} from './recordings-styles.js';
import {pauseStyles} from './pause-styles.js';
import {ShownSound} from './shown-sound.js';

type Host = LitElement & {
  readonly captionField: boolean;
  readonly autoProtect: boolean;
  readonly protections: readonly CaptureSummary[];
  requestPermissions(): Promise<unknown>;
};

/** What the list of recordings needs of the element that shows it, beyond its public members. */
export interface RecordingActions {
  connection: () => Protection;
  failures: Deleting;
  finished: FinishedRecordings;
  player: Player;
  /** True from the press of the button until the recording is there. */
  isMaking: () => boolean;
  isPaused: () => boolean;
  /** Undefined while the element is outside the document, or disabled. */
  session: () => RecordingSession | undefined;
  functions: ElementFunctions;
  remove: (captureId: string) => void;
  /** Announces a text to screen readers. */
  announce: (text: string) => void;
  /** Replaces the functions of the browser, and the times of a long pause and without a keystroke, for tests. */
  browser?: FileBrowser;
  peaks?: typeof filePeaks;
  longMs?: number;
  quietMs?: number;
}

/**
 * The list of recordings, what saves and shares each, the waveforms of those that were not made just now, the warning of a
 * long pause, the browser's button for a location that was refused, and the fields for the name of a bookmark and for a caption
 * after the stop.
 */
export class LateRecordings implements ReactiveController {
  readonly styles = [
    roundStyles,
    rowStyles,
    permissionButtonStyles,
    recordingsStyles,
    pauseStyles,
    markNameStyles,
    sharingStyles,
  ];
  readonly browser: FileBrowser;
  readonly connection: () => Protection;
  readonly caption: LateCaption;
  readonly #pause: LongPause;
  readonly #markName: BookmarkName;
  readonly #place: PermissionButton;
  readonly #host: Host;
  readonly #actions: RecordingActions;
  readonly #say: Localize;
  readonly #files: CaptureFiles;
  readonly #sharing: SharingDialog;
  readonly #list: RecordingList;
  /** Why the last action had no effect; empty if it had. */
  #problem = '';
  /** Reads the file of the recording whose button was pressed last. */
  #reading?: {captureId: string; controller: AbortController};

  constructor(host: Host, actions: RecordingActions) {
    const {connection, finished, functions, browser = fileBrowser, peaks = filePeaks} = actions;
    this.#host = host;
    this.#actions = actions;
    this.browser = browser;
    this.connection = connection;
    this.#say = new Localize(host, {...viewer, ...recordings});
    this.#files = new CaptureFiles(this, this.#say, 'audio');
    this.#sharing = new SharingDialog(host, {
      connection,
      captures: () => host.protections,
      files: this.#files,
      browser: () => this.browser,
      open: (dialog) => dialog.showModal(),
    });
    // Only its own problem is removed, not one that came after it, or before.
    let told = '';
    const tell = (problem: string) => {
      if (problem || this.#problem === told) this.#tell(problem);
      told = problem;
    };
    this.caption = new LateCaption(host, {...actions, tell}, this.#say);
    this.#pause = new LongPause(host, actions, this.#say);
    this.#markName = new BookmarkName(host, actions, this.#say);
    this.#place = new PermissionButton(host, 'geolocation');
    new ShownSound(host, {finished, connection, peaks});
    const does = {
      play: (captureId: string) => void this.#play(captureId),
      save: (captureId: string) => void this.#save(captureId),
      remove: (captureId: string) => {
        this.#tell('');
        if (this.#reading?.captureId === captureId) this.#stopReading();
        actions.remove(captureId);
      },
    };
    this.#list = new RecordingList(does, functions, this.#say);
    host.addController(this);
  }

  hostUpdate() {
    // What is read does not take the place of a recording that was started meanwhile, or of its result.
    if (this.#actions.isMaking()) this.#stopReading();
  }

  hostDisconnected() {
    this.#stopReading();
  }

  /** Renders all recordings, unless there is only the one that is shown anyway. */
  render() {
    const {failures, finished, functions, player, isMaking} = this.#actions;
    const all = listed(this.#host.protections, failures.part);
    const shown = finished.shown && {
      captureId: finished.shown.detail.captureId,
      isPlaying: player.isPlaying,
    };
    const isOne = all.every(({captureId}) => captureId === shown?.captureId);
    const {canShare} = this.#files;
    const isInMemory = (captureId: string) => finished.of(captureId) !== undefined;
    return html`${this.#problem ? functions.warning(this.#problem) : nothing}
    ${this.#sharing.render()}
    ${isOne ? nothing : this.#list.render({all, shown, canPlay: !isMaking(), canShare, isInMemory})}`;
  }

  /** What is shown only while a recording is made. */
  renderWhileMaking() {
    const state = this.#actions.session()?.state;
    const isPlaceRefused = state && 'placeOff' in state && state.placeOff === 'permission_denied';
    return html`${isPlaceRefused ? html`<div class="place">${this.#place.render()}</div>` : nothing}
    ${this.#markName.render()}${this.#pause.render()}`;
  }

  /** The button that saves or shares the shown recording. That of one that failed is beside its reason. */
  renderSave(recording: CaptureSummary) {
    if (isGone(recording) || recording.progress.name === 'failed') return nothing;
    const {icon, term} = savingOf(isSealed(recording), this.#files.canShare);
    return html`<button class="button save" @click=${() => void this.#save(recording.captureId)}>
      ${icon}${this.#say.term(term)}
    </button>`;
  }

  /**
   * Shows the recording above the list, and plays or pauses it. Only the last press counts. In WebKit, reading the file ends
   * the person's gesture: if the browser then refuses to play, the player is shown with its button.
   */
  async #play(captureId: string) {
    const {finished, player} = this.#actions;
    this.#tell('');
    this.#stopReading();
    if (finished.shown?.detail.captureId !== captureId) {
      const recorded = finished.of(captureId) ?? (await this.#read(captureId));
      if (!recorded) return;
      finished.show(recorded);
    }
    player.toggle();
  }

  /** Undefined, and announced, if the file cannot be read; undefined if it is not wanted any more. */
  async #read(captureId: string): Promise<Recorded | undefined> {
    const controller = new AbortController();
    this.#reading = {captureId, controller};
    const blob = await this.#files.pictureOf(captureId).catch(() => 'unreadable' as const);
    if (controller.signal.aborted) return undefined;
    this.#reading = undefined;
    const {failures, isMaking} = this.#actions;
    // It may be deleted with a button of a notice, too.
    if (isMaking() || failures.part?.isGoing(captureId)) return undefined;
    const summary = this.#one(captureId);
    if (!summary || !blob || blob === 'unreadable') {
      this.#tell(this.#say.term(blob ? 'recordingsNotReadable' : 'recordingsNoFile'));
      return undefined;
    }
    const end = summary.recovered ? 'recovered' : 'stopped';
    return {detail: {...summary, blob}, end, peaks: new Float32Array()};
  }

  #stopReading() {
    this.#reading?.controller.abort();
    this.#reading = undefined;
  }

  async #save(captureId: string) {
    const recording = this.#one(captureId);
    const said = recording && (await this.#sharing.share([recording]));
    this.#tell(said && !said.isComplete ? said.text : '');
    if (said?.isComplete) this.#actions.announce(said.text);
  }

  #one(captureId: string): CaptureSummary | undefined {
    return this.#host.protections.find((recording) => recording.captureId === captureId);
  }

  /** Shows and announces why an action had no effect. */
  #tell(problem: string) {
    this.#problem = problem;
    if (problem) this.#actions.announce(problem);
    this.#host.requestUpdate();
  }
}
