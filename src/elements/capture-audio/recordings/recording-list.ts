import {html} from 'lit';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isGone, isSealed} from '../../capture/files/capture-files.js';
import type {Localize} from '../../strings/localize.js';
import type {ElementFunctions} from './element-functions.js';
import {renderRow, type RowActions} from './recording-row.js';

/** The recordings, and what can be done with them now. */
export interface Recordings {
  /** In the order in which they were made. */
  all: readonly CaptureSummary[];
  /** The recording that is shown above the list. */
  shown?: {captureId: string; isPlaying: boolean};
  /** False while a recording is made, which would contain what is played. */
  canPlay: boolean;
  canShare: boolean;
  /** True if the page has the sound of this recording, even if it is not stored any more. */
  isInMemory: (captureId: string) => boolean;
}

/** Lists the recordings of an element, newest first, with the state of each and the possible actions. */
export class RecordingList {
  readonly #does: RowActions;
  readonly #functions: ElementFunctions;
  readonly #say: Localize;
  /** The time of each recording in the reader's format; cached because formatting is slow. */
  readonly #times = new Map<string, string>();

  constructor(does: RowActions, functions: ElementFunctions, say: Localize) {
    this.#does = does;
    this.#functions = functions;
    this.#say = say;
  }

  render(recordings: Recordings) {
    const {all} = recordings;
    return html`<section class="recordings" part="recordings" aria-labelledby="recordings-title">
      <h2 id="recordings-title">${this.#say.term('recordingsCount', all.length)}</h2>
      <div class="rows" role="list">
        ${all.toReversed().map((recording) => this.#renderRow(recording, recordings))}
      </div>
    </section>`;
  }

  #renderRow(recording: CaptureSummary, {shown, canPlay, canShare, isInMemory}: Recordings) {
    const {captureId, duration, tags} = recording;
    const {markOf, clockTime, say} = this.#functions;
    const {standing, state, icon} = markOf(recording, say);
    const isShown = shown?.captureId === captureId;
    const isLost = isGone(recording);
    const isOnServer = isLost && standing === 'uploaded';
    const hasSound = canPlay && (!isLost || isInMemory(captureId));
    const caption = tags?.['caption'];
    const time = this.#timeOf(recording);
    const facts = [
      ...(caption ? [time] : []),
      ...(duration === undefined ? [] : [clockTime(duration)]),
      ...(isLost && !isOnServer ? [this.#say.term('viewerGone')] : []),
    ];
    const playing = isShown && shown.isPlaying ? 'playing' : 'ready';
    return renderRow(
      {
        captureId,
        name: caption || time,
        text: isOnServer
          ? this.#say.term('recordingsOnServer')
          : this.#say.term('viewerState', standing),
        state,
        icon,
        facts,
        playing: hasSound ? playing : 'none',
        isShown,
        isGone: isLost,
        isSealed: isSealed(recording),
        canShare,
      },
      this.#does,
      this.#say,
      say,
    );
  }

  #timeOf({captureId, capturedAt}: CaptureSummary): string {
    const key = `${captureId} ${this.#say.lang()}`;
    const known = this.#times.get(key);
    const time = known ?? this.#say.time(capturedAt);
    if (!known) this.#times.set(key, time);
    return time;
  }
}
