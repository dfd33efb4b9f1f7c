import type {LitElement} from 'lit';
import type {CaptureSummary} from '../../core/queue/queue-client.js';
import {toSealedCaptureError, type ErrorCode} from '@sealed-capture/seal/model/errors.js';
import type {CaptureDetail} from '@sealed-capture/seal/model/protection-config.js';
import type {Failures} from '../capture/failures/failures.js';
import type {KeptFocus} from '../capture/keyboard.js';
import type {LatePart} from '../late-part.js';
import type {Localize} from '../strings/localize.js';
import {isBookmarkKey} from './bookmarks.js';
import type {ConnectedSession} from './connected-session.js';
import type {FinishedRecordings} from './finished-recordings.js';
import type {RecordingAnnouncements} from './recording-announcements.js';

type Host = LitElement & {
  readonly protections: readonly CaptureSummary[];
  requestPermissions(): Promise<unknown>;
  pauseRecording(): void;
  resumeRecording(): void;
  addBookmark(): number;
  stopRecording(): Promise<CaptureDetail>;
  discardRecording(): void;
};

/** What the buttons need of the element, beyond its public members. */
interface ButtonActions {
  microphone: ConnectedSession;
  finished: FinishedRecordings;
  failures: LatePart<Failures>;
  announcements: RecordingAnnouncements;
  focused: KeptFocus;
  say: Localize;
  start: () => Promise<void>;
  /** Reports an exception. */
  failed: (captureId: string, fallback: ErrorCode) => (thrown: unknown) => void;
}

/** What the buttons and keys of a recorder do. */
export class RecorderButtons {
  readonly #host: Host;
  readonly #actions: ButtonActions;

  constructor(host: Host, actions: ButtonActions) {
    this.#host = host;
    this.#actions = actions;
  }

  /** Starts or ends a recording. */
  readonly record = ({detail}: MouseEvent): void => {
    // The second press of a double click would end what the first has started.
    if (detail > 1) return;
    const {microphone, start} = this.#actions;
    if (microphone.isRecording) this.#host.stopRecording().catch(this.#onNone);
    else if (microphone.stand.state.name === 'pending') this.#host.discardRecording();
    else if (!microphone.isMaking) start().catch(this.#onNone);
  };

  readonly pause = (): void => {
    if (this.#actions.microphone.stand.state.name === 'paused') this.#host.resumeRecording();
    else this.#host.pauseRecording();
  };

  readonly mark = (): void => {
    this.#host.addBookmark();
  };

  /** Ends the recording and deletes it. */
  readonly remove = (): void => {
    this.#host.stopRecording().then(({captureId}) => this.delete(captureId), this.#onNone);
  };

  /** Asks for the microphone. */
  readonly ask = (): void => void this.#host.requestPermissions();

  readonly onKey = (event: KeyboardEvent): void => {
    if (this.#actions.microphone.isRecording && isBookmarkKey(event)) this.mark();
  };

  /**
   * Deletes a recording, whatever its seal's state, after the time in which a person can undo it. If the part with
   * the undo button cannot be loaded, nothing is deleted.
   */
  readonly delete = async (captureId: string): Promise<void> => {
    const {failures, finished, announcements, focused, say} = this.#actions;
    await failures.load();
    const capture = this.#host.protections.find((known) => known.captureId === captureId);
    // The page has the recording, and nothing is stored here.
    if (!capture) finished.show();
    else if (failures.part) failures.part.remove([capture], true);
    else announcements.announce(say.term('recordPartMissing'));
    await this.#host.updateComplete;
    if (failures.part) focused.move('.undo');
  };

  /** The error was reported with the state already. */
  readonly #onNone = (thrown: unknown) => {
    const {microphone, failed} = this.#actions;
    const {code} = toSealedCaptureError(thrown, 'encoding_failed');
    if (microphone.stand.state.name !== 'failed' && code !== 'aborted') failed('', code)(thrown);
  };
}
