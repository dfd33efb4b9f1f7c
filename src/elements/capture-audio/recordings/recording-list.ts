import {html} from 'lit';
import {visibleText} from '@sealed-capture/seal/model/text/visible-text.js';
import type {CaptureSummary} from '../../../core/queue/queue-client.js';
import {isGone} from '../../capture/files/capture-files.js';
import {isSealed} from '../../capture/files/listed.js';
import {copyText} from '../../capture/sharing/copy-text.js';
import {CaptureTimes} from '../../capture/files/capture-times.js';
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
  readonly #times: CaptureTimes;

  constructor(does: RowActions, functions: ElementFunctions, say: Localize) {
    this.#does = does;
    this.#functions = functions;
    this.#say = say;
    this.#times = new CaptureTimes(say);
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
    const {captureId, duration, lastCopy, tags} = recording;
    const {standingOf, iconOf, clockTime, say} = this.#functions;
    const standing = standingOf(recording.progress);
    const isShown = shown?.captureId === captureId;
    const isLost = isGone(recording);
    const isOnServer = isLost && standing === 'uploaded';
    const hasSound = canPlay && (!isLost || isInMemory(captureId));
    const caption = visibleText(tags?.['caption'] ?? '');
    const time = this.#times.of(recording);
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
        ...iconOf(standing),
        facts,
        copy: lastCopy && copyText(lastCopy, this.#say),
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
}
