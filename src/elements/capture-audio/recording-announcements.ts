import type {RecordingState} from '../../core/recording/recording-session.js';
import {PEAKS_PER_SECOND} from '@sealed-capture/seal/model/media-type.js';
import {Announcements} from '../capture/announcements.js';
import {clockTime} from '../player/clock-time.js';
import type {Level} from './desk/level.js';
import {isRefused, microphoneScreen} from './desk/microphone-screen.js';
import type {Recorded} from './outcome.js';

/** Number of peaks in ten seconds. */
const QUIET_PEAKS = 10 * PEAKS_PER_SECOND;

/** Announces the progress of recordings to screen readers. */
export class RecordingAnnouncements extends Announcements {
  /** Number of peaks when it was last too loud. */
  #loud = -QUIET_PEAKS;

  /**
   * To be called with the loudness and the number of peaks. "Too loud" is announced once, until that has been over
   * for a while.
   */
  heard(level: Level | undefined, peaks: number) {
    // A new recording has started.
    if (peaks < this.#loud) this.#loud = -QUIET_PEAKS;
    if (level !== 'loud') return;
    if (peaks - this.#loud >= QUIET_PEAKS) this.announce(this.say.term('recordLevelIs', level));
    this.#loud = peaks;
  }

  /** Announces that the recording continues or pauses, lost its sound, or cannot be made. */
  changed(state: RecordingState, before: RecordingState) {
    if (isRefused(state)) this.announce(microphoneScreen(state, this.say).heading);
    else if (state.name === 'recording') {
      const wasMuted = before.name === 'recording' && before.muted;
      if (state.muted) this.announce(this.say.term('recordLevelIs', 'muted'));
      else if (wasMuted || before.name !== 'recording') this.announce(this.say.term('recordOn'));
    } else if (state.name === 'paused') this.announce(this.say.term('recordPausedNow'));
    else if (state.name !== 'idle') this.announce('');
    else if (before.name === 'recording' || before.name === 'paused') this.discarded();
    // Failures and recoveries were announced already.
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
