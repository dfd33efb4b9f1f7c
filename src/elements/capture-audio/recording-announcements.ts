import type {RecordingState} from '../../core/recording/recording-session.js';
import {PEAKS_PER_SECOND} from '../../model/media-type.js';
import {Announcements} from '../capture/announcements.js';
import {clockTime} from '../player/clock-time.js';
import type {Level} from './desk/level.js';
import {isRefused, microphoneScreen} from './desk/microphone-screen.js';
import type {Recorded} from './outcome.js';

/** Ten seconds. */
const QUIET_PEAKS = 10 * PEAKS_PER_SECOND;

/** Says to screen readers what has happened to the recording. */
export class RecordingAnnouncements extends Announcements {
  /** How many peaks there were when it was too loud last. */
  #loud = -QUIET_PEAKS;

  /** It is this loud after so many peaks. "Too loud" is said once, until that was over for a while. */
  heard(level: Level | undefined, peaks: number) {
    // Another recording.
    if (peaks < this.#loud) this.#loud = -QUIET_PEAKS;
    if (level !== 'loud') return;
    if (peaks - this.#loud >= QUIET_PEAKS) this.announce(this.say.term('recordLevelIs', level));
    this.#loud = peaks;
  }

  /** The recording goes on, or waits, or its sound has gone; or something stands in its way. */
  changed(state: RecordingState, before: RecordingState) {
    if (isRefused(state)) this.announce(microphoneScreen(state, this.say).heading);
    else if (state.name === 'recording') {
      const wasMuted = before.name === 'recording' && before.muted;
      if (state.muted) this.announce(this.say.term('recordLevelIs', 'muted'));
      else if (wasMuted || before.name !== 'recording') this.announce(this.say.term('recordOn'));
    } else if (state.name === 'paused') this.announce(this.say.term('recordPausedNow'));
    else if (state.name !== 'idle') this.announce('');
    else if (before.name === 'recording' || before.name === 'paused') this.discarded();
    // Why nothing came of it, or what was recovered, was said already.
    else if (before.name !== 'finishing' && before.name !== 'idle') this.announce('');
  }

  marked(seconds: number) {
    this.announce(this.say.term('recordMarked', clockTime(seconds)));
  }

  discarded() {
    this.announce(this.say.term('recordDiscarded'));
  }

  ended({detail, end}: Recorded, autoProtect: boolean) {
    const {say} = this;
    const why = say.term('recordEnded', end);
    const all = (stopped: string) => `${why} ${stopped}`.trim();
    if (end === 'recovered') this.announce(why);
    else if (!autoProtect) this.announce(all(say.term('recordStoppedHeld')));
    else {
      const [text, made] = [say.term('recordStopped'), say.term('recordStoppedNow')];
      this.announceSealing(detail.captureId, all(text), all(made));
    }
  }

  protected override get notMade() {
    return this.say.term('recordNone');
  }
}
