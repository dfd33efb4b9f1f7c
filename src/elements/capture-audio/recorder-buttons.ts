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
export function recorderButtons(
  host: Host,
  {microphone, finished, failures, announcements, focused, say, start, failed}: ButtonActions,
) {
  /** The error was reported with the state already. */
  const onNone = (thrown: unknown) => {
    const {code} = toSealedCaptureError(thrown, 'encoding_failed');
    if (microphone.stand.state.name !== 'failed' && code !== 'aborted') failed('', code)(thrown);
  };
  /**
   * Deletes a recording, whatever its seal's state, after the time in which a person can undo it. If the part with
   * the undo button cannot be loaded, nothing is deleted.
   */
  const remove = async (captureId: string) => {
    await failures.load();
    const capture = host.protections.find((known) => known.captureId === captureId);
    // The page has the recording, and nothing is stored here.
    if (!capture) finished.show();
    else if (failures.part) failures.part.remove([capture], true);
    else announcements.announce(say.term('recordPartMissing'));
    await host.updateComplete;
    if (failures.part) focused.move('.undo');
  };
  const mark = () => {
    host.addBookmark();
  };
  return {
    /** Starts or ends a recording. */
    record({detail}: MouseEvent) {
      // The second press of a double click would end what the first has started.
      if (detail > 1) return;
      if (microphone.isRecording) host.stopRecording().catch(onNone);
      else if (microphone.stand.state.name === 'pending') host.discardRecording();
      else if (!microphone.isMaking) start().catch(onNone);
    },
    pause() {
      if (microphone.stand.state.name === 'paused') host.resumeRecording();
      else host.pauseRecording();
    },
    mark,
    /** Ends the recording and deletes it. */
    discard() {
      host.stopRecording().then(({captureId}) => remove(captureId), onNone);
    },
    remove,
    /** Asks for the microphone. */
    ask: () => void host.requestPermissions(),
    onKey: (event: KeyboardEvent) => {
      if (microphone.isRecording && isBookmarkKey(event)) mark();
    },
  };
}
