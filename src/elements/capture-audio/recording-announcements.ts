import type {RecordingState} from '../../core/recording-session.js';
import {Announcements} from '../capture/announcements.js';
import type {Ending} from './outcome.js';

/** Says to screen readers what has happened to the recording. */
export class RecordingAnnouncements extends Announcements {
  /** The recording goes on, or waits, or its sound has gone. */
  changed(state: RecordingState, before: RecordingState) {
    const wasMuted = before.name === 'recording' && before.muted;
    if (state.name === 'paused') this.announce(this.say.term('recordPausedNow'));
    if (state.name !== 'recording') return;
    if (state.muted) this.announce(this.say.term('recordLevelIs', 'muted'));
    else if (wasMuted || before.name !== 'recording') this.announce(this.say.term('recordOn'));
  }

  ended(end: Ending, autoProtect: boolean) {
    const stopped = this.say.term(autoProtect ? 'recordStopped' : 'recordStoppedHeld');
    const why = this.say.term('recordEnded', end);
    this.announce(end === 'recovered' ? why : `${why} ${stopped}`.trim());
  }

  protected override get notMade() {
    return this.say.term('recordNone');
  }
}
