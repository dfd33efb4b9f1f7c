import {html} from 'lit';
import {repeat} from 'lit/directives/repeat.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {player} from '../../../lang/compiled/en/player.js';
import {recordings} from '../../../lang/compiled/en/recordings.js';
import {viewer} from '../../../lang/compiled/en/viewer.js';
import {isGone, isSealed} from '../../capture/files/capture-files.js';
import {roundStyles} from '../../capture/files/round-styles.js';
import {rowStyles} from '../../capture/files/row-styles.js';
import {iconOf, standingOf} from '../../capture/seal-state.js';
import {given, InnerElement} from '../../inner/inner-element.js';
import {clockTime} from '../../player/clock-time.js';
import {Localize} from '../../strings/localize.js';
import {captionOf} from '../caption.js';
import {RecordingEvent} from './recording-event.js';
import {renderRow, type RowActions} from './recording-row.js';
import {recordingsStyles} from './recordings-styles.js';

/** The recording that is shown above the list. */
export interface ShownRecording {
  captureId: string;
  isPlaying: boolean;
}

/**
 * Lists the recordings of the element, newest first, with the state of each and the possible actions.
 *
 * @fires {RecordingEvent} play - The person wants to hear the recording, or to pause it.
 * @fires {RecordingEvent} save - The person wants to save the recording, or to share it.
 * @fires {RecordingEvent} remove - The person wants to delete the recording.
 */
export class RecordingList extends InnerElement {
  static override properties = {
    recordings: given,
    shown: given,
    canPlay: given,
    canShare: given,
    isInMemory: given,
  };
  static override styles = [...super.styles, roundStyles, rowStyles, recordingsStyles];
  static override readonly parts = ['recordings'];

  /** In the order in which they were made. */
  recordings: readonly CaptureSummary[] = [];
  shown?: ShownRecording;
  /** False while a recording is made, which would contain what is played. */
  canPlay = true;
  canShare = false;
  /** True if the page has the sound of this recording, even if it is not stored any more. */
  isInMemory: (captureId: string) => boolean = () => false;

  readonly #say = new Localize(this, {...viewer, ...player, ...recordings});
  readonly #does: RowActions = {
    play: (captureId) => this.dispatchEvent(new RecordingEvent('play', captureId)),
    save: (captureId) => this.dispatchEvent(new RecordingEvent('save', captureId)),
    remove: (captureId) => this.dispatchEvent(new RecordingEvent('remove', captureId)),
  };
  /** The time of each recording in the reader's format; cached because formatting is slow. */
  readonly #times = new Map<string, string>();

  protected override render() {
    return html`<section part="recordings" aria-labelledby="recordings-title">
      <h2 id="recordings-title">${this.#say.term('recordingsCount', this.recordings.length)}</h2>
      <div class="rows" role="list">
        ${repeat(
          this.recordings.toReversed(),
          ({captureId}) => captureId,
          (recording) => this.#renderRow(recording),
        )}
      </div>
    </section>`;
  }

  #renderRow(recording: CaptureSummary) {
    const {captureId, duration, progress, tags} = recording;
    const standing = standingOf(progress);
    const isShown = this.shown?.captureId === captureId;
    const isLost = isGone(recording);
    const isOnServer = isLost && standing === 'uploaded';
    const hasSound = this.canPlay && (!isLost || this.isInMemory(captureId));
    const caption = captionOf(tags);
    const time = this.#timeOf(recording);
    const say = this.#say;
    const facts = [
      ...(caption ? [time] : []),
      ...(duration === undefined ? [] : [clockTime(duration)]),
      ...(isLost && !isOnServer ? [say.term('viewerGone')] : []),
    ];
    return renderRow(
      {
        captureId,
        name: caption ?? time,
        text: isOnServer ? say.term('recordingsOnServer') : say.term('viewerState', standing),
        ...iconOf(standing),
        facts,
        playing: !hasSound ? 'none' : isShown && this.shown?.isPlaying ? 'playing' : 'ready',
        isShown,
        isGone: isLost,
        isSealed: isSealed(recording),
        canShare: this.canShare,
      },
      this.#does,
      say,
    );
  }

  #timeOf({captureId, capturedAt}: CaptureSummary): string {
    const key = `${captureId} ${this.#say.lang()}`;
    const known = this.#times.get(key);
    const time = known ?? this.#say.date(capturedAt, {dateStyle: 'medium', timeStyle: 'short'});
    if (!known) this.#times.set(key, time);
    return time;
  }
}
